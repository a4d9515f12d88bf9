import { expect, test } from "vitest";

import { builtinNamed } from "../../../builtins/registry.ts";
import { plan, withoutRepeats, withoutTwins, type PlannedStep } from "../../../hook/plan.ts";
import type { HookEvent } from "../../../agents/codec/hook-event.ts";
import type { Settings } from "../../../worktree/settings.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";

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

/** The steps for events, `!` behind a guard that may only object. */
async function steps(names: string, settings: Partial<Settings> = {}, only?: string): Promise<string[]> {
  const events = names.split(" ").map((name) => ({ name }) as HookEvent);
  const given = only === undefined ? undefined : { name: only, args: only === "approve_calls" ? ["npm test"] : [] };
  return (await plan(events, { ...DEFAULT_SETTINGS, ...settings }, given)).map(
    ({ builtin, eventIndex, onlyObjects }) => `${builtin.name} ${eventIndex}${onlyObjects ? "!" : ""}`,
  );
}
const user = (name: string) => ({ name, args: [], origin: "user" as const });
const listed = (event: string, ...names: string[]): Partial<Settings> => ({
  builtins: { [event]: names.map(user) },
  replaced: [event],
});

test.each<[events: string, settings: Partial<Settings>, only: string | undefined, planned: string[]]>([
  ["pre_tool_use", listed("pre_tool_use", "log_events", "add_date"), undefined, ["add_date 0", "log_events 0"]],
  ["pre_tool_use", listed("pre_tool_use", "no_such", "keep_hooks", "add_date"), undefined, ["add_date 0"]],
  ["pre_tool_use", listed("pre_tool_use", "redact_secrets"), "add_date", ["add_date 0"]],
  ["session_start turn_start", {}, "add_date", ["add_date 0", "add_date 1"]],
  ["pre_tool_use config_change", {}, "keep_hooks", ["keep_hooks 1"]],
  [
    "permission_request",
    listed("pre_tool_use", "scan_commit", "log_events", "snapshot"),
    "approve_calls",
    ["approve_calls 0", "scan_commit 0!"],
  ],
  ["permission_request", listed("pre_tool_use", "scan_commit"), "redact_secrets", ["redact_secrets 0"]],
  [
    "permission_request",
    listed("pre_tool_use", "redact_secrets", "no_such"),
    "approve_calls",
    ["approve_calls 0", "redact_secrets 0!"],
  ],
  [
    "permission_request turn_end",
    listed("pre_tool_use", "scan_commit"),
    "approve_calls",
    ["approve_calls 0", "scan_commit 0!"],
  ],
])("the steps for %s with %j and %s", async (events, settings, only, planned) => {
  expect(await steps(events, settings, only)).toEqual(planned);
});

test("a guard that the settings name at the request itself is not added a second time", async () => {
  const settings = {
    ...listed("pre_tool_use", "redact_secrets", "scan_commit"),
    builtins: {
      pre_tool_use: [user("redact_secrets"), user("scan_commit")],
      permission_request: [user("approve_calls"), user("redact_secrets")],
    },
    replaced: ["pre_tool_use", "permission_request"],
  };
  expect(await steps("permission_request", settings)).toEqual([
    "redact_secrets 0",
    "approve_calls 0",
    "scan_commit 0!",
  ]);
});
