import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { Events, HookEvent } from "../../../agents/codec/hook-event.ts";
import { dispatch } from "../../../hook/dispatch.ts";
import { withOpened } from "../../../hook/with-opened.ts";
import type { JsonObject } from "../../../kit/json.ts";
import type { KnownContext } from "../../../session/known-context.ts";
import { ioWith } from "../../support/io-with.ts";

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "opened-"));
  const entry = (text: string) => [["add_context", text]];
  const builtins = { session_start: entry("A session."), turn_start: entry("A turn.") };
  writeFileSync(join(place, "config.jsonc"), JSON.stringify({ builtins }));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

/** What the model is told, by texts that are told at each beginning of a session and of a turn. */
async function told(agent: string, stdin: JsonObject): Promise<{ session: boolean; turn: boolean }> {
  const io = {
    ...ioWith(JSON.stringify({ session_id: "s1", ...stdin }), {
      SNAPVEIL_DATA_DIR: place,
      SNAPVEIL_CONFIG: join(place, "config.jsonc"),
    }),
    now: () => new Date(),
  };
  const { stdout } = await dispatch(io, { agent, args: [] });
  return { session: stdout.includes("A session."), turn: stdout.includes("A turn.") };
}

const prompt = { event_type: "UserPromptSubmit", message: "hi", working_dir: "/" };
const read = { hook_event_name: "PreToolUse", tool_name: "x", tool_input: {} };

/** Which builtins run for an event of Antigravity's at which a turn begins, and the context is lost each time. */
async function ranAt(invocationNum: number): Promise<string[]> {
  const stdin = { conversationId: "s1", workspacePaths: ["/"], invocationNum };
  const env = { SNAPVEIL_DATA_DIR: place, SNAPVEIL_CONFIG: join(place, "config.jsonc") };
  const ran: string[] = [];
  const ignore = () => {};
  await dispatch(
    { ...ioWith(JSON.stringify(stdin), env), now: () => new Date() },
    { agent: "antigravity", args: [] },
    {
      runs: ({ builtin }, { name }) => ran.push(`${builtin.name} at ${name}`) < 0,
      settings: (settings) => settings,
      skips: ignore,
      found: ignore,
      remark: ignore,
      tells: ignore,
      says: ignore,
      delivers: ignore,
    },
  );
  return ran.filter((one) => one.endsWith("session_start"));
}

test("what is given again for a lost context are texts: nothing else of a session's beginning runs twice", async () => {
  const session_start = [
    ["add_context", "A session."],
    ["http_post", "http://127.0.0.1:9/"],
  ];
  writeFileSync(join(place, "config.jsonc"), JSON.stringify({ builtins: { session_start } }));
  const [first, second] = [await ranAt(0), await ranAt(0)];
  expect(first).toEqual(expect.arrayContaining(["add_context at session_start", "http_post at session_start"]));
  expect(second).toContain("add_context at session_start");
  expect(second).not.toContain("http_post at session_start");
});

describe("text for a session or turn whose own event takes none", () => {
  test("goes with the first event that does, once", async () => {
    expect(await told("openhands", { event_type: "SessionStart" })).toMatchObject({ session: false });
    expect(await told("openhands", prompt)).toEqual({ session: true, turn: true });
    expect(await told("openhands", prompt)).toEqual({ session: false, turn: true });
    expect(await told("openhands", { ...prompt, session_id: "s2" })).toEqual({ session: true, turn: true });
  });

  test("is given to each agent, though their sessions have one name", async () => {
    expect(await told("openhands", prompt)).toMatchObject({ session: true });
    expect(await told("kimi-code", { hook_event_name: "UserPromptSubmit", cwd: "/" })).toMatchObject({
      session: true,
    });
  });

  test("is given anew with each prompt, where prompts have names", async () => {
    const call = {
      hookEventName: "post_tool_use",
      sessionId: "g1",
      cwd: "/",
      workspaceRoot: "/w",
      toolName: "x",
      toolInput: {},
    };
    expect(await told("grok", { ...call, promptId: "p1" })).toEqual({ session: true, turn: true });
    expect(await told("grok", { ...call, promptId: "p1" })).toEqual({ session: false, turn: false });
    expect(await told("grok", { ...call, promptId: "p2" })).toEqual({ session: false, turn: true });
  });

  test("and with each turn, where they have none", async () => {
    const call = {
      clineVersion: "",
      hookName: "tool_call",
      taskId: "t1",
      workspaceRoots: ["/"],
      tool_call: { name: "x", input: {} },
    };
    expect(await told("cline", call)).toEqual({ session: true, turn: true });
    expect(await told("cline", call)).toEqual({ session: false, turn: false });
    await told("cline", { ...call, hookName: "agent_start" });
    expect(await told("cline", call)).toEqual({ session: false, turn: true });
  });

  test("is given anew to a session that has long been left alone", async () => {
    await told("openhands", prompt);
    const folder = join(place, "opened");
    const [name] = readdirSync(folder);
    expect(statSync(join(folder, name!)).mode & 0o777).toBe(0o600);
    utimesSync(join(folder, name!), Date.now() / 1000 - 13 * 60 * 60, Date.now() / 1000 - 13 * 60 * 60);
    expect(await told("openhands", prompt)).toMatchObject({ session: true });
  });

  test("is no business of agents that have such events, nor of a builtin that is asked for by name", async () => {
    await told("claude-code", { ...read, transcript_path: "/h/.claude/projects/p/s.jsonl" });
    await told("docker-agent", { hook_event_name: "turn_start" });
    await dispatch(
      { ...ioWith(JSON.stringify({ ...prompt, session_id: "s9" }), { SNAPVEIL_DATA_DIR: place }) },
      { agent: "openhands", args: [], builtin: "add_date" },
    );
    expect(readdirSync(place)).not.toContain("opened");
  });
});

describe("the events of a session whose model lost its texts", () => {
  type Facts = Partial<Pick<HookEvent, "goesOn" | "forgetsContext" | "opens">>;
  const BOTH: Facts = { opens: ["session_start", "turn_start"] };
  const LOST = { isLost: true } as KnownContext;
  const known = { isLost: false } as KnownContext;

  /** The names of the events, with `+` at an added one and `++` at one that is added again. */
  function opened(names: string, facts: Facts, context: KnownContext | undefined, sessionId?: string): string {
    const [first, ...rest] = names.split(" ").map((name) => ({ name, dialect: "agent" }) as unknown as HookEvent);
    const events: Events = [{ ...first!, ...facts, ...(sessionId && { sessionId }) } as HookEvent, ...rest];
    const io = { ...ioWith("", { SNAPVEIL_DATA_DIR: place }), now: () => new Date() };
    return withOpened(io, events, context)
      .map(({ name, isOpened, isAgain }) => `${name}${isOpened ? "+" : ""}${isAgain ? "+" : ""}`)
      .join(" ");
  }

  test.each<[given: string, facts: Facts, context: KnownContext | undefined, all: string]>([
    ["turn_start", {}, LOST, "session_start++ turn_start"],
    ["turn_start", {}, known, "turn_start"],
    ["turn_start", {}, undefined, "turn_start"],
    ["turn_start", { forgetsContext: true, ...BOTH }, undefined, "session_start++ turn_start"],
    ["turn_start", { forgetsContext: true, opens: ["turn_start"] }, undefined, "turn_start"],
    ["turn_start", BOTH, undefined, "turn_start"],
    ["pre_tool_use", { forgetsContext: true, ...BOTH }, undefined, "pre_tool_use"],
    ["pre_tool_use", BOTH, LOST, "session_start++ pre_tool_use turn_start++"],
    ["pre_tool_use", BOTH, known, "pre_tool_use"],
    ["pre_tool_use", {}, LOST, "pre_tool_use"],
    ["session_start", {}, LOST, "session_start"],
    ["session_start", BOTH, LOST, "session_start"],
    ["session_start", { goesOn: true }, known, "session_start turn_start++"],
    ["session_start turn_start", { goesOn: true }, known, "session_start turn_start"],
    ["turn_start session_start", {}, LOST, "turn_start session_start"],
  ])("%s %j %j: %s", (given, facts, context, all) => {
    expect(opened(given, facts, context)).toBe(all);
  });

  test("what is opened for the first time is not added again", () => {
    expect(opened("pre_tool_use", BOTH, LOST, "s")).toBe("session_start+ turn_start+ pre_tool_use");
    expect(opened("pre_tool_use", BOTH, LOST, "s")).toBe("session_start++ pre_tool_use turn_start++");
  });
});
