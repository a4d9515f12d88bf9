// @module-tag long
import { describe, expect, test } from "vitest";
import { RULES } from "../../../redactors/rules/rules.ts";
import { detector } from "../../../redactors/with-detector.ts";
import { READERS } from "../../../redactors/readers/readers.ts";
import { unblank } from "../../../kit/words.ts";

/** What readers begin with, and what they look around in. */
const OPENERS = [
  "password=",
  "password='",
  'password="',
  "token=`",
  "key: |\n",
  "://a:",
  "://a:b@",
  "@",
  "eyJ",
  "eyJ.",
  "Authorization: Bearer ",
  "Cookie: a=b; ",
  "curl -u a:b ",
  "mysql -p",
  "kind: Secret\ndata:\n  a: b\n",
  "%3D",
  "%",
  "\x1b[0m",
  "\u200b",
  "[REDACTED",
  ",token,",
  "a,token\n",
  "-passin pass:",
  "abandon ",
  "QUJD",
  "6768705f",
  '\\"',
  "<password>",
  '<Pass a="b">',
  "password is ",
  "password - '",
  "password ",
  "password: ",
  '"a" == password',
  ":5432:a:b:",
  "a:b:99999:",
  "1234567:A",
  "\n",
  " ",
  "[",
  "[1,",
  "a.b.",
  "'\"`",
  "api key: ",
  "key ",
  "key: {",
  "algolia ",
  "algolia: ",
  "INSERT INTO users (password) VALUES ('a'),",
  "INSERT INTO users VALUES (1,'a'),",
  "login('a','b'",
  "_connect('",
  "AAAA",
  "\x1b]",
  "\x1b]8;;a\x1b\\",
  "\x1bP",
  "\x9d",
  "a\b",
  "\\_",
  "\\x5f",
  "&#95;",
  "&amp;",
  "=\n",
  "a=\nb",
  "=3D",
  "\\\n",
  'a" + "b',
  "a''b",
  '["ab","cd"].join(',
  '["ab",',
  "xxxxxxxxxxxxxxxxx ",
  "a1b2c3d4e5f6a7b8c9d0 ",
  "token=a1b2c3d4e5f6a7b8c9d0\n",
  "密码：",
  "密码：Q7x9Z2k4",
  "Пароль   ",
  "Q7x9Z2k4V6b8N1m3 ",
  ["-----BEGIN", " PRIVATE KEY-----"].join(""),
  ["AAAA\n-----END", " PRIVATE KEY-----\n"].join(""),
];
/** One prefix of each rule and some words of each reader: what is done at the others is the same. */
const ANCHORS = [...RULES.map((rule) => rule[1].split(" ").slice(0, 1)), ...READERS.map(([, words]) => some(words))];
const WORDS = [...new Set([...OPENERS, ...ANCHORS.flat().map(unblank)])];

function some(words: string): string[] {
  const all = words.split(" ");
  return all.filter((_, at) => at % Math.ceil(all.length / 5) === 0);
}

/** CPU milliseconds of a search through `length` characters of nothing but this word. */
function cost(word: string, length: number): number {
  const text = word.repeat(Math.ceil(length / word.length));
  const before = process.cpuUsage();
  detector.find(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const KILOBYTE = 1_000;

/** Other work on the machine only ever adds, so what misses is measured again. */
function holds(judge: () => boolean): boolean {
  return [0, 1, 2, 3, 4].some(judge);
}

/**
 * Four times the text takes four times the time where the search is linear and sixteen times where it is quadratic:
 * eight lies as far from both as other work on the machine needs. The megabyte in twenty seconds notices what is linear
 * and still blocks an agent; one machine takes four times as long as another.
 */
function isLinear(word: string): boolean {
  const length = 160 * KILOBYTE;
  return holds(() => {
    const whole = cost(word, length);
    return whole <= (20 * length) / KILOBYTE && whole <= 8 * cost(word, length / 4);
  });
}

describe("the detector takes linear time", () => {
  test("where openers of values are repeated", { tags: ["sample"] }, () => {
    expect(OPENERS.slice(0, 2).filter((word) => !isLinear(word))).toEqual([]);
  });

  test("whatever word or opener is repeated", () => {
    for (const word of WORDS.slice(0, 50)) cost(word, KILOBYTE);
    // What takes 8 ms for these 32 KB takes eight seconds for a megabyte at most, even were it quadratic.
    const costs = WORDS.map((word) => [word, cost(word, 32 * KILOBYTE)] as const).filter(([, time]) => time > 8);
    const slowest = costs.sort(([, first], [, second]) => second - first).slice(0, 50);
    expect(slowest.map(([word]) => word).filter((word) => !isLinear(word))).toEqual([]);
  }, 900_000);
});
