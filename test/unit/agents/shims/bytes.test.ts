import fc from "fast-check";
import { expect, test } from "vitest";

import { Buffer as Own } from "../../../../agents/shims/bytes.ts";

const letters = fc.string({ unit: fc.constantFrom(..."ABCXYZabcxyz0189+/-_"), maxLength: 80 });
const base64 = fc.oneof(
  fc.tuple(letters, fc.constantFrom("", "=", "==")).map((parts) => parts.join("")),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString("base64")),
  fc.string().map((text) => Buffer.from(text).toString("base64url")),
);
const hex = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."0123456789abcdefABCDEF"), maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(..."09afg"), maxLength: 12 }),
);

test("the mod's bytes are those of Node's Buffer", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.tuple(fc.constantFrom("base64" as const, "base64url" as const), base64),
        fc.tuple(fc.constant("hex" as const), hex),
      ),
      ([encoding, text]) => {
        const [own, real] = [Own.from(text, encoding), Buffer.from(text, encoding)];
        expect([...own]).toEqual([...real]);
        for (const charset of ["utf8", "latin1", "utf16le"] as const)
          expect(own.toString(charset)).toBe(real.toString(charset));
      },
    ),
    { numRuns: 1000 },
  );
  const long = Buffer.from("x".repeat(50_000)).toString("base64");
  expect(Own.from(long, "base64").toString("latin1")).toBe("x".repeat(50_000));
});
