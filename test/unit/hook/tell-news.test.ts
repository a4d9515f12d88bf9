import { expect, test } from "vitest";

import { builtinNamed } from "../../../builtins/registry.ts";
import type { PlannedStep } from "../../../hook/plan.ts";
import { onlyNews, readByAgent, whyKnown, type Known } from "../../../hook/tell-news.ts";
import type { KnownContext } from "../../../session/known-context.ts";

const step = (name: string, isDefault = true): PlannedStep =>
  ({ builtin: builtinNamed(name)!, eventIndex: 0, args: [], origin: "user", isDefault }) as PlannedStep;

/** A conversation in which the model was given these texts. */
function conversation(given: Record<string, string> = {}, isResumed = false): KnownContext {
  const texts = { ...given };
  return {
    has: (key) => Object.hasOwn(texts, key),
    isLast: (key, text) => texts[key] === text,
    note: (key, text = "") => void (texts[key] = text),
    isResumed,
    isLost: false,
    keep() {},
  };
}

const known = (knownContext?: KnownContext, tells: Known["tells"] = []): Known => ({
  knownContext,
  tells,
  title: "An agent",
});
const [AGENT, BEFORE] = ["An agent tells its model this by itself", "the model was told this before"];
const ENVIRONMENT = ["folder", "platform"] as const;

test.each<[what: string, step: PlannedStep, known: Known, why: string | undefined]>([
  ["a first text", step("add_environment_info"), known(conversation()), undefined],
  ["a text again", step("add_environment_info"), known(conversation({ add_environment_info: "" })), BEFORE],
  ["a text of a resumed conversation", step("add_user_info"), known(conversation({}, true)), BEFORE],
  ["a text that changes, in a resumed one", step("add_date"), known(conversation({}, true)), undefined],
  ["a text that changes, again", step("add_date"), known(conversation({ add_date: "" })), undefined],
  ["what the agent tells", step("add_environment_info"), known(conversation(), ENVIRONMENT), AGENT],
  ["half of what the agent tells", step("add_environment_info"), known(undefined, ["folder"]), undefined],
  [
    "what the agent tells, by the settings",
    step("add_environment_info", false),
    known(undefined, ENVIRONMENT),
    undefined,
  ],
  ["what the agent tells and may change", step("add_date"), known(conversation(), ["date"]), undefined],
  ["the same without a conversation", step("add_date"), known(undefined, ["date"]), AGENT],
  ["what is no text", step("redact_secrets"), known(conversation({}, true), ENVIRONMENT), undefined],
])("%s is left out where the model knows it", (_what, one, knows, why) => {
  expect(whyKnown(one, knows)).toBe(why);
});

test.each<[what: string, name: string, tells: Known["tells"], texts: string[], given: string[]]>([
  ["once more after each change", "add_date", [], ["a", "a", "b", "a"], ["a", "b", "a"]],
  ["from the first change on, if the agent begins", "add_date", ["date"], ["a", "a", "b"], ["b"]],
  ["each time it is asked for, if it is given once", "add_user_info", [], ["a", "a"], ["a", "a"]],
  ["always, if it is no text that a model keeps", "add_context", [], ["a", "a"], ["a", "a"]],
])("a text is given %s", (_what, name, tells, texts, given) => {
  const knows = known(conversation(), tells);
  const contexts = texts.map((text) => onlyNews(step(name), { context: [text], notice: ["n"] }, knows));
  expect(contexts.flatMap(({ context = [] }) => context)).toEqual(given);
  expect(contexts.every(({ notice }) => notice?.[0] === "n")).toBe(true);
});

test("without a conversation, or without a text, nothing is noted", () => {
  expect(onlyNews(step("add_date"), { context: ["a"] }, known())).toEqual({ context: ["a"] });
  const knownContext = conversation();
  expect(onlyNews(step("add_date"), { notice: ["n"] }, known(knownContext))).toEqual({ notice: ["n"] });
  expect(knownContext.has("add_date")).toBe(false);
});

test("files that the agent reads itself are left to it, unless the settings name the builtin", () => {
  const reads: Known = { ...known(undefined, ["CLAUDE.md", "date"]), readInstead: { name: "X.md", unless: ["Y.md"] } };
  expect(readByAgent(step("add_prompt_files"), reads)).toEqual([
    { name: "CLAUDE.md", unless: [] },
    { name: "X.md", unless: ["Y.md"] },
  ]);
  expect(readByAgent(step("add_prompt_files"), known())).toEqual([]);
  expect(readByAgent(step("add_prompt_files", false), reads)).toEqual([]);
});
