import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";

import { expect, test } from "vitest";

import { clearMemory } from "../../../bin/resident/clear-memory.ts";
import { acceptBytecode, SMALL_HEAP } from "../../../bin/resident/small-heap.ts";

/** Codes of one length, by which alone V8 tells whose bytecode it is. Code that it knows needs no bytecode. */
let count = 10;
const nextCode = () => `(function () { return ${(count += 1)}; })`;

test("a resident's small heap does not make V8 refuse bytecode of hooks", () => {
  const cachedData = new Script(nextCode()).createCachedData();
  setFlagsFromString(SMALL_HEAP);
  const whileSmall = isRefused(cachedData);
  acceptBytecode();
  expect([whileSmall, isRefused(cachedData)]).toStrictEqual([true, false]);
});

test("a resident that cleared its memory takes the bytecode of chunks that it loads later", () => {
  const cachedData = new Script(nextCode()).createCachedData();
  clearMemory();
  clearMemory();
  expect(isRefused(cachedData)).toBe(false);
});

function isRefused(cachedData: Buffer): boolean | undefined {
  return new Script(nextCode(), { cachedData }).cachedDataRejected;
}
