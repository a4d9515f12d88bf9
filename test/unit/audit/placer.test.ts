import { expect, test } from "vitest";

import { placer } from "../../../audit/scan/scan-piece.ts";

test("offsets become lines and columns, up to the text's end", () => {
  const place = placer("ab\n\ncd", { line: 3, column: 5 });
  expect([0, 2, 3, 4, 6].map(place)).toEqual([
    [3, 5],
    [3, 7],
    [4, 1],
    [5, 1],
    [5, 3],
  ]);
});

test("a long line is looked through once, however many places in it are asked for", () => {
  let looked = 0;
  const text = Object.assign(new String("a".repeat(1000)), {
    indexOf(word: string, from: number): number {
      looked += 1;
      return String.prototype.indexOf.call("a".repeat(1000), word, from);
    },
  }) as unknown as string;
  const place = placer(text, { line: 1, column: 1 });
  for (let at = 0; at < 1000; at += 10) place(at);
  expect(looked).toBe(1);
});
