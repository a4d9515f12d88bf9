import { describe, expect, test } from "vitest";

import type { Capabilities } from "../../../agents/codec/dialect.ts";
import type { HookEvent } from "../../../agents/codec/hook-event.ts";
import type { Outcome } from "../../../agents/codec/outcome.ts";
import type { Builtin } from "../../../builtins/builtin.ts";
import { builtinNamed } from "../../../builtins/registry.ts";
import { dispatch } from "../../../hook/dispatch.ts";
import type { PlannedStep } from "../../../hook/plan.ts";
import { runSteps } from "../../../hook/run-steps.ts";
import { tellOfMarkers } from "../../../hook/tell-of-markers.ts";
import type { Io } from "../../../kit/io.ts";
import { takeUntold } from "../../../session/said.ts";
import { TooMuchScript } from "../../../shell/budget.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
import { ioWith } from "../../support/io-with.ts";
import { GITHUB } from "../../support/made-up.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();
const EVENT = { name: "turn_start", wireName: "turn_start", dialect: "docker-agent", raw: {} } as unknown as HookEvent;

describe("a builtin's notice", () => {
  /** What is told if so many milliseconds are left once the builtin has named a file. */
  async function told(left: number): Promise<readonly string[] | undefined> {
    let timeLeft = 10_000;
    const handler = async () => {
      timeLeft = left;
      return { notice: [`The file ${GITHUB}.txt was left out.`] };
    };
    const builtin = { ...builtinNamed("add_date")!, load: async () => ({ default: handler }) } as Builtin;
    const step = { builtin, eventIndex: 0, args: [], origin: "user" } as PlannedStep;
    const io: Io = { ...ioWith("", world.env), timeLeft: () => timeLeft, workLeft: () => timeLeft };
    const known = { knownContext: undefined, tells: [], title: "docker-agent" };
    const settings = DEFAULT_SETTINGS;
    return (await runSteps([step], [EVENT], { io, settings, dropsNotices: false, standsIn: false }, known)).notice;
  }

  test.each([10_000, 0])("repeats no secret in a name, with %i ms left to search it", async (left) => {
    const notice = (await told(left))!.join();
    expect(notice).not.toContain(GITHUB.slice(10));
    expect(notice).toContain(left > 0 ? "The file " : "could not be searched for secrets");
  });
});

test.each([
  ["deny", "deny"],
  ["ask", "ask"],
  [undefined, "ask"],
  ["allow", undefined],
] as const)("with on_failure %j a call that no guard can read to its end: %s", async (onFailure, kind) => {
  const handler = async () => {
    throw new TooMuchScript();
  };
  const builtin = { ...builtinNamed("scan_commit")!, load: async () => ({ default: handler }) } as Builtin;
  const step = { builtin, eventIndex: 0, args: [], origin: "user", ...(onFailure && { onFailure }) } as PlannedStep;
  const world_ = { io: ioWith("", world.env), settings: DEFAULT_SETTINGS, dropsNotices: false, standsIn: false };
  const event = { ...EVENT, name: "pre_tool_use" } as HookEvent;
  const { verdict } = await runSteps([step], [event], world_, {
    knownContext: undefined,
    tells: [],
    title: "docker-agent",
  });
  expect(verdict?.kind).toBe(kind);
});

describe("of a secret that was taken out the person is told", () => {
  const outcome: Outcome = {
    rewrite: { toolResponse: "[REDACTED]" },
    objections: [{ part: "toolResponse", found: [{ kind: "github-token", excerpt: "gh…9z" }] }],
  };
  const capabilities: Capabilities = { refusal: false, context: true, notice: true, rewrite: ["toolResponse"] };

  test.each<[what: string, more: Partial<Capabilities>, isTold: boolean]>([
    ["where it surely was", {}, true],
    ["not where nobody knows whether it was: the warning says so", { rewrite: [], tries: ["toolResponse"] }, false],
    ["not where the agent shows no notice", { notice: false }, false],
  ])("%s", (_, more, isTold) => {
    const event = { ...EVENT, sessionId: "s" } as HookEvent;
    const { notice } = tellOfMarkers(outcome, { ...ioWith("", world.env), pid: 1 }, event, {
      ...capabilities,
      ...more,
    });
    expect(notice?.join()).toEqual(isTold ? expect.stringContaining("Taken out of the output: ") : undefined);
  });
});

test("of secrets of several parts, only parts with a new one are told, and what marks mean once", () => {
  const event = { ...EVENT, sessionId: "s" } as HookEvent;
  const capabilities: Capabilities = { refusal: false, context: true, notice: true, rewrite: ["toolResponse"] };
  const [one, two] = ["a…1", "b…2"].map((excerpt) => ({ kind: "github-token", excerpt }));
  const tell = (...objections: NonNullable<Outcome["objections"]>) =>
    tellOfMarkers(
      { rewrite: { toolResponse: "x" }, objections },
      { ...ioWith("", world.env), pid: 1 },
      event,
      capabilities,
    ).notice ?? [];
  const first = tell({ part: "toolInput", found: [one!] });
  expect(first).toHaveLength(2);
  const later = tell(
    { part: "toolInput", found: [one!] },
    { part: "toolResponse", found: [one!, two!] },
    { found: [two!] },
  );
  expect(later).toHaveLength(1);
  expect(later[0]).toMatch(/^snapveil: Taken out of the output: [^:]*\./);
  expect(tell({ part: "toolInput", found: [one!] }, { part: "toolResponse", found: [two!] })).toEqual([]);
});

test.each<[what: string, more: Partial<Capabilities>, isHeard: boolean]>([
  ["at once", {}, true],
  ["later where it hears nothing", { context: false }, false],
  ["later where it does not hear what is taken", { unheard: true }, false],
])("the model is told what a marker means once: %s", (_, more, isHeard) => {
  const event = { ...EVENT, sessionId: "s" } as HookEvent;
  const io = { ...ioWith("", world.env), pid: 1 };
  const tell = () => {
    const capabilities: Capabilities = { refusal: false, context: true, notice: true, rewrite: ["toolResponse"] };
    return tellOfMarkers({ rewrite: { toolResponse: "x" } }, io, event, { ...capabilities, ...more }).context ?? [];
  };
  const told = tell();
  const later = takeUntold(io, ["docker-agent", "s"]);
  expect([told.length, later.length]).toEqual(isHeard ? [1, 0] : [0, 1]);
  expect([...told, ...later][0]).toContain("placeholder");
  expect([...tell(), ...takeUntold(io, ["docker-agent", "s"])]).toEqual([]);
});

describe("that snapveil is off is told", () => {
  const say = async (name: string, session?: string, env = world.env) => {
    const text = JSON.stringify({ hook_event_name: name, session_id: session, prompt: "Hi", source: "startup" });
    const io = { ...ioWith(text, { ...env, SNAPVEIL_DISABLE: "1" }), cwd: world.cwd };
    return (await dispatch(io, { agent: "claude-code", args: [] })).stdout.includes("SNAPVEIL_DISABLE");
  };

  test("once a session", async () => {
    expect(await say("SessionStart", "s")).toBe(true);
    expect(await say("UserPromptSubmit", "s")).toBe(false);
    expect(await say("UserPromptSubmit", "other")).toBe(true);
  });

  test.each([
    ["no session is named", undefined, "data"],
    ["there is no place to remember it", "s", undefined],
  ])("at its beginning alone where %s", async (_, session, data) => {
    const { SNAPVEIL_DATA_DIR: own, HOME, ...bare } = world.env as Record<string, string>;
    const env = (data === undefined ? bare : { ...bare, HOME, SNAPVEIL_DATA_DIR: own }) as Record<string, string>;
    expect(await say("SessionStart", session, env)).toBe(true);
    for (let turn = 0; turn < 2; turn += 1) expect(await say("UserPromptSubmit", session, env)).toBe(false);
  });
});
