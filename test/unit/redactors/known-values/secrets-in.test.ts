import { describe, expect, test } from "vitest";

import { exactDetector } from "../../../../redactors/known-values/exact-detector.ts";
import { marksDetector, marksOf } from "../../../../redactors/known-values/marks.ts";
import { secretsIn } from "../../../../redactors/known-values/secrets-in.ts";
import { spellingsOf } from "../../../../redactors/known-values/spellings-of.ts";

const RANDOM = ["q7Wd", "9ZkT", "x2Rb", "4Vfs"].join("");
const base64 = (text: string) => Buffer.from(text).toString("base64");

describe("the secrets of a named value", () => {
  test.each([
    ["of a password the value", "DB_PASSWORD", RANDOM, [RANDOM]],
    ["of a telling name in a file of logins", "//registry/:_authToken", RANDOM, [RANDOM]],
    ["none of any other name", "COLOUR", RANDOM, []],
    ["none that is too short", "DB_PASSWORD", RANDOM.slice(0, 7), []],
    ["none that is too long", "DB_PASSWORD", RANDOM.repeat(513), []],
    ["none of a session's id", "SESSION_KEY_ID", RANDOM, []],
    ["of an address its password, whatever the name", "COLOUR", `redis://me:${RANDOM}@host/0`, [RANDOM]],
    ["of an address also the password decoded", "URL", `redis://me:${RANDOM}%21@host`, [`${RANDOM}%21`, `${RANDOM}!`]],
    ["none of an address whose password is a word", "URL", "redis://me:password@host", []],
    ["of a login in base64 its password, too", "_auth", base64(`me:${RANDOM}`), [base64(`me:${RANDOM}`), RANDOM]],
    ["of no login the value alone", "_auth", base64(RANDOM), [base64(RANDOM)]],
  ])("are %s", (_, name, value, secrets) => {
    expect(secretsIn({ name, value }, new Set())).toEqual(secrets);
  });

  test("are none where the value is a name of the user's", () => {
    expect(secretsIn({ name: "DB_PASSWORD", value: RANDOM }, new Set([RANDOM.toLowerCase()]))).toEqual([]);
  });
});

test.each([
  ["as it is", RANDOM, RANDOM],
  ["in JSON", 'a"b c/d+e', 'a\\"b c/d+e'],
  ["in JSON in JSON", 'a"b c/d+e', 'a\\\\\\"b c/d+e'],
  ["in JSON of PHP", 'a"b c/d+e', 'a"b c\\/d+e'],
  ["in an address", 'a"b c/d+e', "a%22b%20c%2Fd%2Be"],
  ["in an address in small letters", 'a"b c/d+e', "a%22b%20c%2fd%2be"],
  ["in a form", 'a"b c/d+e', "a%22b+c%2Fd%2Be"],
  ["in base64", RANDOM, base64(RANDOM).slice(0, 21)],
  ["in base64 behind one byte", RANDOM, base64(`:${RANDOM}`).slice(2, 22)],
  ["in base64 behind two bytes", RANDOM, base64(`a:${RANDOM}`).slice(3, 24)],
  ["in base64 of addresses", "a?>b?>c?>d?>", base64("a?>b?>c?>d?>").replaceAll("/", "_").replaceAll("+", "-")],
])("a value is looked for %s", (_, value, spelling) => {
  expect(spellingsOf(value)).toContain(spelling);
});

test("half a character is no reason not to look for a value", () => {
  expect(spellingsOf(`${RANDOM}\ud83d`)).toContain(`${RANDOM}\ud83d`);
});

test("of two secrets that begin the same the longer one is found", () => {
  const found = exactDetector(["abcdefgh", "abcdefgh.ij"], "known-value").find("xx abcdefgh.ij abcdefghXij");
  expect(found.map(({ span }) => span)).toEqual([
    [3, 14],
    [15, 23],
  ]);
});

test("marks tell where a secret may begin, under their own salt alone", () => {
  const marks = marksOf([RANDOM, "abcdefgh"], 7);
  const found = (text: string, salt = 7) => marksDetector(marks, salt).find(text).length;
  expect([found(`x ${RANDOM}`), found("..abcdefgh"), found("abcdefg"), found(`x ${RANDOM}`, 8)]).toEqual([1, 1, 0, 0]);
});
