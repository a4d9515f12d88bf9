import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import fc from "fast-check";
import { afterAll, expect, test } from "vitest";

import { readOfTwo, writtenTwice } from "../../../kit/twice.ts";

const folder = mkdtempSync(join(tmpdir(), "snapveil-twice-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const content = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes));
/** More than is compared at once. */
const LONG = Buffer.from("bytecode ".repeat(30_000));

function readOf(bytes: Buffer): Buffer | undefined {
  const file = join(folder, "file");
  writeFileSync(file, bytes);
  const read = readOfTwo(file);
  return read && Buffer.from(read);
}

test("a content that is written twice is read back", () => {
  fc.assert(fc.property(content, (bytes) => void expect(readOf(writtenTwice(bytes))).toEqual(bytes)));
  expect(readOf(writtenTwice(LONG))?.equals(LONG)).toBe(true);
});

test("no changed byte and no lost end is read as whole", () => {
  fc.assert(
    fc.property(content, fc.nat(), fc.integer({ min: 1, max: 255 }), (bytes, at, change) => {
      const damaged = writtenTwice(bytes);
      damaged[at % damaged.length]! ^= change;
      expect(readOf(damaged)).toBeUndefined();
    }),
  );
  const whole = writtenTwice(Buffer.from("bytecode, of which no half is like the other"));
  for (let length = 0; length < whole.length; length += 1) expect(readOf(whole.subarray(0, length))).toBeUndefined();
});

test.each([0, 100_000, 269_999, 270_000, 400_000, 539_999])("a change of the byte %i of a long one is seen", (at) => {
  const damaged = writtenTwice(LONG);
  damaged[at]! ^= 1;
  expect(readOf(damaged)).toBeUndefined();
});
