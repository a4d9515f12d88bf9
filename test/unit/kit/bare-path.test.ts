import { posix, sep } from "node:path";

import fc from "fast-check";
import { expect, test } from "vitest";

import { barePath } from "../../../kit/bare-path.ts";

const paths = fc.oneof(fc.string({ unit: fc.constantFrom("a", "b", ".", "/", "\\", " ", "\u00e9"), maxLength: 12 }), fc.array(fc.constantFrom("", ".", "..", "a", ".b", "c.d"), { maxLength: 6 }).map((parts) => `/${parts.join("/")}`));

test.skipIf(sep === "\\")("says what node:path says", () => {
  fc.assert(
    fc.property(paths, (path) => {
      expect([barePath.isAbsolute(path), barePath.dirname(path), barePath.resolve(path)]).toEqual([posix.isAbsolute(path), posix.dirname(path), posix.resolve(path)]);
    }),
    { numRuns: 5_000 },
  );
  expect(barePath.sep).toBe(sep);
});
