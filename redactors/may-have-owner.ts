import { isOnlyVendor, isVendor, mayBeVendor } from "./catalogue/vendors.ts";
import { joinNames } from "./join-names.ts";
import { ALNUM, DASH, DOT, EQUALS, HEX_LOWER, HEX_UPPER, PLUS_SLASH, runEnd, runStart, TILDE } from "./charset.ts";
import { toWords } from "./to-words.ts";

/** Whether anything can own the value at `start`: what `judgeOwner` needs, asked without its cost. */
export function mayHaveOwner(text: string, start: number): boolean {
  let at = start - 1;
  for (const least = start - 9; at >= 0 && at > least && BETWEEN.includes(text[at] as string); ) at -= 1;
  if (at < 0) return false;
  if (":=>,|".includes(text[at] as string) || text[at + 1] === "(") return true;
  const before = text.slice(Math.max(0, at - 40), at + 1);
  const lower = before.toLowerCase();
  for (const word of KEYS) if (lower.endsWith(word)) return true;
  const dashed = text[at + 1] === " " && text[at + 2] === "-";
  const word =
    dashed || (at === start - 2 && text[start - 1] === " ")
      ? (toWords(before.slice(runStart(before, before.length, ALNUM, 0))).at(-1) ?? "")
      : "";
  return isVendor(word) || mayBeVendor(word);
}

/**
 * Whether a service is named shortly before on the line of `[start, end)`, whatever stands in between: `mixpanel (…)`,
 * `mailjet bob@acme.test …`. Of runs that are letters and digits alone, and begin a word.
 */
export function mayBeNamed(text: string, start: number, end: number, classes: number): boolean {
  if (
    end - start < 20 ||
    end - start > 128 ||
    (classes & (DOT | TILDE | PLUS_SLASH | EQUALS | DASH)) !== 0 ||
    !" ([{\"'`".includes(text[start - 1] ?? "x")
  )
    return false;
  const marked = text.startsWith("0x", start) || text.startsWith("0X", start);
  if (runEnd(text, marked ? start + 2 : start, HEX_LOWER | HEX_UPPER, end) === end) return false;
  const before = text.slice(Math.max(0, start - 40), start);
  return joinNames(toWords(before.slice(before.lastIndexOf("\n") + 1))).some(isOnlyVendor);
}

/**
 * What may stand between an owner and its value, and how a word ends that can be one; wider than the patterns of
 * `judgeOwner`.
 */
const BETWEEN = " \t\r\n\f\v\u00a0(\"'`\\._-";
const KEYS = ["key", "token", "secret", "auth", "api", "access", "pat", "password", "credential"];
