import fc from "fast-check";
import { expect, test } from "vitest";

import { readOfTwo, writtenTwice } from "../../../kit/twice.ts";

const content = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes));

test("a content that is written twice is read back", () => {
  fc.assert(fc.property(content, (bytes) => void expect(readOfTwo(writtenTwice(bytes))).toEqual(bytes)));
});

test("no changed byte and no lost end is read as whole", () => {
  fc.assert(
    fc.property(content, fc.nat(), fc.integer({ min: 1, max: 255 }), (bytes, at, change) => {
      const damaged = writtenTwice(bytes);
      damaged[at % damaged.length]! ^= change;
      expect(readOfTwo(damaged)).toBeUndefined();
    }),
  );
  const whole = writtenTwice(Buffer.from("bytecode, of which no half is like the other"));
  for (let length = 0; length < whole.length; length += 1) expect(readOfTwo(whole.subarray(0, length))).toBeUndefined();
});
