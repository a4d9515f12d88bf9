import { describe, expect, test } from "vitest";

import { HINT_RULES } from "../../../../redactors/judge/judge-hint.ts";
import { judgeName } from "../../../../redactors/judge/judge-name.ts";
import { PASSWORD_RULES } from "../../../../redactors/judge/judge-password.ts";
import { decide, firstRule } from "../../../../redactors/judge/judge-rule.ts";
import { judgeValue, VALUE_RULES } from "../../../../redactors/judge/judge-value.ts";
import { WORD_RULES } from "../../../../redactors/judge/judge-word.ts";
import type { KeyClass } from "../../../../redactors/judge/key-class.ts";
import { NamedValue, type ValueRule, type ValueVerdict } from "../../../../redactors/judge/named-value.ts";
import type { ValueContext } from "../../../../redactors/judge/value-traits.ts";

const PASSWORD: KeyClass = { strength: "password", kind: "password", exact: true, typed: false };
const SECRET: KeyClass = { strength: "secret", kind: "secret", exact: true, typed: true };
const TOKEN: KeyClass = { strength: "secret", kind: "token", exact: true, typed: false };
const API_KEY: KeyClass = { strength: "secret", kind: "api-key", exact: true, typed: false };
const HINT: KeyClass = { strength: "hint", kind: "api-key", exact: true, typed: false };
const HINT_SECRET: KeyClass = { ...HINT, kind: "secret" };

const BARE: ValueContext = { quoted: false, data: false, constant: false, bundled: () => false };
const DATA: ValueContext = { ...BARE, data: true };
const SCRAMBLED: ValueContext = { ...BARE, scrambled: true };
const QUOTED: ValueContext = { ...BARE, quoted: true };
const ASSIGNED: ValueContext = { ...BARE, assigned: true };
const BESIDE_USER: ValueContext = { ...QUOTED, bundled: () => true };

/** Puts a value together at run time, so that no scanner finds one in this file. */
const made = (...parts: string[]) => parts.join("");

const SIXTY_FOUR = "q8Zr".repeat(2) + "V3nT6yLw".repeat(9) + "Kd4+Pm==";
const SALT = made("b!7v", ")Q2}~;k*9#Lr", "|w+X8@%zT^4&n=Ge<5", ",P0-hJ6?cY:u1");

type Sample = readonly [rule: string, key: KeyClass, value: string, place: ValueContext, verdict: string];

/** A value for each rule. */
const VALUES: readonly Sample[] = [
  ["fingerprint", API_KEY, made("SHA256:", "uNiVztksCsDhcc0u9e8BrJQX", "VUpKZIDTMczCvj3tD2s"), SCRAMBLED, "none"],
  ["scrambled word", PASSWORD, "abc", SCRAMBLED, "medium"],
  ["label", PASSWORD, "Passwort", BESIDE_USER, "none"],
  ["bytes", SECRET, made("\\x8f3a", "Zq81Lm20"), QUOTED, "none"],
  ["contribsys", SECRET, made("cafebabe:", "deadbeef"), QUOTED, "medium"],
  ["salt", SECRET, SALT, QUOTED, "low"],
  ["named password", PASSWORD, "shoppasswd", { ...DATA, setting: true }, "low"],
  ["placeholder", PASSWORD, "shop_test", { ...DATA, setting: true }, "none"],
  ["other format", HINT_SECRET, "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUM1ekND", QUOTED, "none"],
  ["text", SECRET, "le%20jardin%20vert", QUOTED, "none"],
  ["sealed secret", SECRET, "AgBy" + "3i4OJSWK".repeat(90), BARE, "none"],
  ["address of a chain", TOKEN, "0x" + "5aAeb6053F3E94C9b9A0".repeat(2), QUOTED, "none"],
  ["table of a parser", TOKEN, "%[]{}<>7Kq2Zr8Vn3Ty6Lw9Xd4", QUOTED, "none"],
  ["several words", PASSWORD, "the quick marmot", QUOTED, "none"],
  ["basic pair", HINT_SECRET, Buffer.from(made("dev:", "Kq2Zr8Vn")).toString("base64"), BARE, "medium"],
  ["key of 64 bytes", API_KEY, `+${SIXTY_FOUR.slice(1)}`, BARE, "medium"],
  ["words and a number", PASSWORD, made("amber-nimbus-", "7806"), BARE, "medium"],
  ["joined words", SECRET, made("amber_nimbus_", "7806"), QUOTED, "low"],
  ["row of words", PASSWORD, made("marble-castle-", "falcon-river"), BARE, "low"],
  ["joined nouns", PASSWORD, made("Regenbogen", "-Kutsche"), { ...BARE, data: true }, "low"],
  ["code", PASSWORD, "form.fields2", DATA, "none"],
  ["id for gpg", API_KEY, made("9F3A", "22C1"), QUOTED, "none"],
  ["own shape", PASSWORD, "0x3C6EF372", DATA, "none"],
  ["regular expression", PASSWORD, "[a-z0-9]{8}$", QUOTED, "none"],
  ["signs", PASSWORD, "#)*-&~;_?!", QUOTED, "low"],
  ["number", PASSWORD, made("48", "2913"), QUOTED, "low"],
  ["weak name", { ...HINT, exact: false }, "Zq81Lm20Vt7Rb5Kx3Wd9", QUOTED, "none"],
  ["made up", API_KEY, made("Zq81Lm20", "Vt7Rb5Kx3Wd9"), QUOTED, "medium"],
];

const HINTS: readonly Sample[] = [
  ["id of a record", HINT_SECRET, made("sesn_", "Zq81Lm20Vt7Rb5", "Kx3Wd9"), QUOTED, "none"],
  ["key of a cache", HINT, "Linux-npm-" + "3f9a1c70".repeat(5), QUOTED, "none"],
  ["key in hex", HINT, "3f9a1c70b2".repeat(2), { ...BARE, owned: () => true }, "low"],
  ["like a digest", HINT, "3f9a1c70".repeat(4), QUOTED, "low"],
  ["64 bytes", HINT, SIXTY_FOUR, BARE, "low"],
  ["too plain", HINT_SECRET, "AW5H0QI4OE", DATA, "none"],
  ["in parts", HINT, "3f9a1c70-".repeat(3), BARE, "none"],
  ["random", HINT, made("Zq81Lm20", "Vt7Rb5Kx3Wd9"), BARE, "low"],
];

const PASSWORDS: readonly Sample[] = [
  ["letters, digits and signs", PASSWORD, made("blue-k", "!tten9"), QUOTED, "medium"],
  ["letters and digits", PASSWORD, made("monkey", "47"), BARE, "medium"],
  ["mixed", PASSWORD, made("]kWq!#Zr", "%~Vn+=Ty]"), QUOTED, "low"],
  ["shape", PASSWORD, made("kJhG", "tRwQ"), BARE, "low"],
  ["letters and signs", PASSWORD, made("kite&", "harbour"), QUOTED, "low"],
  ["lone word", PASSWORD, "marmot", ASSIGNED, "low"],
  ["beside a user", PASSWORD, "harbour", BESIDE_USER, "low"],
];

describe.each([
  { judge: "a value", rules: VALUE_RULES, samples: VALUES },
  { judge: "a value under a weak name", rules: HINT_RULES, samples: HINTS },
  { judge: "a typed password", rules: PASSWORD_RULES, samples: PASSWORDS },
])("the rules for $judge", ({ rules, samples }) => {
  test("each has a sample, in the order of the rules", () => {
    expect(samples.map(([rule]) => rule)).toEqual(rules.map(({ name }) => name));
  });

  test.each(samples)("%s decides", (rule, key, value, place, verdict) => {
    const named = new NamedValue(key, value, place);
    const first = firstRule(rules, named);
    expect(first?.name).toBe(rule);
    expect(typeof first?.verdict === "function" ? first.verdict(named) : first?.verdict).toBe(verdict);
  });
});

/** The verdict on a sample without the rule that decides it. */
function verdictWithout(rule: string, rules: readonly ValueRule[], named: NamedValue): ValueVerdict | undefined {
  const others = rules.filter(({ name }) => name !== rule);
  return decide(others, named);
}

test.each([...VALUES, ...HINTS, ...PASSWORDS])(
  "without the rule %s its sample is judged otherwise",
  (rule, key, value, place, verdict) => {
    const rules = [VALUE_RULES, HINT_RULES, PASSWORD_RULES].find((all) => all.some(({ name }) => name === rule))!;
    expect(verdictWithout(rule, rules, new NamedValue(key, value, place)) ?? "none").not.toBe(verdict);
  },
);

test("a value of which a rule says that it is no secret is none", () => {
  expect(judgeValue(PASSWORD, "getPassword()", BARE)).toBeUndefined();
});

/** A name for each rule, whose last word it decides. */
const NAMES: Readonly<Record<string, readonly [name: string, judgement: string]>> = {
  contribsys: ["contribsys_id", "password password"],
  "asks for a password": ["ask_password", "none"],
  password: ["db_password", "password password"],
  "password in two words": ["bind_creds", "password password"],
  "hash of a password": ["password_hash", "secret password-hash"],
  pass: ["db_pass", "password password"],
  key: ["private_key", "secret private-key"],
  "keys of Duo": ["skey", "secret api-key"],
  "login of Sonar": ["sonar_login", "secret token"],
  "id of a session": ["phpsessid", "secret cookie"],
  "key with its owner": ["signingkey", "secret api-key"],
  "key with its vendor": ["algoliakey", "secret api-key"],
  "private key": ["myprivatekey", "secret private-key"],
  "token that opens nothing": ["next_token", "none"],
  token: ["bot_token", "secret token"],
  secret: ["client_secret", "secret secret"],
  "word for a secret": ["credentials", "secret secret"],
  "code of a thing": ["error_code", "none"],
  "id of a secret": ["secret_id", "hint token"],
  "id of a client": ["github_client_id", "secret client-id"],
  "tokens of a service": ["pat", "hint token"],
  "id of a thing": ["volume_id", "none"],
  "weak word": ["cookie", "hint secret"],
};

describe("the rules for a word of a name", () => {
  test("each has a sample, in the order of the rules", () => {
    expect(Object.keys(NAMES)).toEqual(WORD_RULES.map(({ name }) => name));
  });

  test.each(Object.entries(NAMES))("%s decides", (rule, [name, judgement]) => {
    const words = name.split("_");
    const [word, before = ""] = [words.at(-1)!, words.at(-2)];
    expect(firstRule(WORD_RULES, { word, before, words })?.name).toBe(rule);
    const { strength, kind } = judgeName(name) ?? {};
    expect(judgement === "none" ? strength : `${strength} ${kind}`).toBe(judgement === "none" ? undefined : judgement);
  });
});
