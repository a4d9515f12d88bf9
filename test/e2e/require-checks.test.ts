import { existsSync, readFileSync, statSync } from "node:fs";

import { beforeEach, describe, expect, test } from "vitest";

import { GITHUB } from "../support/made-up.ts";
import { withMoreTime } from "../support/more-time.ts";
import { runSnapveil } from "../support/run.ts";
import { COMMITTED, worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest(COMMITTED);

/** Fails as long as a file holds "bad", and counts its runs. */
const CHECK = ["bash", "-c", 'echo run >>"$HOME/runs"; ! grep -n bad file.txt'];
const runs = () => (existsSync(world.at("~/runs")) ? world.read("~/runs").split("\n").length - 1 : 0);
const configure = (words: readonly string[], more: object = {}, event = "turn_end") =>
  world.configure({ ...more, builtins: { [event]: ["snapshot", ["require_checks", ...words]] } });

const AGENTS = {
  "claude-code": { begin: "UserPromptSubmit", end: "Stop" },
  codex: { begin: "UserPromptSubmit", end: "Stop" },
  "gemini-cli": { begin: "BeforeAgent", end: "AfterAgent" },
  grok: { begin: "UserPromptSubmit", end: "Stop" },
  "docker-agent": { begin: "turn_start", end: "turn_end" },
} as const;
type Agent = keyof typeof AGENTS;

const hook = async (agent: Agent, name: string, fields: object = {}) => {
  const spelled = agent === "grok" ? { sessionId: "s", hookEventName: name } : { hook_event_name: name };
  const { stdout } = await world.hook(["--agent", agent], { ...spelled, ...fields });
  return stdout === "" ? {} : (JSON.parse(stdout) as Record<string, unknown>);
};
const begin = (agent: Agent) => hook(agent, AGENTS[agent].begin, { prompt: "go on" });
const end = (agent: Agent, isSame?: boolean) =>
  hook(agent, AGENTS[agent].end, isSame === undefined ? {} : { stop_hook_active: isSame });
const isRefused = (said: Record<string, unknown>) => said["decision"] === "block" || said["decision"] === "deny";
/** A turn that writes the file, or does nothing. */
async function turn(agent: Agent, content?: string) {
  await begin(agent);
  if (content !== undefined) world.write("file.txt", content);
  return end(agent, agent === "grok" ? undefined : false);
}

beforeEach(() => configure(CHECK));

describe.each(["claude-code", "codex", "gemini-cli", "grok"] as const)("%s", (agent) => {
  test("an end is refused with the failing lines, twice in a row at the most, whatever its payload says", async () => {
    const said = await turn(agent, "bad\n");
    expect([isRefused(said), said["reason"]]).toEqual([true, expect.stringMatching(/exit code 1:\n1:bad\nMend it/)]);
    const same = agent === "grok" ? undefined : true;
    expect(isRefused(await end(agent, same))).toBe(true);
    const third = await end(agent, same);
    expect(isRefused(third)).toBe(false);
    if (agent !== "grok") expect(third["systemMessage"]).toMatch(/the turn ends after 2 refusals[^]*1:bad/);
    expect(runs()).toBe(3);
    expect([isRefused(await turn(agent, "bad again\n")), runs()]).toEqual([false, 4]);
  });

  test("a check that passes says nothing, and it is counted anew", async () => {
    expect(isRefused(await turn(agent, "bad\n"))).toBe(true);
    world.write("file.txt", "good\n");
    expect(await end(agent, agent === "grok" ? undefined : true)).toEqual({});
    for (const content of ["bad 1\n", "bad 2\n"]) expect(isRefused(await turn(agent, content))).toBe(true);
    expect(isRefused(await turn(agent, "bad 3\n"))).toBe(false);
  });
});

test("a turn without changed files runs no check, and it is counted anew", async () => {
  expect(await turn("claude-code")).toEqual({});
  expect(runs()).toBe(0);
  for (const content of ["bad 1\n", "bad 2\n"]) expect(isRefused(await turn("claude-code", content))).toBe(true);
  expect(await turn("claude-code")).toEqual({});
  expect(runs()).toBe(2);
  expect(isRefused(await turn("claude-code", "bad 3\n"))).toBe(true);
});

test("with --always each turn is checked, also where no file changed and where nothing is recorded", async () => {
  world.write("file.txt", "bad\n");
  configure(["--always", ...CHECK], { snapshot: false });
  const said = await turn("claude-code");
  expect(said["reason"]).toMatch(/^snapveil: the check "bash -c [^]*1:bad\nMend it/);
  expect(existsSync(world.at(`${world.data}/snapshots`))).toBe(false);
  configure(["--always", ...CHECK]);
  expect([isRefused(await end("claude-code", true)), runs()]).toEqual([true, 2]);
  expect([isRefused(await end("claude-code", true)), runs()]).toEqual([false, 3]);
  world.write("file.txt", "good\n");
  for (const _ of [1, 2]) expect(await turn("claude-code")).toEqual({});
  expect(runs()).toBe(5);
});

test("--always alone is no command", async () => {
  configure(["--always"]);
  expect((await turn("claude-code", "bad\n"))["systemMessage"]).toMatch(/takes a command and its arguments/);
});

test("files that a refused turn then changes count, though no new turn begins", async () => {
  await turn("claude-code", "bad\n");
  const event = { tool_name: "Write", tool_use_id: "t", tool_input: { file_path: "file.txt", content: "good" } };
  await hook("claude-code", "PreToolUse", event);
  world.write("file.txt", "good\n");
  await hook("claude-code", "PostToolUse", { ...event, tool_response: "done" });
  expect(await end("claude-code", true)).toEqual({});
  expect(runs()).toBe(2);
});

test("docker-agent ends its turn all the same: the person is told at once, the model when it hears next", async () => {
  const said = await turn("docker-agent", "bad\n");
  expect(said["decision"]).toBeUndefined();
  expect(said["system_message"]).toMatch(/this turn changed files[^]*1:bad$/);
  const heard = (await begin("docker-agent"))["hook_specific_output"];
  expect(heard).toMatchObject({ additional_context: expect.stringContaining("1:bad") });
});

test("the check runs in the top folder with the user's environment, and its output is redacted and cut", async () => {
  configure(["bash", "-c", `pwd; echo "$TOOL \${GIT_DIR:-none}"; seq 1 1000; echo ${GITHUB}; exit 3`]);
  world.sh("mkdir sub");
  const env = { TOOL: "here", GIT_DIR: "/nowhere" };
  const fields = { cwd: world.at("sub"), prompt: "go" };
  await world.hook(["--agent", "claude-code"], { ...fields, hook_event_name: "UserPromptSubmit" });
  world.write("sub/a.txt", "new\n");
  const { stdout } = await world.hook(["--agent", "claude-code"], { ...fields, hook_event_name: "Stop" }, { env });
  const { reason } = JSON.parse(stdout) as { reason: string };
  expect(reason).toMatch(/exit code 3:\n…\n/);
  expect(reason).toContain("\n1000\n[REDACTED]\n");
  expect(reason).not.toContain(GITHUB);
  expect(reason.split("\n").length).toBeLessThan(40);
});

test("a check that never ends is ended with what it started: a notice, and no refusal", async () => {
  world.startProcesses();
  await withMoreTime({ from: 4, most: 15 }, async (deadline) => {
    configure(["bash", "-c", 'sleep 600 & echo $! >"$HOME/pid"; wait'], { deadline });
    const said = await turn("claude-code", `bad ${deadline}\n`);
    expect(isRefused(said)).toBe(false);
    expect(said["systemMessage"]).toMatch(/took longer than [\d.]+ s and was ended/);
    expect(world.read("~/pid")).toMatch(/^\d+\n$/);
  });
  const stat = `/proc/${world.read("~/pid").trim()}/stat`;
  const isAlive = () => existsSync(stat) && !/\) [ZX] /.test(readFileSync(stat, "latin1"));
  await expect.poll(isAlive).toBe(false);
});

test("an agent that ends the hook ends the check with it", async () => {
  configure(["bash", "-c", 'echo $PPID >"$HOME/hook"; echo $$ >"$HOME/pid"; sleep 600; :']);
  await begin("claude-code");
  world.write("file.txt", "bad\n");
  const input = JSON.stringify({ session_id: "s", cwd: world.cwd, hook_event_name: "Stop", stop_hook_active: false });
  const ended = runSnapveil(["hook", "--agent", "claude-code"], { ...world, input });
  await expect.poll(() => existsSync(world.at("~/pid"))).toBe(true);
  await expect.poll(() => world.read("~/pid")).not.toBe("");
  process.kill(Number(world.read("~/hook")), "SIGTERM");
  expect((await ended).stdout).toBe("");
  const stat = `/proc/${world.read("~/pid").trim()}/stat`;
  await expect.poll(() => existsSync(stat) && !/\) [ZX] /.test(readFileSync(stat, "latin1"))).toBe(false);
});

test.each([
  ["a program that is not there", ["no-such-program"], /"no-such-program" was not found/],
  ["a command line in one word", ["npm test"], /each as a word of its own/],
])("%s is a notice, and no refusal", async (_, words, notice) => {
  configure(words);
  await begin("claude-code");
  world.write("file.txt", "new\n");
  const said = await end("claude-code", false);
  expect([isRefused(said), said["systemMessage"]]).toEqual([false, expect.stringMatching(notice)]);
});

test("where no checkpoints are recorded, that is said once", async () => {
  world.configure({ builtins: { replace: true, turn_start: [], turn_end: [["require_checks", ...CHECK]] } });
  expect((await turn("claude-code", "bad\n"))["systemMessage"]).toContain("only checkpoints tell");
  expect([await turn("claude-code", "bad 2\n"), runs()]).toEqual([{}, 0]);
});

test("what is remembered is the user's alone", async () => {
  await turn("claude-code", "bad\n");
  const [name] = world.sh(`ls ${world.data}/held-turns`).trim().split("\n");
  const modes = [`${world.data}/held-turns`, `${world.data}/held-turns/${name}`].map(
    (path) => statSync(path).mode & 0o777,
  );
  expect(modes).toEqual([0o700, 0o600]);
});

test.each([
  ["claude-code", "Claude Code goes on with the turn where require_checks refuses its end"],
  ["docker-agent", "docker-agent ends the turn whatever require_checks finds"],
] as const)("explain runs no check and says what %s makes of one", async (agent, sentence) => {
  const input = JSON.stringify({ session_id: "s", cwd: world.cwd, hook_event_name: AGENTS[agent].end });
  const { stdout } = await world.snapveil(["explain", "--agent", agent], { input });
  expect(stdout).toContain(sentence);
  expect(runs()).toBe(0);
});
