import { alnum, encoded, hex, type Harmless, type Held } from "./made.ts";

const A = alnum(12, 2301);
const B = alnum(12, 2311);
const T = hex(22, 2321);
const U = hex(22, 2331);
/** 40 letters and digits, as many as a secret key of AWS has. */
const KEY = alnum(40, 2341);
const SIXTY_FOUR = `+${encoded(64, 2351).slice(1)}`;
const PARTED = ["n7UGpp2W4", ",iDnl9ih", "xQ.T5oAfRO"].join("");
const MIXED = ["пар", "оль!ё", "@ж#з$", "и%"].join("");

/** Tables with several columns of secrets, and values that once passed for code or for other lines. */
export const TABLES: readonly Held[] = [
  ["two columns of secrets in CSV", `user,password,token\nbob,${A},${T}\neve,${B},${U}\n`, A, B, T, U],
  ["two columns of secrets in Markdown", `| user | password | token |\n|--|--|--|\n| bob | ${A} | ${T} |\n`, A, T],
  ["two columns of secrets with tabs", `user\tpassword\ttoken\nbob\t${A}\t${T}\n`, A, T],
  ["two columns of secrets with blanks", `NAME  PASSWORD      TOKEN\nbob   ${A}  ${T}\neve   ${B}  ${U}\n`, A, B, T, U],
  ["credentials of a user of AWS", `User name,Password,Access key ID,Secret access key\nbob,${A},,${KEY}\n`, A, KEY],
  ["a column of secrets behind an empty one", `api_key,password\n-,${A}\n`, A],
  ["a heading that another one stands before", `--password\trootpassword\na\t${A}\n`, A],
  ["two columns in a string of JSON", JSON.stringify({ output: `user,password,token\nbob,${A},${T}` }), A, T],
  ["the first line of a block that is no secret", `db_password: |\n  ${A}\n  more_lines_here\n`, A],
  ["a row of name, value and kind", `DB_PASSWORD\t${A}\tconstant\n`, A],
  ["commas and dots in a password", `GENERATED ROOT PASSWORD: ${PARTED},\n`, PARTED],
  ["a user of SNMP", `createUser monitor SHA "${A}" AES "${B}"\n`, A, B],
  ["a password below its command", `$ argocd admin initial-password -n argocd\n${A}\n`, A],
  ["a password before what must be done", `${A}\n\n This password must be only used for first time login.\n`, A],
  ["64 bytes behind a name in a call", `connect(account_key=${SIXTY_FOUR})`, SIXTY_FOUR],
  ["64 bytes in a sentence", `use client_secret=${SIXTY_FOUR} there`, SIXTY_FOUR],
  ["signs and letters beyond ASCII", `password = "${MIXED}"`, MIXED],
  ["a text that is piped to a name in German", `echo ${A} | vercel env add DB_KENNWORT production`, A],
];

/** Tables and texts with the words of a heading that hold no secret. */
export const TABLES_HARMLESS: readonly Harmless[] = [
  ["a heading with a value on the next line", `user,token\n  value: process.env.TOKEN,${A}\n`],
  ["an argument with a field behind", "connect(password: typed, userName.first, x.y)"],
  ["words about users of SNMP", "A line of createUser has SHA or MD5, and AES or DES , before its texts.\n"],
  ["a sentence before what must be done", "Choose one with care.\n\nThis password must be changed soon.\n"],
  ["two columns of words", "user,password_policy,token_type\nbob,strict2,bearer\n"],
];
