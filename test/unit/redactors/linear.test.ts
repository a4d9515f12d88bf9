import { describe, expect, test } from "vitest";
import { listWords } from "../../../redactors/build-tables.ts";
import { detector } from "../../../redactors/detect.ts";

const OPENERS = [
  "password=", "password='", 'password="', "token=`", "key: |\n", "://a:", "://a:b@", "@", "eyJ", "eyJ.", "Authorization: Bearer ", "Cookie: a=b; ",
  "curl -u a:b ", "mysql -p", "kind: Secret\ndata:\n  a: b\n", "%3D", "\x1b[0m", "[REDACTED", ",token,", "a,token\n", "-passin pass:", "abandon ", "QUJD",
  "6768705f", '\\"', "<password>", "password is ", ":5432:a:b:", "1234567:A", "\n", " ", "a.b.", "'\"`",
  ["-----BEGIN", " PRIVATE KEY-----"].join(""), ["AAAA\n-----END", " PRIVATE KEY-----\n"].join(""),
];
const WORDS = [...new Set([...OPENERS, ...listWords()])];

function cost(word: string, length: number): number {
  const text = word.repeat(Math.ceil(length / word.length));
  const before = process.cpuUsage();
  detector.find(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The best of three: other work on the machine only ever adds. */
function ratio(word: string, length: number): number {
  const tries = [0, 1, 2].map(() => cost(word, length * 2) / Math.max(cost(word, length), 1));
  return Math.min(...tries);
}

describe("the detector takes linear time", () => {
  test("whatever word or opener is repeated", () => {
    for (const word of WORDS.slice(0, 50)) cost(word, 1_000);
    // Anything quadratic stands out in 8,000 characters; only that is measured again.
    const slow = WORDS.filter((word) => cost(word, 8_000) > 40);
    expect(slow.filter((word) => ratio(word, 40_000) > 3)).toEqual([]);
  }, 300_000);
});
