import { describe, expect, test } from "vitest";

import {
  chanceIn,
  grownForest,
  parseForest,
  toText,
  type Node,
} from "../../../../../redactors/judge/opinion/forest.ts";
import { FEATURE_NAMES, featuresOf } from "../../../../../redactors/judge/opinion/features.ts";
import { chanceOf, isLikely, isUnlikely } from "../../../../../redactors/judge/opinion/opinion.ts";
import { shapeFrequency, shapeOf } from "../../../../../redactors/judge/opinion/shape.ts";
import { spell } from "../../../../../redactors/judge/opinion/spell.ts";
import { judgeValue } from "../../../../../redactors/judge/judge-value.ts";
import type { KeyClass } from "../../../../../redactors/judge/key-class.ts";
import { NamedValue } from "../../../../../redactors/judge/named-value.ts";
import type { ValueContext } from "../../../../../redactors/judge/value-traits.ts";

const PASSWORD: KeyClass = { strength: "password", kind: "password", exact: true, typed: false };
const SECRET: KeyClass = { strength: "secret", kind: "secret", exact: true, typed: true };
const IN_CODE: ValueContext = { quoted: false, data: false, constant: false, bundled: () => false, assigns: true };
const OF_DATA: ValueContext = { ...IN_CODE, data: true };
const IN_QUOTES: ValueContext = { ...IN_CODE, quoted: true, data: true, assigned: true };

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

describe("the forest", () => {
  test("is the same when it is written and read again", () => {
    expect(parseForest(toText(grownForest()))).toEqual(grownForest());
  });

  test("splits by a limit, and adds the leaves of all trees", () => {
    const forest = parseForest("0 1 0.5 =-2 =2 0 3 =1 =0");
    expect(chanceIn(forest, [1, 0.4])).toBeCloseTo(1 / (1 + Math.exp(1)));
    expect(chanceIn(forest, [4, 0.5])).toBeCloseTo(1 / (1 + Math.exp(-2)));
  });

  test("knows every feature by which it splits", () => {
    const featuresIn = (node: Node): number[] =>
      "value" in node ? [] : [node.feature, ...featuresIn(node.below), ...featuresIn(node.above)];
    const used = grownForest().trees.flatMap(featuresIn);
    expect(used.length).toBeGreaterThan(100);
    expect(Math.max(...used)).toBeLessThan(FEATURE_NAMES.length);
  });
});

/** Values of which the rules take each for a secret, since they mix letters, digits and signs. */
const UNLIKELY: readonly [value: string, key: KeyClass, place: ValueContext][] = [
  ["user1['password'", PASSWORD, IN_CODE],
  ["sql.Column(sql.String(64", SECRET, IN_CODE],
  ["[FILTERED2]", PASSWORD, IN_QUOTES],
  ["additional", PASSWORD, { ...IN_QUOTES, data: false }],
];

test.each(UNLIKELY)("%s is no secret, whatever the rules say", (value, key, place) => {
  const name = key.kind;
  expect(isUnlikely(new NamedValue(key, value, place, name))).toBe(true);
  expect(judgeValue(key, value, place, name)).toBeUndefined();
});

test.each(["q8Wd(mT4xKp", "Rk2v(TzLqYmBn", "hW6.pQsXvNrKe"])("%s is a password, though it looks like code", (value) => {
  expect(isLikely(new NamedValue(PASSWORD, value, OF_DATA, "password"))).toBe(true);
  expect(judgeValue(PASSWORD, value, OF_DATA, "password")).toBeDefined();
});

test("words run together stay with the rules", () => {
  expect(isUnlikely(new NamedValue(PASSWORD, "cloudhopestonefinds", IN_QUOTES, "password"))).toBe(false);
});

test("a chance does not depend on what was asked before", () => {
  const asked = () => chanceOf(new NamedValue(PASSWORD, "Winter.tiger7", OF_DATA, "password"));
  const first = asked();
  chanceOf(new NamedValue(SECRET, "abc", IN_CODE, "secret"));
  expect(asked()).toBe(first);
});
