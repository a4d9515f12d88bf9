import { describe, expect, test } from "vitest";

import type { HookEvent } from "../../../agents/codec/hook-event.ts";
import type { Objection, Outcome, Rewrite } from "../../../agents/codec/outcome.ts";
import type { Builtin } from "../../../builtins/builtin.ts";
import type { Call } from "../../../builtins/call.ts";
import { builtinNamed } from "../../../builtins/registry.ts";
import type { PlannedStep } from "../../../hook/plan.ts";
import { runAfterAll, runSteps } from "../../../hook/run-steps.ts";
import type { Watch } from "../../../hook/watch.ts";
import type { Io } from "../../../kit/io.ts";
import type { KnownContext } from "../../../session/known-context.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
import type { Settings } from "../../../worktree/settings.ts";
import { ioWith } from "../../support/io-with.ts";

const EVENT = {
  name: "permission_request",
  wireName: "PermissionRequest",
  dialect: "claude-code",
  raw: {},
  toolName: "Bash",
  toolInput: { command: "ls" },
} as unknown as HookEvent;

/** A builtin of these traits that says this; what it is given goes into a list. */
function step(name: string, said: Outcome, more: Partial<PlannedStep> = {}, seen: unknown[] = []): PlannedStep {
  const handler = async (event: HookEvent) => {
    seen.push(event.toolInput);
    return said;
  };
  const builtin = { ...builtinNamed(name)!, load: async () => ({ default: handler }) } as Builtin;
  return { builtin, eventIndex: 0, args: [], origin: "user", ...more } as PlannedStep;
}

const world = (io: Partial<Io> = {}, settings: Partial<Settings> = {}) => ({
  io: { ...ioWith(""), ...io },
  settings: { ...DEFAULT_SETTINGS, ...settings },
  dropsNotices: false,
  standsIn: false,
});
const NOTHING_KNOWN = { knownContext: undefined, tells: [], title: "Claude Code" };

const run = (steps: readonly PlannedStep[], events = [EVENT], given = world()) =>
  runSteps(steps, events, given, NOTHING_KNOWN);

/** A step with this handler. */
function withHandler(
  name: string,
  handler: (event: HookEvent, call: Call) => unknown,
  more: Partial<PlannedStep> = {},
) {
  const { builtin, ...rest } = step(name, {}, more);
  return { ...rest, builtin: { ...builtin, load: async () => ({ default: handler }) } as unknown as Builtin };
}

const APPROVED: Outcome = { verdict: { kind: "allow", reason: "" } };
const CHANGED: Outcome = { ...APPROVED, rewrite: { toolInput: { command: "rm -rf data" } } };
const says = (kind: "ask" | "deny"): Outcome => ({ verdict: { kind, reason: "It deletes data." } });
const TAKEN_OUT: Outcome = { rewrite: { toolInput: { command: "[REDACTED]" } } };

describe("a call that one builtin approves and a guard objects to", () => {
  test.each<
    [what: string, approves: Outcome, objects: Outcome, more: Partial<PlannedStep>, verdict: string | undefined]
  >([
    ["passes where no guard objects", APPROVED, {}, {}, "allow"],
    ["passes where a guard lets it pass, too", APPROVED, APPROVED, {}, "allow"],
    ["is refused where the guard refuses", APPROVED, says("deny"), {}, "deny"],
    ["is asked about where the guard asks", APPROVED, says("ask"), {}, "ask"],
    ["is not approved where the guard takes a secret out", APPROVED, TAKEN_OUT, {}, undefined],
    ["is not approved where the guard is named elsewhere", APPROVED, says("ask"), { onlyObjects: true }, undefined],
    ["is refused where it is another call by then", CHANGED, says("ask"), { onlyObjects: true }, "deny"],
    ["passes as another call to which nobody objects", CHANGED, {}, { onlyObjects: true }, "allow"],
  ])("%s", async (_, approves, objects, more, verdict) => {
    const guard = step("block_destructive", objects, more);
    const outcome = await run([step("http_policy", approves), guard]);
    expect(outcome.verdict?.kind).toBe(verdict);
    if (verdict === "deny") expect(outcome.verdict?.reason).toContain("It deletes data.");
  });
});

test("guards see the call as the rewrites before left it, and others what the guards made of it", async () => {
  const seen: unknown[] = [];
  await run([step("add_date", {}, {}, seen), step("redact_secrets", TAKEN_OUT, {}, seen)]);
  expect(seen).toEqual([{ command: "ls" }, { command: "[REDACTED]" }]);
});

test("one reason that two guards give is told once", async () => {
  const outcome = await run([step("block_destructive", says("deny")), step("protect_snapveil", says("deny"))]);
  expect(outcome.verdict?.reason).toBe("It deletes data.");
});

test.each<[what: string, name: string, given: object, rewrite: Rewrite, seen: unknown]>([
  ["its prompt", "user_prompt_submit", { prompt: "old" }, { prompt: "new" }, "new"],
  ["no prompt where it has none", "pre_tool_use", {}, { prompt: "new" }, undefined],
  ["its own prompt where another part is rewritten", "user_prompt_submit", { prompt: "old" }, { toolInput: {} }, "old"],
])("a later step sees of the event, %s", async (_what, name, given, rewrite, seen) => {
  const event = { ...EVENT, name, ...given } as HookEvent;
  const found: unknown[] = [];
  const look = withHandler("add_date", (one) => {
    found.push((one as { prompt?: string }).prompt);
    return {};
  });
  await run([step("redact_secrets", { rewrite }), look], [event]);
  expect(found).toEqual([seen]);
});

/** Whether a guard is told that a checkpoint is begun at its event. */
async function toldOfCheckpoint(steps: readonly PlannedStep[], name: string, settings: Partial<Settings>) {
  let isTold: boolean | undefined;
  const guard = withHandler("block_destructive", (_, call) => {
    isTold = call.isRecorded;
    return {};
  });
  const events = [{ ...EVENT, name } as HookEvent, { ...EVENT, name: "turn_start" } as HookEvent];
  await run([guard, ...steps], events, world({}, settings));
  return isTold;
}

test.each<[steps: PlannedStep[], event: string, settings: Partial<Settings>, isTold: boolean]>([
  [[step("snapshot", {})], "pre_tool_use", {}, true],
  [[step("snapshot", {}, { eventIndex: 1 })], "pre_tool_use", {}, false],
  [[step("add_date", {})], "pre_tool_use", {}, false],
  [[], "permission_request", {}, true],
  [[], "permission_request", { switches: { snapshot: false } }, false],
])("a guard beside %# is told whether a checkpoint is begun: %s %s %j: %s", async (steps, event, settings, isTold) => {
  expect(await toldOfCheckpoint(steps, event, settings)).toBe(isTold);
});

test("a step whose text the model knows is left out, and so is one that the watch holds back", async () => {
  const [ran, skipped]: [string[], string[]] = [[], []];
  const note = (name: string, more: Partial<PlannedStep> = {}) => withHandler(name, () => (ran.push(name), {}), more);
  const watch = {
    runs: ({ builtin }: PlannedStep) => builtin.name !== "log_events",
    skips: ({ builtin }: PlannedStep) => void skipped.push(builtin.name),
    says() {},
  } as unknown as Watch;
  const known = { has: (key: string) => key === "add_environment_info", isLast: () => false, note() {} };
  const steps = [note("add_environment_info"), note("add_date"), note("log_events")];
  const context = { ...NOTHING_KNOWN, knownContext: known as unknown as KnownContext };
  await runSteps(steps, [EVENT], world(), context, watch);
  await runAfterAll(steps.slice(1), [EVENT], ioWith(""), DEFAULT_SETTINGS, { outcome: {} }, watch);
  expect([ran, skipped]).toEqual([["add_date", "add_date"], ["add_environment_info"]]);
});

test("an objection names its guard, unless it names another one itself", async () => {
  const objections = [
    { part: "toolInput", found: [] },
    { guard: "other", found: [] },
  ] as unknown as Objection[];
  const { objections: named } = await run([step("redact_secrets", { objections })]);
  expect(named).toMatchObject([{ guard: "redact_secrets" }, { guard: "other" }]);
});

test.each<[onFailure: PlannedStep["onFailure"], name: string, verdict: string | undefined]>([
  [undefined, "block_destructive", "deny"],
  ["allow", "block_destructive", undefined],
  ["ask", "block_destructive", "ask"],
  [undefined, "add_date", undefined],
  ["deny", "add_date", "deny"],
])("where the setting says %s, a failure of %s leads to %s", async (onFailure, name, verdict) => {
  let isTold = false;
  const fails = withHandler(name, () => Promise.reject(new Error("no")), onFailure ? { onFailure } : {});
  const outcome = await run([fails], [{ ...EVENT, name: "pre_tool_use" } as HookEvent], {
    ...world({ leftUnfinished: () => void (isTold = true) }),
  });
  expect([outcome.verdict?.kind, isTold]).toEqual([verdict, false]);
});

test("a guard for which no time is left is not begun", async () => {
  const seen: unknown[] = [];
  const event = { ...EVENT, name: "pre_tool_use" } as HookEvent;
  const { verdict } = await run([step("redact_secrets", {}, {}, seen)], [event], world({ timeLeft: () => 0 }));
  expect([verdict?.kind, seen]).toEqual(["deny", []]);
});

test("a guard that goes on when its time is over is ended, and the call is refused", async () => {
  const handler = async () => {
    const end = performance.now() + 5000;
    while (performance.now() < end);
    return {};
  };
  const builtin = { ...builtinNamed("redact_secrets")!, load: async () => ({ default: handler }) } as Builtin;
  const io = { ...ioWith(""), timeLeft: () => 100, workLeft: () => 100 };
  const { verdict } = await runSteps(
    [{ builtin, eventIndex: 0, args: [], origin: "user" }],
    [{ ...EVENT, name: "pre_tool_use" } as HookEvent],
    { io, settings: DEFAULT_SETTINGS, dropsNotices: false, standsIn: false },
    { knownContext: undefined, tells: [], title: "Claude Code" },
  );
  expect(verdict).toMatchObject({ kind: "deny", reason: expect.stringContaining("redact_secrets took too long") });
});

test("a step that the deadline leaves at its work is told to the process, which then answers no other event", async () => {
  let [left, isTold] = [3, false];
  const io = { ...ioWith(""), timeLeft: () => (left -= 1), leftUnfinished: () => void (isTold = true) };
  const endless = step("add_date", {});
  const builtin = {
    ...endless.builtin,
    load: async () => ({ default: () => new Promise<Outcome>(() => {}) }),
  } as Builtin;
  const world = { io, settings: DEFAULT_SETTINGS, dropsNotices: false, standsIn: false };
  await runSteps([{ ...endless, builtin }], [EVENT], world, {
    knownContext: undefined,
    tells: [],
    title: "Claude Code",
  });
  expect(isTold).toBe(true);
});

test.each([
  ["deny", ["deny", "ask"], true],
  ["ask", ["deny", "ask"], true],
  ["ask", ["deny"], undefined],
  ["deny", [], undefined],
] as const)("after a verdict %s where %j stop a call the recorder learns: %s", async (kind, stops, refused) => {
  const seen: unknown[] = [];
  const guard = step("block_destructive", { verdict: { kind, reason: "no" } });
  const recorder = withHandler("snapshot", (_, call) => {
    seen.push(call.isRefused);
    return {};
  });
  await runSteps([recorder, guard], [EVENT], { ...world(), stops }, NOTHING_KNOWN);
  expect(seen).toEqual([refused]);
});
