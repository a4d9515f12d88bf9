import { isRandom } from "./is-random.ts";

/** Given by its name, first in a call or behind a comma and a blank. */
const IN_CALL = /(?:\(|,\s{1,40})[A-Za-z_]\w*=$/;
/** As code names things: `b64Pwd`, `field_type`, `domain1`. */
const VARIABLE = /^[a-z]+\d{0,2}(?:_[a-z]+\d?|[A-Z][a-z]+\d{0,2})*$/;

/** `Uint8Array`, `BytesLike`, `DecodedJWTPayload`. */
const TYPE = /^[A-Z][a-z]+\d{0,2}(?:[A-Z]+[a-z]+)+$/;

/**
 * Whether `[start, end)` is the name of a type or a variable in code, and no value: words in camelCase, without quotes,
 * and a sign behind it that ends a declaration: `Password: XmlStringMaxLen256;`, `Arn = AwsResourceArnV2[]`.
 */
export function isTypeName(text: string, start: number, end: number): boolean {
  const behind = text.startsWith(" | ", end) ? "," : (text[end] ?? "x");
  if (!";[<,)}".includes(behind) || text[end + 1] === "/") return false;
  const name = text.slice(start, end);
  const before = text.slice(Math.max(0, start - 80), start);
  if (",)".includes(behind) && IN_CALL.test(before)) return VARIABLE.test(name) && !isRandom(name);
  if (!/[:=|] $/.test(before)) return false;
  if (",)}".includes(behind)) return before.endsWith(": ") && (TYPE.test(name) || (isHumped(name) && !isRandom(name)));
  if (behind === ";" && /^[A-Za-z]{3,}\d{0,3}_\w+$/.test(name)) return true;
  if (text[end] === ";" && text.startsWith(": ", start - 2) && /^[A-Z][A-Za-z]+$/.test(name)) return true;
  if (!/^[A-Za-z_]\w*$/.test(name) || !/[A-Z]/.test(name)) return false;
  const words = name.match(/[A-Z][a-z]{2,}|(?<![A-Za-z])[a-z]{4,}/g) ?? [];
  return words.length > 1 && words.join("").length * 2 >= name.length;
}

/** A variable of several words in camelCase. */
function isHumped(name: string): boolean {
  return VARIABLE.test(name) && /[a-z]\d{0,2}[A-Z]/.test(name);
}
