import { describe, expect, test } from "vitest";

import { asNumber, asString, type JsonObject, parseLossless } from "../../../kit/json.ts";

const roundTrip = (text: string) => {
  const { value, restore } = parseLossless(text);
  return restore(JSON.stringify(value));
};

describe("parseLossless", () => {
  test.each([
    ['{"id":12345678901234567890}'],
    ['{"id":-9007199254740993,"t":"12345678901234567890 \\" 1e5"}'],
    ['{"x":1e400,"y":[0.12345678901234567890,2E-7]}'],
    ['{"z":123456789.123456789,"y":1.0,"w":-0,"v":[0.10,2]}'],
    ['{"small":[0.0000001,-0.00000012,0.000001]}'],
    ['{"plain":[1,-2.5,true,null,"\\u0000\\ud800"]}'],
  ])("gives %s back digit for digit", (text) => {
    expect(roundTrip(text)).toBe(text);
    // Long texts, and deep ones, are asked in other ways whether they hold a number.
    const long = `["${"a, b: ".repeat(4000)}",${text}]`;
    expect(roundTrip(long)).toBe(long);
    expect(() => parseLossless(`${"[".repeat(6000)}${text}${"]".repeat(6000)}`)).not.toThrow();
  });

  test("leaves numbers that survive as numbers", () => {
    expect(parseLossless('{"a":1234567890123456,"b":2}').value).toEqual({ a: 1234567890123456, b: 2 });
  });

  test("refuses what JSON.parse refuses, numbers or not", () => {
    expect(() => parseLossless('{"a":12345678901234567890')).toThrow(SyntaxError);
    expect(() => parseLossless('{"a":01234567890123456789}')).toThrow(SyntaxError);
    expect(() => parseLossless("")).toThrow(SyntaxError);
  });
});

test("a string of many megabytes stands in no number's way", () => {
  const text = `{"n":1e400,"s":"${"x\\n\\\\".repeat(8_000_000)}","\\\\":1.0}`;
  expect(roundTrip(text) === text).toBe(true);
});

test("a payload that looks like a marked number is text and stays text", () => {
  const text = '{"n":12345678901234567890,"s":"\\uf8ffsnapveil-number:1}"}';
  const { value, restore } = parseLossless(text);
  expect(JSON.parse(restore(JSON.stringify(value)))).toEqual(JSON.parse(text));
});

test("a marked number is no text, and a number where one is asked for", () => {
  const { value } = parseLossless('{"a":1.0,"b":20000000000000000000,"c":1e400,"d":"1.0"}');
  const { a, b, c, d } = value as JsonObject;
  expect([a, b, c, d].map(asString)).toEqual([undefined, undefined, undefined, "1.0"]);
  expect([a, b, c, d].map(asNumber)).toEqual([1, 2e19, undefined, undefined]);
});
