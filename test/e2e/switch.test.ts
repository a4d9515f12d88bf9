import { afterEach, beforeEach, expect, test } from "vitest";

import { missing, snapveilOn } from "../support/pseudo-terminal.ts";
import { temporaryWorld, type TemporaryWorld } from "../support/temporary-world.ts";

const SECRET = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");

let world: TemporaryWorld;
beforeEach(() => {
  world = temporaryWorld();
  world.sh("git init -q");
});
afterEach(() => world.remove());

const hook = async (agent: string, event: string, tool: string) =>
  (
    await world.hook(["--agent", agent], {
      hook_event_name: event,
      cwd: world.cwd,
      tool_name: tool,
      tool_input: { command: `echo ${SECRET}` },
    })
  ).stdout;

test.each([
  ["claude-code", "PreToolUse", "Bash"],
  ["codex", "PreToolUse", "Bash"],
  ["gemini-cli", "BeforeTool", "run_shell_command"],
  ["docker-agent", "pre_tool_use", "shell"],
])("%s is answered with silence while snapveil is off, and told so once a session", async (agent, event, tool) => {
  await hook(agent, event, tool); // which says, once a session, what a marker is
  const guarded = await hook(agent, event, tool);
  expect(guarded).not.toBe("");
  world.switchOff(1);
  expect(await hook(agent, event, tool)).toMatch(/SNAPVEIL IS OFF since .*, until 2.* snapveil on"/);
  expect((await hook(agent, event, tool)).trim()).toBe("");
  expect((await world.snapveil(["on"])).exitCode).toBe(0);
  expect(await hook(agent, event, tool)).toBe(guarded);
});

test("an agent that names no session is told so where one begins, and not at every call", async () => {
  world.switchOff();
  const said = async (event: object) =>
    (await world.hook(["--agent", "claude-code"], { session_id: undefined, ...event })).stdout;
  expect(await said({ hook_event_name: "SessionStart", source: "startup" })).toContain("SNAPVEIL IS OFF");
  expect(await said({ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: {} })).toBe("");
});

test("status and explain say that snapveil is off", async () => {
  world.switchOff();
  expect((await world.snapveil(["status"])).stdout).toMatch(/^SNAPVEIL IS OFF since .*, until it is switched on: /);
  expect(await world.json(["status"])).toMatchObject({ switched_off: { until: null } });
  const { stdout } = await world.snapveil(["explain"], { input: '{"hook_event_name":"PreToolUse"}' });
  expect(stdout).toContain("→ snapveil is switched off since ");
  const env = { SNAPVEIL_DISABLE: "1" };
  expect((await world.snapveil(["on"], { env })).stdout).toMatch(
    /^The switch is on, but SNAPVEIL_DISABLE=1 is set here/,
  );
  expect((await world.snapveil(["on"])).stdout).toMatch(/^snapveil is on/);
  expect(await world.json(["status"])).toMatchObject({ refused: null });
  expect(await world.json(["status"], { env })).toMatchObject({
    refused: expect.stringContaining("SNAPVEIL_DISABLE=1"),
  });
  expect((await world.snapveil(["status", "--line"], { env })).stdout).toBe("snapveil is off\n");
});

test.skipIf(missing !== undefined)("off is for a person at a terminal", async () => {
  const refused = await world.snapveil(["off"]);
  expect(refused).toMatchObject({ exitCode: 2, stdout: "" });
  expect(refused.stderr).toContain("for a person at a terminal");
  expect(await world.json(["status"])).toMatchObject({ switched_off: null });
  for (const marker of ["GEMINI_CLI", "CLAUDECODE", "AI_AGENT"]) {
    const theirs = snapveilOn(["off"], { env: { ...world.env, [marker]: "1" }, cwd: world.cwd, columns: 200 });
    await theirs.shows(`${marker} is set: an agent started this`);
    expect(await theirs.ends()).toMatchObject({ exitCode: 2 });
  }
  expect(await world.json(["status"])).toMatchObject({ switched_off: null });
  const terminal = snapveilOn(["off", "--for", "1h"], { env: world.env, cwd: world.cwd, columns: 200 });
  await terminal.shows("SNAPVEIL IS OFF since ");
  expect(await terminal.ends()).toMatchObject({ exitCode: 0 });
  expect(await world.json(["status"])).toMatchObject({ switched_off: { until: expect.any(String) } });
});

test.each(["soon", "0s", "1", "-1h", "400d", "1h "])("off --for %j is refused with a sentence", async (time) => {
  const { stderr, exitCode } = await world.snapveil(["off", `--for=${time}`]);
  expect({ stderr, exitCode }).toEqual({ stderr: expect.stringContaining("--for takes a time"), exitCode: 2 });
  expect(await world.json(["status"])).toMatchObject({ switched_off: null });
});

test("a builtin that the settings switch off by name is not run, and a name that there is not is told", async () => {
  world.configure({ redact_secrets: false, ad_date: false, add_git_status: "no", snapshot: false });
  expect(await world.json(["status"])).toMatchObject({ refused: "Your settings switch snapshot off in hooks." });
  const said = await hook("claude-code", "PreToolUse", "Bash");
  expect(said).not.toContain("REDACTED");
  expect(said).toContain('\\"add_git_status\\" is not used: it is \\"no\\": neither a setting nor true or false');
  expect(said).toContain(
    '\\"ad_date\\" is not used: there is no such setting and no such builtin (did you mean \\"add_date',
  );
});
