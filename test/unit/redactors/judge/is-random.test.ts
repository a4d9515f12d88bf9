import { expect, test } from "vitest";

import { isRandom } from "../../../../redactors/judge/is-random.ts";

/** For each letter those that follow it in words and names, as is-random.ts has them in bits. */
const FOLLOWERS = (
  "abcdefgiklmnprstuvwy abcdefilorsu abcdefhiklorstuy abcdefilorsu abcdefgilmnopqrstvwxy abcdefiloruy " +
  "aeghilnorsu aeiortu abcdefglmnoprstvxz es aeis adeilostuy abeimopsu acdefgiklnopstuvy abcdfgiklmnoprstuvw " +
  "aehiloprstu u acdefgiklmnoprstuvy acefhiklmopstuy acehilorstuy abcdegilmnprst aeio aehinors ceipt einps ae"
).split(" ");
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

test("letters are random where pairs stand in them that words do not have", () => {
  const pairs = Array.from(LETTERS, (first, row) =>
    Array.from(LETTERS, (second) => ({ pair: first + second, rare: !FOLLOWERS[row]!.includes(second) })),
  ).flat();
  // Turned round, a pair stands beside itself once more: `ab` and `ba`.
  for (const { pair, rare } of pairs) {
    const before = LETTERS.indexOf(pair[0]!);
    const after = LETTERS.indexOf(pair[1]!);
    const back = !FOLLOWERS[after]!.includes(LETTERS[before]!);
    expect(isRandom(pair.repeat(8)), pair).toBe(rare || back);
  }
});

test("letters and digits that take turns are random, words with numbers behind them are not", () => {
  expect(isRandom("7msfe9yiixoam2")).toBe(true);
  expect(["retry-after-token", "password2024", "getElementById", "short"].filter((text) => isRandom(text))).toEqual([]);
});
