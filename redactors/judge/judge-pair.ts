import { oneOf, pattern } from "../../kit/word-pattern.ts";
import type { Confidence, Finding } from "../finding.ts";
import { isSignature, promiseOf } from "./promise-of.ts";
import { pairAt, PASSWORD_VARIABLE, type Pair } from "./pair.ts";
import type { Promised } from "./promised.ts";
import { judgeValue, tellOfNone } from "./judge-value.ts";
import { NamedValue } from "./named-value.ts";
import { aroundOf } from "./opinion/around.ts";
import type { Place } from "./place.ts";
import { UUID } from "./value-traits.ts";

interface Judged {
  readonly kind: string;
  readonly confidence: Confidence;
  /** The index in the value at which the secret starts: 0, or the end of a scheme like `Bearer `. */
  readonly from: number;
}

/**
 * Judges whether a name and its value hold a secret, and how sure that is; `undefined` if they hold none. Readers find
 * pairs and their contexts; this function decides.
 */
function judgePair(pair: Pair, way: string, text: string | undefined): Judged | undefined {
  const { name, value: whole, promised = promiseOf(name), place, spans } = pair;
  if (promised === undefined) return undefined;
  const from = schemeEnd(whole);
  const value = unescaped(from === 0 ? whole : whole.slice(from));
  const none = NO_SECRETS.find((rule) => rule.holds(promised, name, value, place));
  if (none !== undefined) {
    tellOfNone(() => new NamedValue(promised, value, place, name), none.name, way);
    return undefined;
  }
  const at = from > 0 ? { ...place, data: true } : place;
  const look = text === undefined ? undefined : () => aroundOf(text, spans[0]![0] + from, spans.at(-1)![1]);
  const confidence = judgeValue(new NamedValue(meantBy(promised, name, place), value, at, name, look), way);
  return confidence && { kind: promised.kind, confidence, from };
}

/** What name and value say together, so that the value is no secret whatever it looks like. */
export const NO_SECRETS: readonly {
  readonly name: string;
  readonly holds: (promised: Promised, name: string, value: string, place: Place) => boolean;
}[] = [
  // A signature gives no access, unless it is in the query of a URL.
  {
    name: "signature",
    holds: (promised, name, _value, place) => promised.strength !== "password" && isSignature(name) && !place.query,
  },
  { name: "repeats its name", holds: (key, name, value) => saysItself(name, value, key) },
  { name: "label and its translation", holds: (_key, name, value, place) => isLabelled(name, value, place) },
];

/** A value whose letters beyond ASCII code spells as escapes (`\\u041f`), as a reader of the running program sees it. */
function unescaped(value: string): string {
  return value.includes("\\u")
    ? value.replace(/\\{1,4}u(?!00[0-7])([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : value;
}

/** The ways of pairs whose readers name none. */
const WAY_OF_SYNTAX: Readonly<Record<Pair["syntax"], string>> = {
  keyed: "name and value",
  column: "column of a table",
  row: "row of a table",
  "sql-insert": "row of SQL",
  "sql-copy": "row of a dump",
  "respelled-pair": "name and value, backwards or in ROT13",
};

/**
 * The findings of a pair, one for each of its spans; none if the pair holds no secret.
 * @param text the text in which the pair's spans are; `undefined` if the value stands alone
 * @param way how the text joins name and value, for `explain`
 */
export function secretsOf(pair: Pair, text?: string, way = WAY_OF_SYNTAX[pair.syntax]): Finding[] {
  const judged = judgePair(pair, pair.row === undefined ? way : `${way}: ${pair.row}`, text);
  if (judged === undefined) return [];
  const { kind, confidence, from } = judged;
  const rule = pair.syntax.includes("-") ? pair.syntax : `${pair.syntax}-${kind}`;
  return pair.spans
    .map(([start, end], at): Finding => ({ rule, kind, span: [at === 0 ? start + from : start, end], confidence }))
    .filter(({ span }) => span[1] > span[0]);
}

/** The most characters of a name. A longer text is no name. */
const MAX_NAME = 80;

/**
 * The secret in a whole text that has a name, as in JSON; `undefined` if it holds none.
 * @param isBundled whether a name like user or host stands beside the text
 * @param isPaired whether the name is the value of another field, as in `{"name": …, "value": …}`, and so no label
 */
export function findInField(name: string, value: string, isBundled: boolean, isPaired = false): Finding | undefined {
  if (name.length > MAX_NAME) return undefined;
  const constant = !/[a-z]/.test(name);
  const setting = isPaired && PASSWORD_VARIABLE.test(name);
  const place = { quoted: true, data: true, constant, setting, bundled: () => isBundled };
  return secretsOf(pairAt(0, { name, value, place, syntax: "keyed" }), undefined, "field of a structured text")[0];
}

/**
 * The judgement of the name, adjusted to its context: less certain for a name with a verb, stronger for a credential in
 * a URL's query.
 */
function meantBy(promised: Promised, name: string, { behindSign, query }: Place): Promised {
  // A name with a verb is a function or the key of a text about it: `envGetSecret: "stable"`, `addPassword =
  // "#add-password"`.
  if (behindSign && promised.exact && VERB.test(name.slice(name.lastIndexOf(".") + 1)))
    return { ...promised, exact: false };
  return query && promised.strength === "hint" && QUERY_KEYS.test(name)
    ? { ...promised, strength: "secret" }
    : promised;
}

/** Whether the value repeats the name, or a part of it. */
function saysItself(name: string, value: string, promised: Promised): boolean {
  const lowerName = name.toLowerCase();
  const lower = value.toLowerCase();
  // The value repeats the end of the name: `exports.JWTAccess = JWTAccess`.
  if (value.length <= name.length + 4 && lowerName.endsWith(lower.replace(/[\\"'`]/g, ""))) return true;
  // The value is the name of a field beside it: `equal('newPassword', 'newPassword2')`.
  if (/[a-z][A-Z]/.test(name) && value.startsWith(name) && /^\d?$/.test(value.slice(name.length))) return true;
  // The value is the beginning of a constant's name.
  if (/^[A-Z]\w*_\w+$/.test(value) && name.startsWith(`${value}_`)) return true;
  // The value repeats the beginning of the name: `encodedPassword = "encoded"`. And a `clientToken` that is a UUID is
  // the id of a request.
  if (/^[a-z]{4,}ed$/.test(value) && lowerName.startsWith(value)) return true;
  if (/(?:^|\.)[cC]lient(?:Request)?Token$/.test(name) && UUID.test(value)) return true;
  // The value is a variable of the same kind of token: `SigninToken = signinjwt`.
  const kindOfToken = promised.kind === "token" ? /^[A-Z]?[a-z]{3,}(?=[A-Z])/.exec(name)?.[0].toLowerCase() : undefined;
  if (kindOfToken !== undefined && lower.startsWith(kindOfToken) && /^[a-z]+$/.test(value)) return true;
  // The value is the number of an error: `ERR_INVALID_PASSWORD = 404006`.
  if (/^\d{1,8}$/.test(value) && FAULT.test(name)) return true;
  // The value is the name of a secret: `DB_KEY = "DPoPKeys"`, `secret "default-token-9xk2m" not found`.
  return promised.strength !== "password" && NAME_OF_SECRET.test(value);
}

const NAME_OF_SECRET =
  /^[A-Za-z]*[a-zA-Z](?:Key|Token|Secret|Password|Credential)s?$|^(?:[a-z]{2,}-)+(?:token|secret|credential)s?(?:-[a-z0-9]{2,6}){0,2}$/;

const FAULT = /(?:^|[\W_])(?:ERR|ERROR|INVALID|INCORRECT|WRONG|MISSING|EXPIRED|FAILED|UNKNOWN)_/;

/**
 * Whether name and value are an interface's label and its translation: `"Admin Password": "…-adgangskode"`, `"Secret":
 * "Skrivnost"`.
 */
function isLabelled(name: string, value: string, { label }: Place): boolean {
  if (label === undefined) return false;
  if (IN_LANGUAGE.test(value) || SENTENCE.test(value)) return true;
  return label === "phrase"
    ? /^[A-Za-z\x80-\uffff -]+$/.test(value)
    : /^[A-Z][a-z]+$/.test(name) && /^[A-Z][a-z\x80-\uffff]+$/.test(value);
}

/** Words, perhaps with a template, with a letter beyond ASCII among these and no digit. */
const IN_LANGUAGE = /^(?=[^]*[^\0-\x7f])(?:[A-Za-z\x80-\uffff .,:;!?'’()-]|\{\{\w{1,24}\}\})+$/;
/** One word or several ones that end as a sentence or a label does. */
const SENTENCE = /^[A-Z][A-Za-z' -]*[a-z](?:[.:]|\.{3})$/;

/** A name that begins with a verb and a capital letter: the name of a function, or the key of a text about one. */
const VERB = pattern()`
    ^(?:[a-z]+Get|get|set|add|save|show|hide|toggle|reset|forgot|change|update|create|generate|validate|has|is|use|
    with|on|handle|render|fetch|load|read|parse|find)[A-Z]|^(?:update|reset|forgot|change)_
  `;

/** Names that mean a credential in the query of a URL, and are only hints at any other place. */
const QUERY_KEYS = oneOf(
  `
  app_?id sig signature x-amz-signature x-goog-signature code auth key session sid sessionid hmac otp salt nonce
`,
  "i",
);

/** Schemes of authentication, which stand before a credential. */
const SCHEME = oneOf(
  `
  bearer basic token apikey api-key api-token digest negotiate key jwt bot flyv1 sso-key genie[kK]ey splunk ntlm
  hmac oauth aws4-hmac-sha256
`,
  "i",
);

/**
 * The length of the scheme before a credential (`Bearer x`, `token x`, `Basic x`), with the blank behind it; 0 if there
 * is no scheme.
 */
function schemeEnd(value: string): number {
  const word = /^[A-Za-z0-9_-]{1,24}(?= )/.exec(value)?.[0].length ?? 0;
  return word > 0 && word < value.length - 4 && SCHEME.test(value.slice(0, word)) ? word + 1 : 0;
}
