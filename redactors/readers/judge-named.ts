import { oneOf, pattern } from "../../kit/word-pattern.ts";
import { ALNUM, runEnd } from "../charset.ts";
import { isTypeName } from "../judge/harmless-shapes.ts";
import { judgeKey } from "../judge/judge-key.ts";
import type { KeyClass } from "../judge/judge-name.ts";
import { judgeValue, UUID } from "../judge/judge-value.ts";
import { isWeakPassword } from "../judge/placeholder.ts";
import { MAX_TRIES, note } from "../scan.ts";
import type { Scan } from "../scan.ts";
import type { Value } from "./value.ts";
import { isFiled, isInFile } from "./filed.ts";
import { isPublic } from "./is-public.ts";
import { isLineStart, isQuery } from "./named.ts";
import type { Operator } from "./operator-forms.ts";
import { inConnectionString, isAssigned, isBareSetting, isBundled, isOwned, isSetting } from "./setting.ts";

/** Notes a value behind its name as a finding, unless what it is or what stands around it says that it is no secret. */
export function judgeNamed(
  scan: Scan,
  key: KeyClass,
  name: string,
  whole: Value,
  quoted: boolean,
  operator: Operator,
  nameStart: number,
): void {
  const { text } = scan;
  if (whole.end !== scan.valueEnd) scan.valueTries = 0;
  scan.valueEnd = whole.end;
  if (++scan.valueTries > MAX_TRIES) return;
  const start = afterScheme(text, whole);
  if (!quoted && isTypeName(text, start, whole.end)) return;
  const value = text.slice(start, whole.end);
  if (!quoted && isMember(value)) return;
  if (key.strength === "password" && key.exact && isFiled(value) && isInFile(text, name, nameStart, value))
    return note(scan, key.kind, start, whole.end, "low", "filed-password");
  if (isPublic(text, key, name, nameStart, value)) return;
  // Vim's variables have their scope before them.
  if (!quoted && /^[abglstvw]:[A-Za-z_]+$/.test(value)) return;
  // `exports.JWTAccess = JWTAccess` says the name again.
  if (value.length <= name.length + 4 && name.toLowerCase().endsWith(value.replace(/[\\"'`]/g, "").toLowerCase()))
    return;
  if (/^[A-Za-z]+$/.test(value) && value.toLowerCase().includes(name.toLowerCase()) && !mayBeTyped(key, value)) return;
  // What code does, and texts about it: `envGetSecret: "stable"`, `addPassword = "#add-password"`.
  if (operator.kind === "assign" && key.exact && VERB.test(name.slice(name.lastIndexOf(".") + 1)))
    return judgeNamed(scan, { ...key, exact: false }, name, whole, quoted, operator, nameStart);
  // A label of an interface, and a word of a translation: `"Admin Password": "…-adgangskode"`, `"Secret": "Skrivnost"`.
  if (
    quoted &&
    "\"'".includes(text[operator.nameEnd] ?? " ") &&
    (text[nameStart - 1] === " "
      ? /^[A-Za-z\x80-\uffff -]+$/.test(value)
      : /^[A-Z][a-z]+$/.test(name) && /^[A-Z][a-z\x80-\uffff]+$/.test(value))
  )
    return;
  // The name once more, as constants are written: `DecodeJwt: "DECODE_JWT"`.
  if (value.replace(/_/g, "").toLowerCase() === name.replace(/_/g, "").toLowerCase()) return;
  // What the name says, as constants are written: `KRB5_PASSWORD_ENV = "KRB5_PASSWORD"`, `encodedPassword = "encoded"`.
  if (/^[A-Z]\w*_\w+$/.test(value) && name.startsWith(`${value}_`)) return;
  if (/^[a-z]{4,}ed$/.test(value) && name.toLowerCase().startsWith(value)) return;
  if (/(?:^|\.)[cC]lientToken$/.test(name) && UUID.test(value)) return;
  // A test's counter behind the name itself.
  if (value.toLowerCase().startsWith(`${name.toLowerCase()}-`) && /-\d+$/.test(value)) return;
  // What a badge shows is public.
  if (isQuery(text, nameStart) && /\.svg\?[\w=&-]{0,24}$/.test(text.slice(Math.max(0, nameStart - 32), nameStart)))
    return;
  const data =
    operator.kind === "element" ||
    operator.kind === "space" ||
    operator.kind === "attribute" ||
    isLineStart(text, nameStart) ||
    isQuery(text, nameStart) ||
    isForm(text, whole) ||
    text[nameStart] === "-" ||
    inConnectionString(text, nameStart, operator) ||
    name.startsWith("ansible_") ||
    !/[a-z]/.test(name) ||
    start > whole.start;
  const strong =
    key.strength === "hint" && isQuery(text, nameStart) && QUERY_KEYS.test(name)
      ? ({ ...key, strength: "secret" } as const)
      : key;
  const confidence = judgeValue(strong, value, {
    quoted,
    data,
    constant: !/[a-z]/.test(name),
    bundled: () => (!operator.says && isBundled(text, nameStart, whole.end)) || /cleartext/i.test(name),
    owned: () => isOwned(text, nameStart),
    setting: isSetting(text, name, nameStart, quoted, operator),
    assigned: quoted
      ? isAssigned(text, name, nameStart, value, operator)
      : isBareSetting(text, whole, nameStart, operator),
  });
  if (confidence !== undefined) note(scan, key.kind, start, whole.end, confidence, `keyed-${key.kind}`);
}

/** A part of something that is named as what it holds: `password: this.password`, `uri.password`. */
function isMember(value: string): boolean {
  return (
    value.includes(".") && /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(value) && judgeKey(value)?.exact === true
  );
}

/** The first field of a form: another one follows. */
function isForm(text: string, { end }: Value): boolean {
  return text[end] === "&" && /^&[\w.%[\]-]{1,40}=/.test(text.slice(end, end + 44));
}

/** A verb first, then a great letter: a function, or an entry about what it does. */
const VERB = pattern()`
    ^(?:[a-z]+Get|get|set|add|save|show|hide|toggle|reset|forgot|change|update|create|generate|validate|has|
    is|use|with|on|handle|render|fetch|load|read|parse|find)[A-Z]|^update_
  `;

/**
 * Says what it is and may be one all the same: `rootpassword`. The name of a variable has a great letter where its
 * words meet.
 */
function mayBeTyped(key: KeyClass, value: string): boolean {
  return isWeakPassword(value) || (key.strength === "password" && /^[a-z]+$/.test(value));
}

/** In a query these are credentials. */
const QUERY_KEYS = oneOf(
  `
  app_?id sig signature x-amz-signature x-goog-signature code auth key session sid sessionid hmac otp salt nonce
`,
  "i",
);

/** What says how the credential is meant, before it. */
const SCHEME = oneOf(
  `
  bearer basic token apikey api-key api-token digest negotiate key jwt bot flyv1 sso-key genie[kK]ey splunk ntlm
  hmac oauth aws4-hmac-sha256
`,
  "i",
);

/** `Bearer x`, `token x`, `Basic x`: the word before the credential is no secret. */
function afterScheme(text: string, value: Value): number {
  const word = runEnd(text, value.start, ALNUM | 64, value.start + 24);
  if (text[word] !== " " || word >= value.end - 4) return value.start;
  return SCHEME.test(text.slice(value.start, word)) ? word + 1 : value.start;
}
