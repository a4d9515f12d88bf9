import { oneOf, pattern } from "../../kit/word-pattern.ts";
import type { Confidence, Finding } from "../finding.ts";
import { addFinding, type Scan } from "../scan.ts";
import { isSignature, judgeKey } from "./judge-key.ts";
import type { KeyClass } from "./key-class.ts";
import { judgeValue } from "./judge-value.ts";
import { UUID, type ValueContext } from "./value-traits.ts";

/** A name and its value, wherever they were read: in text, a field of JSON, the cells of a table. */
export interface Pair {
  readonly name: string;
  readonly value: string;
  /** The judgement of the name, if the reader has it already. */
  readonly key?: KeyClass | undefined;
  readonly place: ValueContext;
}

export interface Judged {
  readonly kind: string;
  readonly confidence: Confidence;
  /** The start of the secret in the value: behind `Bearer `. */
  readonly from: number;
}

/**
 * How sure it is that a pair holds a secret; `undefined` if it holds none. Readers find pairs and their places; only
 * this function decides.
 */
export function judgePair({ name, value: whole, key = judgeKey(name), place }: Pair): Judged | undefined {
  if (key === undefined) return undefined;
  // A signature can be checked and nothing else; in a query it opens the address.
  if (key.strength !== "password" && isSignature(name) && !place.query) return undefined;
  const from = schemeEnd(whole);
  const value = from === 0 ? whole : whole.slice(from);
  if (saysItself(name, value, key) || isLabelled(name, value, place)) return undefined;
  const confidence = judgeValue(meantBy(key, name, place), value, from > 0 ? { ...place, data: true } : place);
  return confidence && { kind: key.kind, confidence, from };
}

/** Finds the secret of a pair whose value begins at `start`; false if it holds none. */
export function findInPair(scan: Scan, pair: Pair, start: number, rule?: string): boolean {
  const judged = judgePair(pair);
  if (judged === undefined) return false;
  const { kind, confidence, from } = judged;
  addFinding(scan, kind, start + from, start + pair.value.length, confidence, rule ?? `keyed-${kind}`);
  return true;
}

/** Characters of a name; longer ones are texts. */
const MAX_NAME = 80;

/** The environment's names for a password. */
export const VARIABLE = /^(?:[A-Z][A-Z0-9_]*)?(?:PASSWORD|PASSWD|PASSPHRASE|PWD|PASS)$/;

/**
 * The secret in a whole text under a name, as JSON has it; `undefined` if it holds none. `isPaired`: the name is a
 * field beside the value's, as no label is written.
 */
export function findInField(name: string, value: string, isBundled: boolean, isPaired = false): Finding | undefined {
  if (name.length > MAX_NAME) return undefined;
  const constant = !/[a-z]/.test(name);
  const setting = isPaired && VARIABLE.test(name);
  const place = { quoted: true, data: true, constant, setting, bundled: () => isBundled };
  const judged = judgePair({ name, value, place });
  return (
    judged && {
      rule: `keyed-${judged.kind}`,
      kind: judged.kind,
      span: [judged.from, value.length],
      confidence: judged.confidence,
    }
  );
}

/** A cell of a table or a line of its own: nothing but data stands there. */
export function inCell(quoted: boolean, bundled: () => boolean): ValueContext {
  return { quoted, data: true, constant: false, bundled };
}

/** The judgement of the name, changed by its place. */
function meantBy(key: KeyClass, name: string, { assigns, query }: ValueContext): KeyClass {
  // Functions and texts about them: `envGetSecret: "stable"`, `addPassword = "#add-password"`.
  if (assigns && key.exact && VERB.test(name.slice(name.lastIndexOf(".") + 1))) return { ...key, exact: false };
  return query && key.strength === "hint" && QUERY_KEYS.test(name) ? { ...key, strength: "secret" } : key;
}

/** Whether the value repeats the name, or a part of it. */
function saysItself(name: string, value: string, key: KeyClass): boolean {
  const lowerName = name.toLowerCase();
  const lower = value.toLowerCase();
  // `exports.JWTAccess = JWTAccess` says the name again.
  if (value.length <= name.length + 4 && lowerName.endsWith(lower.replace(/[\\"'`]/g, ""))) return true;
  // The beginning of a constant.
  if (/^[A-Z]\w*_\w+$/.test(value) && name.startsWith(`${value}_`)) return true;
  // `encodedPassword = "encoded"`; a request's own id.
  if (/^[a-z]{4,}ed$/.test(value) && lowerName.startsWith(value)) return true;
  if (/(?:^|\.)[cC]lient(?:Request)?Token$/.test(name) && UUID.test(value)) return true;
  // The code of a fault: `ERR_INVALID_PASSWORD = 404006`.
  if (/^\d{1,8}$/.test(value) && FAULT.test(name)) return true;
  // The name of a secret: `DB_KEY = "DPoPKeys"`.
  return key.strength !== "password" && /^[A-Za-z]*[a-zA-Z](?:Key|Token|Secret|Password|Credential)s?$/.test(value);
}

const FAULT = /(?:^|[\W_])(?:ERR|ERROR|INVALID|INCORRECT|WRONG|MISSING|EXPIRED|FAILED|UNKNOWN)_/;

/** A label of an interface, and a word of a translation: `"Admin Password": "…-adgangskode"`, `"Secret": "Skrivnost"`. */
function isLabelled(name: string, value: string, { label }: ValueContext): boolean {
  if (label === undefined) return false;
  return label === "phrase"
    ? /^[A-Za-z\x80-\uffff -]+$/.test(value)
    : /^[A-Z][a-z]+$/.test(name) && /^[A-Z][a-z\x80-\uffff]+$/.test(value);
}

/** A name with a verb first, then a capital: a function, or a text about one. */
const VERB = pattern()`
    ^(?:[a-z]+Get|get|set|add|save|show|hide|toggle|reset|forgot|change|update|create|generate|validate|has|is|use|
    with|on|handle|render|fetch|load|read|parse|find)[A-Z]|^update_
  `;

/** Keys that are credentials in a query. */
const QUERY_KEYS = oneOf(
  `
  app_?id sig signature x-amz-signature x-goog-signature code auth key session sid sessionid hmac otp salt nonce
`,
  "i",
);

/** Words before a credential that name its scheme. */
const SCHEME = oneOf(
  `
  bearer basic token apikey api-key api-token digest negotiate key jwt bot flyv1 sso-key genie[kK]ey splunk ntlm
  hmac oauth aws4-hmac-sha256
`,
  "i",
);

/** `Bearer x`, `token x`, `Basic x`: the word before the credential is no secret. */
function schemeEnd(value: string): number {
  const word = /^[A-Za-z0-9_-]{1,24}(?= )/.exec(value)?.[0].length ?? 0;
  return word > 0 && word < value.length - 4 && SCHEME.test(value.slice(0, word)) ? word + 1 : 0;
}
