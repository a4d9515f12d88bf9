import { pattern } from "../../../kit/word-pattern.ts";
import { isVendor, namesIn } from "../../rules/vendors.ts";
import { PASSWORD_VARIABLE } from "../../judge/pair.ts";
import { BARE_SETTING, isDeclared, isLineStart } from "./place-of-name.ts";
import type { Operator } from "./operator.ts";
import type { Value } from "./value.ts";

/**
 * Whether an operator assigns a value to its name. For a value of several words a colon is not enough, since the words
 * may be a message.
 */
export function isAssigned(value: string, { kind, isStatement }: Operator): boolean {
  return kind === "two-fields" || (/\s/.test(value) ? isStatement : kind === "assign");
}

/** Whether a name and its value stand alone on the line or in the element: `AdminPassword=…`, `<Pass>…</Pass>`. */
export function isBareSetting(text: string, value: Value, nameStart: number, operator: Operator): boolean {
  if (operator.kind === "enclosed" || operator.kind === "two-fields") return text[value.end] === "<";
  if (inConnectionString(text, nameStart, operator)) return ";\"'".includes(text[value.end] ?? "x");
  return (
    operator.tight && operator.isStatement && isLineStart(text, nameStart) && "\r\n\0".includes(text[value.end] ?? "\n")
  );
}

/** Whether a name stands before the password in a connection string of a database's driver: `;Password=…`. */
export function inConnectionString(text: string, nameStart: number, operator: Operator): boolean {
  return (
    operator.tight &&
    operator.isStatement &&
    text[nameStart - 1] === ";" &&
    /^(?:password|pwd)$/i.test(text.slice(nameStart, operator.nameEnd))
  );
}

/**
 * Whether a name is that of a program's setting. If the value is in quotes, no blanks may stand around the sign, and
 * the name must begin its line, as in a shell. In code there are blanks.
 */
export function isSetting(text: string, name: string, nameStart: number, quoted: boolean, operator: Operator): boolean {
  if (operator.kind === "words")
    return BARE_SETTING.test(name) || (isDeclared(text, nameStart) && PASSWORD_VARIABLE.test(name));
  if (!SETTING_NAME.test(name) && !PASSWORD_VARIABLE.test(name)) return false;
  if (operator.kind === "item")
    return /\bdefine\(\s{0,4}["']$/.test(text.slice(Math.max(0, nameStart - 16), nameStart));
  // The name of an environment variable is a setting and no label: `{"name": "DB_PASSWORD", "value": "…"}`.
  if (operator.kind === "two-fields" && PASSWORD_VARIABLE.test(name)) return true;
  return !quoted || (operator.tight && operator.isStatement && isLineStart(text, nameStart));
}

/**
 * Names of settings, as in the environment or in the configuration of a server, a data source, a store. Labels of an
 * interface do not have such names.
 */
const SETTING_NAME = pattern("i")`
    ^(?:(?!.*(?:label|title|message|error|text|placeholder)).*(?:datasource|jdbc|hibernate|connection|
    spring|mysql|postgres|mariadb|mongo|redis|smtp|imap|ldap|kafka|rabbit|elastic|keystore|truststore|store|
    remote)[\w.-]*|(?:admin|root|db|database|master|user|sa)_)(?:password|passwd|passphrase|pwd|pass)$
  `;

/**
 * Whether a word for a user, a host or an account stands near `[from, to)`. Beside such a word even a plain word is a
 * password.
 */
export function isBundled(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - 160), from);
  return BUNDLE.test(before + " " + text.slice(to, to + 120));
}

const BUNDLE = pattern("i")`
    (?:^|[^a-z])(?:(?:db|ftp|mail|smtp|sql|ssh)?(?:user(?:[ _-]?name|[ _]?id)?|host(?:name)?)|login|server|
    account|db_?name|database|dbname|uid|ssid|e-?mail(?=["']?\s{0,3}(?:[:=]|=>)?\s{0,3}["']?[\w.+-]{1,64}@))
    (?:["']?(?:\s{0,3}(?:[:=]|=>)\s{0,3}|[ \t](?=["']?[\w.@-]+["']?[ \t]*\r?\n))["']?[\w$.@/-]{2,}|
    >[\w$.@-]{2,64}<)
  `;

/** Whether a service is named in the 100 characters before `from`: `calling Algolia … key=`. */
export function isOwned(text: string, from: number): boolean {
  return namesIn(text.slice(Math.max(0, from - 100), from)).some(isVendor);
}
