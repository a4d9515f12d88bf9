import { existsSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { GITHUB as TOKEN } from "../support/made-up.ts";
import { KEY, missing, snapveilOn } from "../support/pseudo-terminal.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest("git init -q");
const COMMAND = "git push --force origin main";

/** Types `snapveil allow` with these words on a terminal, and the id that it asks for. */
async function allow(...words: readonly string[]): Promise<string> {
  const terminal = snapveilOn(["allow", ...words], { env: world.env, cwd: world.cwd, columns: 250, rows: 60 });
  await terminal.shows(/to let it pass:|option out|not both/);
  const [, id] = /Type its id, (\w+), to let it pass:/.exec(terminal.output) ?? [];
  if (id !== undefined) terminal.press(id, KEY.enter);
  await terminal.ends();
  return terminal.output;
}

async function send(event: object, agent = "claude-code", words: readonly string[] = []): Promise<string> {
  const { stdout } = await world.hook(["--agent", agent, ...words], { session_id: "s1", cwd: world.cwd, ...event });
  return /"permission_?[dD]ecision":"(\w+)"/.exec(stdout)?.[1] ?? (stdout.includes('"block"') ? "block" : "passes");
}

const call = (tool_use_id: string | undefined, command = COMMAND, more: object = {}) =>
  send({ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command }, tool_use_id, ...more });

describe.skipIf(missing !== undefined)("snapveil allow", () => {
  test("--once lets the same call pass once, at each event before it, and writes no setting", async () => {
    expect(await call("a")).toBe("deny");
    expect(await allow("--last", "--once")).toContain("It passes the next time. Nothing was written");
    expect(await call("b", "git push --force origin master")).toBe("deny");
    expect(await call("c", COMMAND, { session_id: "s2" })).toBe("deny");
    expect(await call("d")).toBe("passes");
    expect(await call("d")).toBe("passes");
    expect(await call("e")).toBe("deny");
    expect(existsSync(join(world.home, ".config/snapveil/config.jsonc"))).toBe(false);
  });

  test("--once counts for one event where an agent gives calls no ids", async () => {
    await call(undefined);
    await allow("--last", "--once");
    expect([await call(undefined), await call(undefined)]).toEqual(["passes", "deny"]);
  });

  test("--once counts for all events that docker-agent sends before one call", async () => {
    const event = { tool_name: "shell", tool_input: { cmd: COMMAND }, tool_use_id: "a" };
    const before = (id: string, lane: readonly string[]) =>
      send({ ...event, hook_event_name: "pre_tool_use", tool_use_id: id }, "docker-agent", lane);
    expect(await before("a", ["--event", "preempt_yolo"])).toBe("deny");
    await allow("--last", "--once");
    expect(await before("b", ["--event", "preempt_yolo"])).toBe("passes");
    expect(await before("b", [])).toBe("passes");
    expect(await before("c", [])).toBe("deny");
  });

  test("--session lets each such call pass, until the session ends", async () => {
    await call("a");
    expect(await allow("--last", "--session")).toContain("Nothing was written into your settings.");
    expect([await call("b"), await call("c")]).toEqual(["passes", "passes"]);
    expect(await call("d", COMMAND, { session_id: "s2" })).toBe("deny");
    await send({ hook_event_name: "SessionEnd", reason: "exit" });
    expect(await call("e")).toBe("deny");
  });

  test("--remove takes back what was allowed for the session, or once", async () => {
    await call("a");
    for (const way of ["--session", "--once"]) {
      await allow("--last", way);
      const { stdout } = await world.snapveil(["explain", "--last"]);
      expect(stdout).toMatch(
        way === "--once"
          ? /^Allowed since .*, once, for the same call\. /m
          : /^Allowed since .*, until its session ends\. /m,
      );
      expect((await world.snapveil(["allow", "--remove", "--last"])).exitCode).toBe(0);
      expect(await call("b")).toBe("deny");
    }
    expect((await world.snapveil(["allow", "--remove", "--last", "--once"])).exitCode).toBe(2);
  });

  test("--session lets a secret pass, too", async () => {
    const write = () =>
      send({ hook_event_name: "PreToolUse", tool_name: "Write", tool_input: { file_path: "a", content: TOKEN } });
    expect(await write()).toBe("ask");
    await allow("--last", "--session");
    expect(await write()).toBe("passes");
  });

  test("--once is no way to send a prompt, and the two are not said together", async () => {
    expect(await send({ hook_event_name: "UserPromptSubmit", prompt: `use ${TOKEN}` })).toBe("block");
    expect(await allow("--last", "--once")).toContain("It was no call of a tool");
    expect(await allow("--last", "--once", "--session")).toContain("not both");
  });

  test("without a session only the settings can let it pass", async () => {
    await call("a", COMMAND, { session_id: undefined });
    expect(await allow("--last", "--session")).toContain("named no session");
  });
});
