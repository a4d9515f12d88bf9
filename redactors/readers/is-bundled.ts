import { pattern } from "../../kit/word-pattern.ts";
/** A user, host or account named near by: then even a plain word is a password. */
export function isBundled(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - 160), from);
  return BUNDLE.test(before + " " + text.slice(to, to + 120)) || USER_BEFORE.test(before);
}

const BUNDLE = pattern("i")`
    (?:^|[^a-z])(?:(?:db|ftp|mail|smtp|sql|ssh)?(?:user(?:[ _-]?name|[ _]?id)?|host(?:name)?)|login|server|
    account|db_?name|database|dbname|uid|ssid|e-?mail(?=["']?\s{0,3}(?:[:=]|=>)?\s{0,3}["']?[\w.+-]{1,64}@))
    (?:["']?(?:\s{0,3}(?:[:=]|=>)\s{0,3}|[ \t](?=["']?[\w.@-]+["']?[ \t]*\r?\n))["']?[\w$.@/-]{2,}|
    >[\w$.@-]{2,64}<)
  `;

/** `login bob password …`, `user 'bob' with password …`. */
const USER_BEFORE = /(?:login|user(?:name)?) (?!and |or )["']?[\w.@-]{2,48}["']?(?: there)?(?: with)? $/i;
