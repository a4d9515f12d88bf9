import { describe, expect, test } from "vitest";

import { isTelling } from "../../../redactors/known-values/secrets-in.ts";
import { randomFrom } from "../../support/chance.ts";
import { sampleOf } from "./sample.ts";

const random = randomFrom(7);
const keys = Array.from({ length: 200 }, () => sampleOf("a32", random));
const told = (value: string) => isTelling(value, new Set(["alice7hd4js6af0"]));

describe("a value of the user's is looked for", () => {
  test("where it is random", () => {
    expect(keys.filter((key) => !told(key))).toEqual([]);
  });

  test("where it is a number of ten digits or more that is not one digit again and again", () => {
    expect(["7306284915", "73062849150", "730628491", "7777777777"].filter(told)).toEqual([
      "7306284915",
      "73062849150",
    ]);
  });

  test("and not where it stands for one, says a name, or is words", () => {
    const half = (keys[0] as string).slice(0, 12);
    const values = [
      `${half}xxxxxx${half}`,
      `${half}000000000000${half}`,
      `${half}______${half}`,
      `${half}EXAMPLE`,
      `${half}EXAMPLEKEY`,
      "ALICE7Hd4Js6aF0",
      "xxxxxxxxxxxxxxxxxx",
      "PersonalAccessToken0123456789",
      "us-east-1",
      "postgres2024",
      "0123456789-0123",
      "your-key-here",
    ];
    expect(values.filter(told)).toEqual([]);
  });
});
