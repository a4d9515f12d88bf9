import { describe, expect, test } from "vitest";

import type { HookEvent } from "../../../agents/codec/hook-event.ts";
import type { Outcome } from "../../../agents/codec/outcome.ts";
import type { Builtin } from "../../../builtins/builtin.ts";
import { builtinNamed } from "../../../builtins/registry.ts";
import type { PlannedStep } from "../../../hook/plan.ts";
import { runSteps } from "../../../hook/run-steps.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
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

const run = (steps: readonly PlannedStep[]) =>
  runSteps(
    steps,
    [EVENT],
    { io: ioWith(""), settings: DEFAULT_SETTINGS, dropsNotices: false, standsIn: false },
    { knownContext: undefined, tells: [], title: "Claude Code" },
  );

const APPROVED: Outcome = { verdict: { kind: "allow", reason: "" } };
const CHANGED: Outcome = { ...APPROVED, rewrite: { toolInput: { command: "rm -rf data" } } };
const says = (kind: "ask" | "deny"): Outcome => ({ verdict: { kind, reason: "It deletes data." } });
const TAKEN_OUT: Outcome = { rewrite: { toolInput: { command: "[REDACTED]" } } };

describe("a call that one builtin approves and a guard objects to", () => {
  test.each<
    [what: string, approves: Outcome, objects: Outcome, more: Partial<PlannedStep>, verdict: string | undefined]
  >([
    ["passes where no guard objects", APPROVED, {}, {}, "allow"],
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
