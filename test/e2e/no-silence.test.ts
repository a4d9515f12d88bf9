import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { Run } from "../support/run.ts";
import { COMMITTED, worldOfEachTest } from "../support/temporary-world.ts";

/** How two agents spell the events of a turn, and where they find a notice. */
const DIALECTS = {
  "docker-agent": {
    session: { hook_event_name: "session_start", source: "startup" },
    begin: { hook_event_name: "turn_start" },
    end: { hook_event_name: "turn_end", reason: "normal" },
    before: { hook_event_name: "pre_tool_use", tool_name: "shell", tool_use_id: "t", tool_input: { command: "ls" } },
    notice: "system_message",
  },
  "claude-code": {
    session: { hook_event_name: "SessionStart", source: "startup" },
    begin: { hook_event_name: "UserPromptSubmit", prompt: "go on" },
    end: { hook_event_name: "Stop", stop_hook_active: false },
    before: { hook_event_name: "PreToolUse", tool_name: "Bash", tool_use_id: "t", tool_input: { command: "ls" } },
    notice: "systemMessage",
  },
} as const;

type Agent = keyof typeof DIALECTS;
type Moment = "session" | "begin" | "end" | "before";

const world = worldOfEachTest();

/** What the person is told at an event. */
async function told(agent: Agent, moment: Moment, more: object = {}, words: readonly string[] = []): Promise<string> {
  const run = await world.hook(["--agent", agent, ...words], { ...DIALECTS[agent][moment], ...more });
  return noticeOf(agent, run);
}

function noticeOf(agent: Agent, { stdout, stderr, exitCode }: Run): string {
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  const answer = stdout === "" ? {} : (JSON.parse(stdout) as Record<string, string>);
  return answer[DIALECTS[agent].notice] ?? "";
}

describe.each(Object.keys(DIALECTS) as Agent[])("%s", (agent) => {
  test("a folder without git is named once a session, with the way out", async () => {
    const first = await told(agent, "session");
    expect(first).toMatch(
      /^snapveil records no checkpoints here: .*not inside a git worktree.*: `git init`\..*snapveil track DIR\. Nothing brings back .*The guards go on\.$/,
    );
    expect(await told(agent, "begin")).toBe("");
    expect(await told(agent, "before")).toBe("");
    expect(await told(agent, "end")).toBe("");
    expect(await told(agent, "begin", { cwd: world.home })).toBe("");
    expect(await told(agent, "begin", { session_id: "other" })).toContain("git init");
    world.sh("git init -q");
    expect(await told(agent, "begin", { session_id: "third" })).toBe("");
  });

  test("not where checkpoints are switched off", async () => {
    world.configure({ snapshot: false });
    expect(await told(agent, "session")).toBe("");
    expect(await told(agent, "begin")).toBe("");
  });

  test("a .git that went while the session was at work", async () => {
    world.sh(COMMITTED);
    await told(agent, "begin");
    await told(agent, "end");
    rmSync(join(world.cwd, ".git"), { recursive: true });
    expect(await told(agent, "begin")).toContain(`${world.cwd}/.git is gone.`);
  });

  test("what a turn made and no checkpoint holds is named at its end, and by undo before it is done", async () => {
    world.sh(`${COMMITTED}; echo .env > .gitignore; echo K=1 > .env; mkdir sub; git -C sub init -q`);
    expect(await told(agent, "begin")).toBe("");
    world.sh("echo two > file.txt; echo K=2 > .env; head -c 3000000 /dev/zero > big; rm -rf sub");
    const end = await told(agent, "end");
    expect(end).toContain("snapveil did not record big (larger than 2097152 bytes): undo leaves");
    // At docker-agent a turn is one request, so a repository below is recorded only where a call names it.
    expect(end).toContain(
      agent === "docker-agent"
        ? "snapveil: sub/ is gone, and neither a checkpoint nor a kept copy holds"
        : "snapveil: sub/ is gone. Its files that were recorded before this turn can come back, its commits cannot: git init",
    );
    expect(end).not.toContain(".env");
    for (const how of ["--dry-run", "--yes"]) {
      const { stdout, exitCode } = await world.snapveil(["undo", how]);
      expect(exitCode).toBe(0);
      expect(stdout).toContain("! .env was changed in place");
      expect(stdout).toContain("! New or changed since this began, in no checkpoint, and left as it is: big (");
      expect(stdout).toContain("! Gone since this began, in no checkpoint, and not to be brought back: sub/.");
    }
    expect(world.read("file.txt")).toBe("one\n");
    expect(world.read(".env")).toBe("K=2\n");
  });

  test("a turn that made nothing else, and undo with nothing to put back", async () => {
    world.sh(`${COMMITTED}; echo .env > .gitignore; echo K=1 > .env`);
    await told(agent, "begin");
    world.sh("echo K=2 > .env; truncate -s 3000000 big");
    expect(await told(agent, "end")).toContain("big (larger than 2097152 bytes): undo leaves that as it is.");
    const { stdout } = await world.snapveil(["undo"]);
    expect(stdout).toMatch(/^There is nothing to put back\.\n {2}! \.env was changed in place/);
    expect(await world.json(["undo"])).toMatchObject({ restored: false, notes: { length: 2 } });
    expect(world.sh('cat "$SNAPVEIL_DATA_DIR"/snapshot/*/unheld')).not.toContain("go on");
  });

  test("the lines that install writes for checkpoints alone say the same", async () => {
    expect(await told(agent, "begin", {}, ["snapshot"])).toContain("git init");
  });

  test("a home folder under git is named as refused, and only so", async () => {
    world.sh(`cd ~; ${COMMITTED}`);
    const first = await told(agent, "session", { cwd: world.home });
    expect(first).toContain("your home folder");
    expect(first).not.toContain("git init");
    expect(await told(agent, "begin", { cwd: world.home })).toBe("");
    expect(await told(agent, "end", { cwd: world.home })).toBe("");
  });

  test("a state that could not be recorded is named once, by the turn's end at the latest", async () => {
    world.sh(COMMITTED);
    await told(agent, "begin");
    const failure = JSON.stringify({ at: new Date().toISOString(), why: "the disk is full." });
    world.sh(`d="$SNAPVEIL_DATA_DIR"; l="$d/late/$(ls "$d/snapshot")"; mkdir -p "$l"; echo '${failure}' > "$l/failed"`);
    expect(await told(agent, "end")).toContain("snapveil records no checkpoints: the disk is full.");
    expect(await told(agent, "begin")).toBe("");
    expect(await told(agent, "end")).toBe("");
  });
});

test("docker-agent: a session in a sub-folder hears what lies outside of it, Claude Code's records all", async () => {
  world.sh(`${COMMITTED}; mkdir sub`);
  const cwd = join(world.cwd, "sub");
  expect(await told("docker-agent", "session", { cwd })).toContain("records and undoes only what lies below sub/,");
  expect(await told("docker-agent", "begin", { cwd })).toBe("");
  expect(await told("docker-agent", "begin", { cwd, session_id: "other" })).toContain("below sub/,");
  expect(await told("docker-agent", "begin", { session_id: "third" })).toBe("");
  expect(await told("claude-code", "session", { cwd, session_id: "fourth" })).toBe("");
});

test("a builtin that is named without an agent, as docker-agent's own is, stays silent", async () => {
  const silent = { stdout: "", stderr: "", exitCode: 0 };
  const { begin, end } = DIALECTS["docker-agent"];
  expect(await world.hook(["snapshot"], begin)).toEqual(silent);
  world.sh(`${COMMITTED}; mkdir sub`);
  const cwd = join(world.cwd, "sub");
  expect(await world.hook(["snapshot"], { ...begin, cwd })).toEqual(silent);
  world.sh("truncate -s 3000000 sub/big");
  expect(await world.hook(["snapshot"], { ...end, cwd })).toEqual(silent);
});

test("what is said at an event at which the agent shows nothing is not taken for said", async () => {
  const kiro = (name: string) => world.hook(["--agent", "kiro"], { hook_event_name: name, prompt: "go on" });
  mkdirSync(world.data, { recursive: true });
  const heard = await kiro("agentSpawn");
  expect(heard.stdout).toContain("snapveil records nothing in this folder"); // the model hears this event
  expect(heard.stdout).not.toContain("records no checkpoints here");
  expect((await kiro("userPromptSubmit")).stdout).not.toContain("records nothing in this folder");
  const notices = world.sh('ls "$SNAPVEIL_DATA_DIR"/notices');
  expect(notices.trim().split("\n")).toHaveLength(1);
});
