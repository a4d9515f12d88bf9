import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import { sha256 } from "../../../kit/sha256.ts";

test("the same as node:crypto for every length around the block size, and for any character", () => {
  for (let length = 0; length < 200; length += 1) {
    const text = "aé\u{1f600}\0".repeat(length).slice(0, length);
    expect(sha256(text)).toBe(createHash("sha256").update(text).digest("hex"));
  }
  const long = "x".repeat(100_000);
  expect(sha256(long)).toBe(createHash("sha256").update(long).digest("hex"));
});
