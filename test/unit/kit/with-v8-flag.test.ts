import { cachedDataVersionTag } from "node:v8";

import { expect, test } from "vitest";

import { withV8Flag } from "../../../kit/with-v8-flag.ts";

test.each(["no-opt", "wasm-lazy-validation"] as const)("the work is done under %s, and bytecode is taken afterwards as it was before, also where the work fails", (flag) => {
  const before = cachedDataVersionTag(); // of V8's flags, among other things
  expect(withV8Flag(flag, () => 7)).toBe(7);
  expect(cachedDataVersionTag()).toBe(before);
  expect(() => withV8Flag(flag, () => JSON.parse("{"))).toThrow(SyntaxError);
  expect(cachedDataVersionTag()).toBe(before);
});
