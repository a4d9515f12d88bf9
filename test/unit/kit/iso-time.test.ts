import fc from "fast-check";
import { expect, test } from "vitest";

import { isoTime } from "../../../kit/iso-time.ts";

test("it says what toISOString says", () => {
  fc.assert(
    fc.property(
      fc.date({
        min: new Date("0000-01-01T00:00:00Z"),
        max: new Date("9999-12-31T23:59:59.999Z"),
        noInvalidDate: true,
      }),
      (date) => {
        expect(isoTime(date)).toBe(date.toISOString());
      },
    ),
  );
});
