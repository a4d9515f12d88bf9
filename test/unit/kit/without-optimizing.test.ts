import { cachedDataVersionTag } from "node:v8";

import { expect, test } from "vitest";

import { withoutOptimizing } from "../../../kit/without-optimizing.ts";

test("the work is done, and bytecode is taken afterwards as it was before, also where the work fails", () => {
  const before = cachedDataVersionTag(); // of V8's flags, among other things
  expect(withoutOptimizing(() => 7)).toBe(7);
  expect(cachedDataVersionTag()).toBe(before);
  expect(() => withoutOptimizing(() => JSON.parse("{"))).toThrow(SyntaxError);
  expect(cachedDataVersionTag()).toBe(before);
});
