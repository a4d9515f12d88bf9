import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import { sha256 } from "../../../kit/hash.ts";

const digest = (text: string) => createHash("sha256").update(text).digest("hex");

test("a text has one hash, whether it is the first that a process hashes or comes after many", () => {
  const lines = Array.from({ length: 100 }, (_, at) => `${at} ü `.repeat(at + 1));
  expect(lines.map(sha256)).toEqual(lines.map(digest));
  expect(lines.map(sha256)).toEqual(lines.map(digest));
});
