import { expect, test } from "vitest";

import { worldOfEachTest, COMMITTED } from "../support/temporary-world.ts";

const world = worldOfEachTest(COMMITTED);
const TOKEN = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");

/** A turn with a call that changes files, a secret that is printed twice, and a call that is refused. */
async function session(id: string): Promise<void> {
  const claude = (event: object) => world.hook(["--agent", "claude-code"], { session_id: id, ...event });
  const call = (command: string, tool_use_id: string) => ({ tool_name: "Bash", tool_use_id, tool_input: { command } });
  await claude({ hook_event_name: "UserPromptSubmit", prompt: "Go on" });
  const edit = call("echo two > file.txt; echo one > new.txt", "toolu_1");
  await claude({ hook_event_name: "PreToolUse", ...edit });
  world.sh("echo two > file.txt; echo one > new.txt");
  await claude({ hook_event_name: "PostToolUse", ...edit, tool_response: { stdout: "", stderr: "" } });
  for (const n of [2, 3]) {
    const look = {
      ...call("gh auth token", `toolu_${n}`),
      tool_response: { stdout: `${n} token=${TOKEN}`, stderr: "" },
    };
    await claude({ hook_event_name: "PostToolUse", ...look });
  }
  await claude({ hook_event_name: "PreToolUse", ...call("rm -rf /", "toolu_4") });
  await claude({ hook_event_name: "Stop" });
}

const line = async (payload: unknown) =>
  (
    await world.snapveil(["status", "--line"], {
      input: typeof payload === "string" ? payload : JSON.stringify(payload),
      cwd: world.tmp,
    })
  ).stdout;

test("the status line says what can be undone, and what was hidden and refused in the session", async () => {
  const here = { workspace: { current_dir: world.cwd } };
  expect(await line({ session_id: "s1", ...here })).toBe("nothing to undo yet\n");
  await session("s1");
  expect(await line({ session_id: "s1", ...here })).toBe("undo ready · 1 secret hidden · 1 refused\n");
  expect(await line({ session_id: "other", cwd: world.cwd })).toBe("undo ready\n");
  expect(await line({ session_id: "s1", cwd: world.tmp })).toMatch(/^no undo here · 1 secret hidden/);
  for (const odd of ["", "no JSON", "[]", { cwd: "/gone" }]) expect(await line(odd)).toBe("no undo here\n");
  world.startProcesses();
  expect(await line({ session_id: "s1", ...here })).toBe("undo ready · 1 secret hidden · 1 refused\n");
  world.sh('rm -rf "$DATA"/snapshot/*/objects', { DATA: world.data });
  expect(await line(here)).toBe("undo damaged: snapveil verify\n");
  world.switchOff();
  expect(await line(here)).toBe("snapveil is off\n");
});

test("the status line says that a prompt or a call is open, but not one that was refused", async () => {
  const claude = (event: object) => world.hook(["--agent", "claude-code"], { session_id: "s1", ...event });
  const call = (command: string, tool_use_id: string) => ({ tool_name: "Bash", tool_use_id, tool_input: { command } });
  const says = () => line({ session_id: "other", cwd: world.cwd });
  await claude({ hook_event_name: "PreToolUse", ...call("rm -rf /", "toolu_0") });
  expect(await says()).toBe("nothing to undo yet\n");
  await claude({ hook_event_name: "PreToolUse", ...call("make", "toolu_1") });
  expect(await says()).toBe("1 call still open\n");
  expect(await world.json(["status"])).toMatchObject({ open: 1 });
  await claude({ hook_event_name: "UserPromptSubmit", prompt: "Go on" });
  await claude({ hook_event_name: "PreToolUse", ...call("make", "toolu_1") });
  expect(await says()).toBe("1 turn still open\n");
  world.sh("echo two > file.txt");
  await claude({
    hook_event_name: "PostToolUse",
    ...call("make", "toolu_1"),
    tool_response: { stdout: "", stderr: "" },
  });
  expect(await says()).toBe("undo ready · 1 turn still open\n");
  expect((await world.snapveil(["status"])).stdout).toMatch(
    /^snapveil +not registered with .*; the newest checkpoint here of claude-code is from .*snapveil install\n/,
  );
  await claude({ hook_event_name: "Stop" });
  expect(await says()).toBe("undo ready\n");
});

test("log --summary tells of the last session: turns, files, refusals, redactions by kind", async () => {
  expect((await world.snapveil(["log", "--summary"])).stdout).toBe("There is no session here yet.\n");
  await session("first");
  await session("second");
  expect((await world.snapveil(["log", "--summary"])).stdout).toMatch(/^Session {2}first of claude-code\n/);
  world.sh("rm file.txt");
  await session("second");
  const { stdout } = await world.snapveil(["log", "--summary"]);
  expect(stdout).toMatch(
    /^Session {2}second of claude-code\nWhen .*\nTurns {4}1 turn and 1 call that changed 1 file\nGuards {3}2 refused, 0 asked about: block_destructive 2\nSecrets {2}1 taken out: \S+ 1\n$/,
  );
  expect(stdout).not.toContain(TOKEN);
  expect(await world.json(["log", "--summary", "--session", "fir"])).toMatchObject({
    session_id: "first",
    agent: "claude-code",
    turns: 1,
    calls: 1,
    files: ["file.txt", "new.txt"],
    refused: 1,
    guards: { block_destructive: 1 },
  });
  expect(await world.snapveil(["log", "--summary", "--session", "nobody"])).toMatchObject({ exitCode: 2 });
});
