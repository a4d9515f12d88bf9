import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { dispatch } from "../../../hook/dispatch.ts";
import type { JsonObject } from "../../../kit/json.ts";
import { ioWith } from "../../support/io-with.ts";

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "rounds-"));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

async function answer(agent: string, stdin: JsonObject, limit = "2"): Promise<{ stdout: string; exitCode: number }> {
  const io = { ...ioWith(JSON.stringify(stdin), { SNAPVEIL_DATA_DIR: place }), now: () => new Date() };
  return dispatch(io, { agent, args: [limit], builtin: "max_iterations" });
}

const codex = (turn: string, session = "s1") => ({
  hook_event_name: "PreToolUse",
  session_id: session,
  turn_id: turn,
  cwd: "/",
  tool_name: "Bash",
  tool_input: {},
  tool_use_id: "c",
});
const gemini = { hook_event_name: "BeforeModel", session_id: "s1", cwd: "/", llm_request: { messages: [] } };

describe("max_iterations where the agent sends no counter", () => {
  test("lets as many rounds through as it is told, and refuses the next", async () => {
    expect(await answer("gemini-cli", gemini)).toMatchObject({ stdout: "" });
    expect(await answer("gemini-cli", gemini)).toMatchObject({ stdout: "" });
    const { stdout } = await answer("gemini-cli", gemini);
    expect(JSON.parse(stdout)).toMatchObject({ decision: "deny", reason: expect.stringContaining("limit of 2") });
  });

  test("counts each prompt and each session for itself", async () => {
    for (let round = 0; round < 2; round += 1) await answer("codex", codex("t1"));
    expect((await answer("codex", codex("t1"))).stdout).toContain("deny");
    expect((await answer("codex", codex("t2"))).stdout).toBe("");
    expect((await answer("codex", codex("t1", "s2"))).stdout).toBe("");
  });

  test("begins anew with a turn, where prompts have no name", async () => {
    for (let round = 0; round < 2; round += 1) await answer("gemini-cli", gemini);
    await answer("gemini-cli", { hook_event_name: "BeforeAgent", session_id: "s1", cwd: "/", prompt: "go on" });
    expect((await answer("gemini-cli", gemini)).stdout).toBe("");
  });

  test("ends Claude Code's turn before the model call that is too many", async () => {
    const batch = { hook_event_name: "PostToolBatch", session_id: "s1", prompt_id: "p1", cwd: "/", tool_calls: [] };
    expect((await answer("claude-code", batch)).stdout).toBe("");
    expect(JSON.parse((await answer("claude-code", batch)).stdout)).toMatchObject({ continue: false });
    expect((await answer("claude-code", { ...batch, hook_event_name: "PreToolUse" })).stdout).toBe("");
  });

  test("ends Crush's turn and not only the call", async () => {
    const call = { event: "PreToolUse", session_id: "s1", cwd: "/", tool_name: "bash", tool_input: {} };
    await answer("crush", call, "1");
    expect(JSON.parse((await answer("crush", call, "1")).stdout)).toMatchObject({ decision: "deny", halt: true });
  });

  test("counts hooks that run at the same time", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => answer("codex", codex("t1"))));
    expect(answers.filter(({ stdout }) => stdout === "")).toHaveLength(2);
  });

  test("keeps its files to the user, and forgets old ones", async () => {
    await answer("codex", codex("t1"));
    const folder = join(place, "rounds");
    const [name] = readdirSync(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, name!)).mode & 0o777).toBe(0o600);
    utimesSync(join(folder, name!), 1, 1);
    await answer("codex", codex("t2"));
    expect(readdirSync(folder)).toHaveLength(1);
    expect(readdirSync(folder)).not.toContain(name);
  });

  test("writes nothing without a session, without a limit, or for docker-agent", async () => {
    await answer("codex", { ...codex("t1"), session_id: "" });
    await answer("codex", codex("t1"), "none");
    await answer("docker-agent", { hook_event_name: "turn_start", session_id: "s", cwd: "/" });
    await answer("docker-agent", { hook_event_name: "before_llm_call", session_id: "s", cwd: "/" });
    expect(readdirSync(place)).toEqual([]);
  });
});
