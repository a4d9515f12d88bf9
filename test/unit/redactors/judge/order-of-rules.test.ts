import { describe, expect, test } from "vitest";

import { HINT_RULES } from "../../../../redactors/judge/judge-hint.ts";
import { judgeWordsOf } from "../../../../redactors/judge/judge-words-of.ts";
import { PASSWORD_RULES } from "../../../../redactors/judge/judge-password.ts";
import { decide, firstRule, verdictOf } from "../../../../redactors/judge/judge-rule.ts";
import { judgeValue, VALUE_RULES } from "../../../../redactors/judge/judge-value.ts";
import { WORD_RULES } from "../../../../redactors/judge/judge-word.ts";
import type { Promised } from "../../../../redactors/judge/promised.ts";
import { NamedValue, type ValueSample } from "../../../../redactors/judge/named-value.ts";
import type { Place } from "../../../../redactors/judge/place.ts";

const SECRET: Promised = { strength: "secret", kind: "secret", exact: true, typed: true };
const HINT: Promised = { strength: "hint", kind: "api-key", exact: true, typed: false };
const PROMISES: Readonly<Record<ValueSample[0], Promised>> = {
  password: { strength: "password", kind: "password", exact: true, typed: false },
  secret: SECRET,
  token: { ...SECRET, kind: "token", typed: false },
  "api-key": { ...SECRET, kind: "api-key", typed: false },
  hint: HINT,
  "hint for a secret": { ...HINT, kind: "secret" },
  "inexact hint": { ...HINT, exact: false },
};

const BARE: Place = { quoted: false, data: false, constant: false, bundled: () => false };
const PLACES: Readonly<Record<ValueSample[2], Place>> = {
  bare: BARE,
  data: { ...BARE, data: true },
  scrambled: { ...BARE, scrambled: true },
  quoted: { ...BARE, quoted: true },
  assigned: { ...BARE, assigned: true },
  "beside a user": { ...BARE, quoted: true, bundled: () => true },
  setting: { ...BARE, data: true, setting: true },
  owned: { ...BARE, owned: () => true },
};

/** The value of a sample, whose parts are joined so that no scanner takes the source for a leak. */
function valueIn([under, value, at]: ValueSample): NamedValue {
  return new NamedValue(PROMISES[under], value.replaceAll("⋮", ""), PLACES[at]);
}

const RULES = [VALUE_RULES, HINT_RULES, PASSWORD_RULES].flatMap((rules) =>
  rules.map((rule) => ({ called: rule.name, rule, rules })),
);

describe.each(RULES)("the rule '$called' for a value", ({ rule, rules }) => {
  const { decides, spares, holds } = rule;

  test("decides its sample, which is judged otherwise without the rule", () => {
    const named = valueIn(decides);
    expect(firstRule(rules, named)?.name).toBe(rule.name);
    const others = rules.filter((other) => other !== rule);
    expect(decide(others, named) ?? "none").not.toBe(verdictOf(rule, named));
  });

  if (spares !== undefined)
    test("does not hold for the sample that it spares", () => {
      expect(holds(valueIn(spares))).toBe(false);
    });
});

test("a value of which a rule says that it is no secret is none", () => {
  expect(judgeValue(new NamedValue(PROMISES.password, "getPassword()", BARE))).toBeUndefined();
});

/** The last word of a name with the words before it. */
function lastWord(name: string) {
  const words = name.split("_");
  return { word: words.at(-1)!, before: words.at(-2) ?? "", words };
}

describe.each(WORD_RULES.map((rule) => ({ called: rule.name, rule })))("the rule '$called' for a word", ({ rule }) => {
  const { decides, spares, name } = rule;

  test("decides its sample, and not the one that it spares", () => {
    expect(firstRule(WORD_RULES, lastWord(decides))?.name).toBe(name);
    expect(firstRule(WORD_RULES, lastWord(spares!))?.name).not.toBe(name);
  });

  test("gives the name of its sample the judgement of the last word", () => {
    const verdict = verdictOf(rule, lastWord(decides));
    expect(judgeWordsOf(decides)).toEqual(verdict === "none" ? undefined : expect.objectContaining(verdict));
  });
});
