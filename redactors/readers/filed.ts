import { pattern } from "../../kit/word-pattern.ts";
import { isLabel } from "../judge/typed-values.ts";

/** Characters on either side in which the other settings of a login are looked for. */
const AROUND = 400;
/** Words of manuals and templates, and words for no value. */
const TEMPLATE = pattern("i")`
    ^(?:my[-_ ]|my(?:pass(?:word|wd)?|pwd?|secret|token|key|value)\d{0,2}$|your|some[-_ ]|the[-_ ]|an?[-_ ]|
    enter|insert|change|replace|example|sample|test|dummy|fake|mock|x{3,}|\*+|\.+|n/a|null|nil|none|
    undefined|true|false|empty|required|optional|string|text|hidden|default|todo)|here$|[{}<>$%()[\]|\s]
  `;
const CONSTANT = /^[A-Z_]+$/;

/** A word that could be a password in a place which holds nothing else. */
export function isFiled(value: string): boolean {
  return value.length >= 4 && value.length <= 64 && !TEMPLATE.test(value) && !CONSTANT.test(value);
}

/**
 * Whether a user and a host of one's own stand beside the password under names of the same form: `db.user=…`,
 * `"username": "…"`, `$config['db_user'] = '…'`.
 */
function isInLogin(text: string, name: string, start: number, around: string): boolean {
  const [, prefix] = /^([\w.-]*?[._-]|)(?:pass|passwd|password|pwd)$/i.exec(name) ?? [];
  if (prefix === undefined || prefix.length > 24) return false;
  const stem = prefix.replace(/[.-]/g, "\\$&");
  const is = `["']?\\]?[ \\t]{0,3}(?:[:=]|=>)[ \\t]{0,3}`;
  const opens = `(?:^|\\n|[{,;])[ \\t]{0,16}(?:export |\\$\\w{1,16}\\[)?["']?${stem}`;
  return (
    new RegExp(`${opens}$`, "i").test(`\n${text.slice(Math.max(0, start - AROUND), start)}${prefix}`) &&
    new RegExp(
      `${opens}(?:user|username|user_name|login|usr)${is}["']?(?!\\$|%|<|\\{|(?:user|username)\\b)[\\w.@+-]`,
      "i",
    ).test(around) &&
    new RegExp(
      `${opens}(?:host|hostname|server|servername|address|url|uri)${is}["']?(?:[\\w:/]*//)?([\\w-]+\\.)+\\w`,
      "i",
    ).test(around) &&
    !EXAMPLE_HOST.test(around)
  );
}

const EXAMPLE_HOST = /\bexample\b|127\.0\.0\.1|localhost/i;

/**
 * Whether `name`, at `start`, stands among the settings of a login, in a file that exists to hold them: then its value
 * is the password, however weak.
 */
export function isInFile(text: string, name: string, start: number, value: string): boolean {
  const before = text.slice(Math.max(0, start - AROUND), start);
  const behind = text.slice(start + name.length, start + name.length + AROUND);
  const around = `${before}\n${behind}`;
  // `IRC_HOST=…` beside `IRC_PASS=…`.
  const prefix = /^([A-Z][A-Z0-9]*_)(?:PASS|PASSWD|PASSWORD|PW)$/.exec(name)?.[1];
  if (prefix !== undefined && /(?:^|\n)(?:export )?$/.test(before))
    return new RegExp(`(?:^|\\n)(?:export )?${prefix}(?:NICK|NICKNAME|SERVER|REALNAME|NAME|LOGIN)=[^\\s$<{]`).test(
      around,
    );
  // The tag of a connection, with its host.
  const tag = /<[\w.:-]{2,40}\s[^<>]{0,360}$/.exec(before)?.[0];
  if (tag !== undefined) {
    const whole = tag + (/^[^<>]{0,360}/.exec(behind)?.[0] ?? "");
    return (
      /\s(?:user|username|userName|login)="[^"{$]/.test(whole) &&
      /\s(?:host|hostname|url|port|driver|roles)="[^"{$]/i.test(whole)
    );
  }
  // A line for each setting, as programs that send mail have it.
  if (/(?:^|\n)[ \t]*$/.test(before) && text[start + name.length] === " ")
    return (
      /(?:^|\n)[ \t]*(?:username|user|login)[ \t]+"[^"\n{$]{2,}"[ \t]*(?:\r?\n|$)/.test(around) &&
      /(?:^|\n)[ \t]*(?:hostname|host|server|identity)[ \t]+\S/.test(around)
    );
  // Statements of PHP, for the database's login.
  if (/^db_?pass/i.test(name) && text[start - 1] === "$")
    return (
      /\$db_?(?:user|usr|uname)\w{0,6}\s{0,3}=\s{0,3}["'][^"'$]/i.test(around) &&
      /\$db_?(?:host|server)\w{0,6}\s{0,3}=\s{0,3}["']/i.test(around)
    );
  if (!isLabel(value) && isInLogin(text, name, start, around)) return true;
  return (
    name === "DB_PASSWORD" &&
    /\bdefine\(\s{0,4}["']$/.test(before) &&
    /define\(\s{0,4}["']DB_USER["'],\s{0,8}["'](?!user)/.test(around) &&
    /define\(\s{0,4}["']DB_HOST/.test(around)
  );
}
