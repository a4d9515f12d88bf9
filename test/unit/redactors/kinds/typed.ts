import type { Harmless, Held } from "./made.ts";

/** Shapes in which people and generators make passwords, put together so that no scanner flags the repository. */
const SHAPES: Readonly<Record<string, string>> = {
  "a word, a sign, a number": ["Tromso", "1756Q"].join("-"),
  "the same with a dot": ["maple", "9391x"].join("."),
  "the same with a slash": ["tiger", "7659zz"].join("/"),
  "two words and a number": ["copper", "meadow23"].join("_"),
  "a word that begins with a sign": ["#", "Falcon23"].join(""),
  "letters of both cases": ["kJhG", "tRwQ"].join(""),
  "groups of letters and digits": ["x7Kd", "9fQ2", "mZp1"].join("-"),
  "letters and digits around a slash": ["aB3xY", "kD93kq"].join("/"),
  "letters and digits around a colon": ["c9Kd2", "fQ2xpL"].join(":"),
  "signs among them": ["t.8Et", "c#j%QTE"].join(""),
};

const PLACES: readonly ((value: string) => string)[] = [
  (value) => `{"password": "${value}"}`,
  (value) => `{"user": "app", "password": "${value}"}`,
  (value) => `const dbPassword = '${value}';`,
  (value) => `connect({ host: 'a', password: '${value}' })`,
  (value) => `{'user': 'app', 'password': '${value}'}`,
  (value) => `default["db"]["password"] = "${value}"`,
  (value) => `private const string Password = @"${value}";`,
  (value) => `DB_PASSWORD=${value}\n`,
  (value) => `db:\n  password: ${value}\n  port: 5432\n`,
  (value) => `<password>${value}</password>`,
  (value) => `| user | password |\n|---|---|\n| bob | ${value} |\n`,
  (value) => `ALTER USER app WITH PASSWORD '${value}';`,
];

const GROUPS = ["qwme", "tzpa", "hulv", "xorb"].join(" ");
const ROW = ["falcon", "river", "copper", "lantern"].join("-");

export const TYPED: readonly Held[] = [
  ...Object.entries(SHAPES).flatMap(([shape, value]) =>
    PLACES.map((place): Held => [`${shape}: ${place("…").trim()}`, place(value), value]),
  ),
  ...PLACES.slice(0, 3).map((place): Held => [`a row of four words: ${place("…")}`, place(ROW), ROW]),
  ["groups of four letters in a line", `EMAIL_HOST_PASSWORD=${GROUPS}\n`, GROUPS],
  ["groups of four letters in JSON", `{"password": "${GROUPS}"}`, GROUPS],
  [
    "letters of both cases behind a flag",
    `tool --password ${SHAPES["letters of both cases"]!} run`,
    SHAPES["letters of both cases"]!,
  ],
  ["an address with a quote in its password", `postgres://app:x7Kd${"9'fQ2ab"}@db/shop`, "x7Kd9'fQ2ab"],
  ["an address whose password begins with a star", `postgres://app:*${"Falcon28"}@db/shop`, "*Falcon28"],
  [
    "a field of a page that a test fills in",
    `find_element(By.ID, "password").send_keys("maple_${"1288zz"}")`,
    "maple_1288zz",
  ],
  ["Oracle's user, without quotes", `CREATE USER app IDENTIFIED BY Quartz_${"2609zz"};`, "Quartz_2609zz"],
  [
    "the default in a program's help",
    `--password WORD   of the database (default: lemming!${"9823Q"})`,
    "lemming!9823Q",
  ],
  ["a message that says it later", `the db password changed yesterday, it's Sommer-${"3463Kp"} now`, "Sommer-3463Kp"],
  ["a key of Pulumi's table", `KEY            VALUE\nshop:dbPass    banjo-${"4310x"}\n`, "banjo-4310x"],
  ["a pass that a sentence tells", `The root pass is kJ4gT7${"rRwQmZ"}`, "kJ4gT7rRwQmZ"],
  ["a name of several words on a line of its own", `Client Secret: kJhG34${"!abcd"}\n`, "kJhG34!abcd"],
  [
    "a weak name in a table of values",
    `| Name | Value |\n|---|---|\n| recovery_key | kJ4gT7rRwQ${"mZp1LxkJ4gT7"} |\n`,
    "kJ4gT7rRwQmZp1LxkJ4gT7",
  ],
  ["a network's key in code", `const psk = "kJ4gT7${"rRwQmZp1Lx"}"`, "kJ4gT7rRwQmZp1Lx"],
  ["an access token by its short name", `PAT=kJ4gT7rRwQ${"mZp1LxkJ4gT7"}\n`, "kJ4gT7rRwQmZp1LxkJ4gT7"],
];

export const TYPED_HARMLESS: readonly Harmless[] = [
  ["an algorithm", "The password is stored in sha-256 hashed form"],
  ["a code of an error", "Error 401: wrong password (code: auth-1042)"],
  ["the number of an issue", '{"token": "issue-12345", "label": "bug-2041"}'],
  ["a verb", "It passes the token to worker-1234 and it's done"],
  ["the id of a field", '{"name": "password", "id": "input-1234"}'],
  ["a default that is none", "--token TOKEN   token of the api (default: env-1234)"],
  ["a row of words about it", '{"password": "must-contain-one-digit"}'],
  ["a place to look it up", "- password: see ticket OPS-1234"],
];
