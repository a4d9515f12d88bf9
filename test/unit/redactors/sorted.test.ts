import { expect, test } from "vitest";

import { firstAtLeast, lastAtMost } from "../../../redactors/sorted.ts";

test.each([[[]], [[3]], [[3, 5]], [[3, 5, 8]], [[3, 5, 8, 9]], [[3, 5, 8, 9, 12, 20]]])(
  "in %j each number is found where a look at all of them finds it",
  (sorted: readonly number[]) => {
    for (let asked = 0; asked <= 21; asked += 1) {
      const first = sorted.findIndex((one) => one >= asked);
      expect([asked, firstAtLeast(sorted, asked)]).toEqual([asked, first === -1 ? sorted.length : first]);
      expect([asked, lastAtMost(sorted, asked)]).toEqual([asked, sorted.findLastIndex((one) => one <= asked)]);
    }
  },
);
