import { cachedDataVersionTag } from "node:v8";

import { expect, test } from "vitest";

import { withV8Flags } from "../../../kit/with-v8-flags.ts";

test.each(["script-once", "module-trusted", "module-once"] as const)("the work is done under %s, and bytecode is taken afterwards as it was before, also where the work fails", (flag) => {
  const before = cachedDataVersionTag(); // of V8's flags, among other things
  expect(withV8Flags(flag, () => 7)).toBe(7);
  expect(cachedDataVersionTag()).toBe(before);
  expect(() => withV8Flags(flag, () => JSON.parse("{"))).toThrow(SyntaxError);
  expect(cachedDataVersionTag()).toBe(before);
});
