import { describe, expect, test } from "vitest";

import { AGENT_NAMES, AGENTS } from "../../agents/registry.ts";
import { COMMITTED, worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest(COMMITTED);

async function turn(agent: string, session: string, script: string): Promise<void> {
  const hook = (hook_event_name: string, more = {}) =>
    world.hook(["--agent", agent, "snapshot"], { hook_event_name, session_id: session, ...more });
  await hook("UserPromptSubmit", { prompt: "Go on", ...(agent === "codex" && { turn_id: "t" }) });
  world.sh(script);
  await hook("Stop", agent === "codex" ? { turn_id: "t" } : {});
}

describe("after an undo", () => {
  test("each session is named with its agent's own way back in the conversation", async () => {
    await turn("claude-code", "abc-1", "echo two > file.txt");
    await turn("codex", "it's one", "echo three > file.txt");
    expect((await world.snapveil(["undo", "2", "--dry-run"])).stdout).not.toMatch(/conversation/);
    const { stdout } = await world.snapveil(["undo", "2", "--yes"]);
    expect(stdout).toMatch(/Claude Code stays as it is\. .*: `claude --resume abc-1`, then \/rewind/);
    expect(stdout).toContain("`codex resume 'it'\\''s one'`, then Esc Esc");
    expect((await world.snapveil(["redo", "--yes"])).stdout).not.toMatch(/conversation/);
  });

  test("of a turn that was undone in part, nothing is said of its conversation", async () => {
    await turn("claude-code", "abc-1", "echo two > file.txt; echo new > new.txt");
    expect((await world.snapveil(["undo", "new.txt", "--yes"])).stdout).not.toMatch(/conversation/);
    expect((await world.snapveil(["undo", "--yes"])).stdout).toMatch(/conversation/);
  });

  test("several sessions of one agent are one sentence", async () => {
    await turn("claude-code", "abc-1", "echo two > file.txt");
    await turn("claude-code", "abc-2", "echo three > file.txt");
    const { stdout } = await world.snapveil(["undo", "2", "--yes"]);
    expect(stdout).toContain(
      "The 2 conversations with Claude Code stay as they are. To go back in them, too: " +
        "`claude --resume abc-2` or `claude --resume abc-1`, then /rewind",
    );
  });

  test("nothing is said where the agent is not known, or the session's name would be an option", async () => {
    await turn("claude-code", "--print", "echo two > file.txt");
    await world.hook(["snapshot"], { hook_event_name: "turn_start", session_id: "s" });
    world.sh("echo three > file.txt");
    await world.hook(["snapshot"], { hook_event_name: "turn_end", session_id: "s" });
    const { exitCode, stdout } = await world.snapveil(["undo", "2", "--yes"]);
    expect([exitCode, stdout]).toEqual([0, expect.not.stringMatching(/conversation/)]);
  });
});

test("every way to open a conversation again has one place for the session", async () => {
  const ways: string[] = [];
  for (const name of AGENT_NAMES) {
    const { conversation } = (await AGENTS[name].install?.())?.default ?? {};
    if (conversation) ways.push(conversation.resume);
  }
  expect(ways.length).toBeGreaterThan(7);
  expect(ways.filter((way) => way.split("ID").length !== 2)).toEqual([]);
});
