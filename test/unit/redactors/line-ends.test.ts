import { describe, expect, test } from "vitest";

import { detector } from "../../../redactors/with-detector.ts";

const KEY = `sk_${"live"}_51HqLyjWDarjtT1zdp7dcAbCdEfGh9Q2xV`;

describe("a token at the end of its line", () => {
  test.each([
    ["a name", `STRIPE=${KEY}\nDATABASE_URL=postgres`],
    ["a short name", `A=${KEY}\nPORTNUMBER=1`],
    ["a key of YAML", `a: ${KEY}\ndatabase: postgres`],
  ])("keeps the next line: %s", (_name, text) => {
    const line = text.indexOf("\n");
    for (const { span } of detector.find(text)) expect(span[0] < line && span[1] > line).toBe(false);
    expect(detector.find(text).some(({ span }) => text.slice(...span) === KEY)).toBe(true);
  });
});

describe("two lines of which each is a value", () => {
  const next = [
    "postgres",
    "ok",
    "ghijklmnopqrstuvwxyz0123456789AB",
    "3c0c3965368a6b10f7640dbda46abfdc",
    `AKIA${"Q3EGRIQ7VNXJ2MTP"}`,
    KEY,
  ];
  test.each(["\n", "\r\n"].flatMap((end) => next.map((word) => [JSON.stringify(end), word, `${KEY}${end}${word}\n`])))(
    "are not one token: %s and %s",
    (_end, _word, text) => {
      const first = detector.find(text).filter(({ span }) => span[0] === 0);
      expect(first.map(({ span }) => text.slice(...span))).toContain(KEY);
      for (const { span } of first) expect(span[1]).toBe(KEY.length);
    },
  );
});

describe("a value ends at each blank and line end of Unicode", () => {
  const blanks = ["\v", "\f", "\x85", "\u00a0", "\u1680", "\u2003", "\u2028", "\u2029", "\u202f", "\u3000"];
  const texts = (value: string, blank: string): string[] => [
    `DB_PASSWORD=${value}${blank}and text\n`,
    `  password: ${value}${blank}and text\n`,
    `login(password=${value}${blank}and text\n`,
  ];
  test.each(blanks.map((blank) => [blank.charCodeAt(0).toString(16), blank]))("U+%s", (_code, blank) => {
    for (const value of ["Qz7Xk2Lm9Pw4Rt", "aK3!x9Zq#7Lm"])
      for (const text of texts(value, blank))
        expect(detector.find(text).map(({ span }) => text.slice(...span))).toEqual([value]);
  });
});

test.each(["\u00a0", "\u2003", "\u202f", "\u3000"])(
  "%j stands between a name and its value as a blank does",
  (blank) => {
    const value = "Qz7Xk2Lm9Pw4Rt";
    for (const text of [`password:${blank}${value}\n`, `DB_PASSWORD${blank}=${blank}${value}\n`])
      expect(detector.find(text).map(({ span }) => text.slice(...span))).toEqual([value]);
  },
);
