import { describe, expect, test } from "vitest";

import { chanceIn, grownForest, LEAF, pack, unpack } from "../../../../../redactors/judge/opinion/forest.ts";
import { FEATURE_NAMES, featuresOf } from "../../../../../redactors/judge/opinion/features.ts";
import { chanceOf, isLikely, isLikelyAnywhere, isUnlikely } from "../../../../../redactors/judge/opinion/opinion.ts";
import { shapeFrequency, shapeOf } from "../../../../../redactors/judge/opinion/shape.ts";
import { CODE_WORDS } from "../../../../../redactors/judge/opinion/code-words.ts";
import { opinionOn, weightOf } from "../../../../../redactors/judge/opinion/reasons.ts";
import { SHORTEST_WORD, spell, wordBits } from "../../../../../redactors/judge/opinion/spell.ts";
import { USUAL } from "../../../../../redactors/judge/opinion/usual.ts";
import { inRow, type Node } from "../../../../../tools/judge/grow-forest.ts";
import { judgeValue } from "../../../../../redactors/judge/judge-value.ts";
import type { Promised } from "../../../../../redactors/judge/promised.ts";
import { NamedValue } from "../../../../../redactors/judge/named-value.ts";
import type { Place } from "../../../../../redactors/judge/place.ts";

const PASSWORD: Promised = { strength: "password", kind: "password", exact: true, typed: false };
const SECRET: Promised = { strength: "secret", kind: "secret", exact: true, typed: true };
const IN_CODE: Place = { quoted: false, data: false, constant: false, bundled: () => false, behindSign: true };
const OF_DATA: Place = { ...IN_CODE, data: true };
const IN_QUOTES: Place = { ...IN_CODE, quoted: true, data: true, assigned: true };

describe("the spelling of a value", () => {
  test("takes words where these are cheaper than letters", () => {
    expect(spell("getUserName")).toMatchObject({ words: 3, inWords: 11, longestRest: 0 });
  });

  test("takes letters where there are no words", () => {
    expect(spell("xqzvkw7h")).toMatchObject({ words: 0, inWords: 0, longestRest: 8 });
  });

  test("costs more for a random text than for words of the same length", () => {
    expect(spell("q7xR2mB9vT4k").bits).toBeGreaterThan(spell("configString").bits);
  });
});

test("a shape keeps the signs and the order of words, capitals and digits", () => {
  expect(shapeOf("getUserById2")).toBe("wWWW9");
  expect(shapeOf("API_KEY-v2.pem")).toBe("U_U-w9.w");
});

test("shapes of code are frequent, and that of a random text is not", () => {
  expect(shapeFrequency("w.w")).toBeGreaterThan(shapeFrequency(shapeOf("m4Rw-8tZ3")));
});

test("each feature has a name", () => {
  expect(featuresOf(new NamedValue(PASSWORD, "hunter2", OF_DATA, "password"))).toHaveLength(FEATURE_NAMES.length);
});

describe("the words of code", () => {
  test("have fewer bits the more files hold a word", () => {
    expect(wordBits("name")).toBeLessThan(wordBits("lodash") ?? Infinity);
  });

  test.each(["walrus", "na", "zzz", "aaa", "a".repeat(30)])("do not hold %s", (word) => {
    expect(wordBits(word)).toBeUndefined();
  });

  test("stand in the order of the alphabet, so that each is found", () => {
    for (const [at, rows] of CODE_WORDS.entries()) {
      const own = Array.from({ length: rows.length / (at + SHORTEST_WORD + 1) }, (_, row) =>
        rows.slice(row * (at + SHORTEST_WORD + 1), (row + 1) * (at + SHORTEST_WORD + 1) - 1),
      );
      expect(own).toEqual(own.toSorted());
      expect(own.filter((word) => wordBits(word) === undefined)).toEqual([]);
      expect(own.length).toBeGreaterThan(0);
    }
  });
});

describe("the forest", () => {
  test("is the same when it is packed and unpacked again", () => {
    expect(unpack(pack(grownForest()))).toEqual(grownForest());
  });

  test("splits by a limit, and adds the leaves of all trees", () => {
    const trees: Node[] = [
      { feature: 1, limit: 0.5, below: { value: -2 }, above: { value: 2 } },
      { feature: 0, limit: 3, below: { value: 1 }, above: { value: 0 } },
    ];
    const forest = unpack(pack(inRow(0, trees)));
    expect(chanceIn(forest, [1, 0.4])).toBeCloseTo(1 / (1 + Math.exp(1)));
    expect(chanceIn(forest, [4, 0.5])).toBeCloseTo(1 / (1 + Math.exp(-2)));
  });

  test("knows every feature by which it splits", () => {
    const used = [...grownForest().features].filter((feature) => feature !== LEAF);
    expect(used.length).toBeGreaterThan(100);
    expect(Math.max(...used)).toBeLessThan(FEATURE_NAMES.length);
  });
});

describe("the reasons of an opinion", () => {
  test("are the features whose usual numbers would change the chance most", () => {
    const named = new NamedValue(PASSWORD, "q7xR2mB9vT4k", OF_DATA, "password");
    const { chance, reasons } = opinionOn(named);
    expect(chance).toBe(chanceOf(named));
    expect(reasons.length).toBeGreaterThan(0);
    const weights = reasons.map(weightOf);
    expect(weights).toEqual(weights.toSorted((first, second) => second - first));
    expect(FEATURE_NAMES).toEqual(expect.arrayContaining(reasons.map(({ feature }) => feature)));
  });

  test("each feature has a usual number", () => {
    expect(USUAL).toHaveLength(FEATURE_NAMES.length);
  });
});

/** Values of which the rules take each for a secret, since they mix letters, digits and signs. */
const UNLIKELY: readonly [value: string, promised: Promised, place: Place][] = [
  ["user1['password'", PASSWORD, IN_CODE],
  ["sql.Column(sql.String(64", SECRET, IN_CODE],
  ["[FILTERED2]", PASSWORD, IN_QUOTES],
  ["additional", PASSWORD, { ...IN_QUOTES, data: false }],
];

test.each(UNLIKELY)("%s is no secret, whatever the rules say", (value, promised, place) => {
  const name = promised.kind;
  expect(isUnlikely(new NamedValue(promised, value, place, name))).toBe(true);
  expect(judgeValue(new NamedValue(promised, value, place, name))).toBeUndefined();
});

test.each(["q8Wd(mT4xKp", "Rk2v(TzLqYmBn", "hW6.pQsXvNrKe"])("%s is a password, though it looks like code", (value) => {
  expect(isLikely(new NamedValue(PASSWORD, value, OF_DATA, "password"))).toBe(true);
  expect(judgeValue(new NamedValue(PASSWORD, value, OF_DATA, "password"))).toBeDefined();
});

test("words run together stay with the rules", () => {
  expect(isUnlikely(new NamedValue(PASSWORD, "cloudhopestonefinds", IN_QUOTES, "password"))).toBe(false);
});

test("a value that only its name made a secret is looked for elsewhere if it is likely one anywhere", () => {
  expect(isLikelyAnywhere("q7xR2mB9vT4kLw8R")).toBe(true);
  expect(isLikelyAnywhere("getUserSettingsFromStore")).toBe(false);
});

test("a chance does not depend on what was asked before", () => {
  const asked = () => chanceOf(new NamedValue(PASSWORD, "Winter.tiger7", OF_DATA, "password"));
  const first = asked();
  chanceOf(new NamedValue(SECRET, "abc", IN_CODE, "secret"));
  expect(asked()).toBe(first);
});
