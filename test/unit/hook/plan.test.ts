import { expect, test } from "vitest";

import { builtinNamed } from "../../../builtins/registry.ts";
import { withoutRepeats, withoutTwins, type PlannedStep } from "../../../hook/plan.ts";

const step = (name: string, more: Partial<PlannedStep> = {}): PlannedStep =>
  ({ builtin: builtinNamed(name)!, eventIndex: 0, args: [], origin: "user", ...more }) as PlannedStep;

test("of what runs after all others the user's entry stays where the project names the same", () => {
  const [mine, theirs] = [step("log_events"), step("log_events", { origin: "project" })];
  for (const steps of [
    [mine, theirs],
    [theirs, mine],
  ])
    expect(withoutTwins(steps)).toEqual([mine]);
  expect(withoutTwins([mine, step("log_events", { args: ["x"] })])).toHaveLength(2);
});

test("what is of no event answers once a payload, and a guard each event of it", () => {
  const twice = (name: string, more: Partial<PlannedStep> = {}) =>
    withoutRepeats([step(name), step(name, { eventIndex: 1, ...more })]).length;
  expect(twice("http_post")).toBe(1);
  expect(twice("http_post", { origin: "project" })).toBe(2);
  expect(twice("http_post", { args: ["x"] })).toBe(2);
  expect(twice("redact_secrets")).toBe(2);
  expect(twice("block_destructive")).toBe(2);
});
