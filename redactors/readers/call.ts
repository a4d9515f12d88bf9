import { pattern } from "../../kit/word-pattern.ts";
import { hasOwnShape } from "../judge/harmless-shapes.ts";
import { isRandom } from "../judge/is-random.ts";
import { isPlaceholder } from "../judge/placeholder.ts";
import { addByForm } from "../scan.ts";
import type { Scan } from "../scan.ts";

const MAX_CALL = 600;

/** Functions that take a password, each with the index of the password among the arguments, from 0. */
const PLACES: readonly (readonly [call: RegExp, place: number])[] = [
  [/_p?connect\($|mysqli\($|pdo\($|dbi->connect\($|getconnection\($|ftp_login\($|ldap_bind\($/, 2],
  // Python's drivers and clients, and Go's net/smtp.
  [/keyring\.set_password\($|(?:mysql|mssql|mysqldb)\.connect\($|^ftp(?:_tls)?\($|plainauth\($/, 2],
  [/basicauth\($|basic_auth\($|userpassword\($|cosmosclient\($|credentials\.basic\($|simple_bind(?:_s)?\($/, 1],
  // Keys for signatures, passwords of a network.
  [/jwt\.(?:sign|verify|encode|decode)\($|createhmac\($|wifi\.begin\($|algoliasearch\($/, 1],
  [/hmac\.new\($/, 0],
  [/credentials?\($/, 1],
  // sbt and Ivy take realm, host, user, password.
  [/credentials\($/, 3],
  [/login\($/, 1],
  [/auth=\($|\.auth\($/, 1],
];

/**
 * Finds the password in a call that takes it as plain text: `mysqli_connect("host", "user", "…")`, `new PDO(…)`,
 * `conn.login("user", "…")`, `SetBasicAuth("user", "…")`, `auth=("user", "…")`.
 */
export function findInCall(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  const name = text.slice(start, end).toLowerCase();
  const store = STORE.test(text.slice(Math.max(0, start - 8), end));
  for (const [call, place] of PLACES) if (call.test(name)) findAtPlace(scan, end, place, store);
}

/** Calls of databases and servers, in which the argument at the password's index is always a password. */
const STORE = /(?:mysqli?(?:_p?connect)?|pdo|dbi->connect|ftp_login|ldap_bind)\($/i;

function findAtPlace(scan: Scan, end: number, place: number, store: boolean): void {
  const { text } = scan;
  let at = end;
  let typed = store;
  for (let index = 0; index <= place; index++) {
    const match = ARGUMENT.exec(text.slice(at, Math.min(text.length, end + MAX_CALL)));
    if (match === null) return;
    const [whole, quote = "", value, behind = ""] = match;
    if (index === place && value !== undefined && isPassword(value, typed)) {
      const from = at + whole.length - behind.length - quote.length - value.length;
      addByForm(scan, "password", from, from + value.length, "medium", "call-password");
    }
    if (behind.endsWith(")")) return;
    typed ||= EMAIL.test(value ?? "");
    at += whole.length;
  }
}

/** One argument: a text in quotes, perhaps wrapped or converted, or a name; then a comma or the end of the call. */
const ARGUMENT = pattern()`
    ^\s{0,40}(?:(?:Some\(|b)?(\\?["'])((?:(?!\1)[^\\\n]){0,200})\1|[$\w.[\]'"-]{1,80})
    ((?:\)|\.\w{1,16}\(\))?\s{0,8}[,)])
  `;

/**
 * Whether an argument is a password, and neither a placeholder nor the name of a variable. A plain word is a password
 * only if `typed` is true: in a call of `STORE`, or behind an e-mail address.
 */
function isPassword(value: string, typed: boolean): boolean {
  if (value.length < 6 || /\s/.test(value) || isPlaceholder(value) || hasOwnShape(value)) return false;
  return isRandom(value) || /[0-9!@#$%^&*?]/.test(value) || (typed && /^[A-Za-z]{6,64}$/.test(value));
}

const EMAIL = /^[\w.+-]+@[\w-]+(?:\.\w+)+$/;
