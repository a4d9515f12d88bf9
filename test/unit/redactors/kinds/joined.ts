import { alnum, github, strong, type Held } from "./made.ts";

const PASSWORD = strong(51);
const OTHER = strong(52);
const KEY = alnum(40, 54);
const TOKEN = github(55);
const [HEAD, TAIL] = [TOKEN.slice(0, 22), TOKEN.slice(22)];
const [FRONT, BACK] = [KEY.slice(0, 20), KEY.slice(20)];

/** A secret in several texts in quotes, or over the end of a line. */
export const JOINED: readonly Held[] = [
  ["joined by +", `const t = "${HEAD}" + "${TAIL}";`, TAIL],
  ["joined by + over lines", `const token = "${HEAD}" +\n  "${TAIL}";`, TAIL],
  ["joined by + of Java", `String apiKey = "${FRONT}"\n    + "${BACK}";`, FRONT, BACK],
  ["joined by . of PHP", `$t = '${HEAD}' . '${TAIL}';`, TAIL],
  ["joined by & of Basic", `Dim t = "${HEAD}" & "${TAIL}"`, TAIL],
  ["joined by & _ of Basic", `token = "${HEAD}" & _\n  "${TAIL}"`, TAIL],
  ["joined by .. of Lua", `local t = "${HEAD}" .. "${TAIL}"`, TAIL],
  ["joined by || of SQL", `SELECT '${HEAD}' || '${TAIL}';`, TAIL],
  ["joined by <> of Elixir", `t = "${HEAD}" <> "${TAIL}"`, TAIL],
  ["joined by ++ of Haskell", `t = "${HEAD}" ++ "${TAIL}"`, TAIL],
  ["side by side in C", `const char *t = "${HEAD}" "${TAIL}";`, TAIL],
  ["side by side in C, over lines", `static const char t[] =\n    "${HEAD}"\n    "${TAIL}";`, TAIL],
  ["side by side in Python", `token = ("${HEAD}"\n         "${TAIL}")`, TAIL],
  ["side by side in a shell", `export T='${HEAD}''${TAIL}'`, TAIL],
  [
    "in three pieces",
    `t = "${TOKEN.slice(0, 12)}" + "${TOKEN.slice(12, 26)}" + "${TOKEN.slice(26)}"`,
    TOKEN.slice(12, 26),
    TOKEN.slice(26),
  ],
  ["the prefix alone", `const t = "${TOKEN.slice(0, 4)}" + "${TOKEN.slice(4)}";`, TOKEN.slice(4)],
  ["in a list that is joined", `["${HEAD}", "${TAIL}"].join("")`, TAIL],
  ["a password in two pieces", `password = "${PASSWORD}" + "${OTHER}"`, PASSWORD, OTHER],
  ["with a \\ at the end of a line", `export T=${HEAD}\\\n${TAIL}`, TAIL],
  ["with a \\ in a string", `t = "${HEAD}\\\n${TAIL}"`, TAIL],
];
