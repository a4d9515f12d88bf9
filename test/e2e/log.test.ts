import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { beforeEach, describe, expect, test } from "vitest";

import type { LogEntry } from "../../builtins/event-log/entry.ts";
import { GITHUB as SECRET } from "../support/made-up.ts";
import { runSnapveil } from "../support/run.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest("git init -q .");
const EVERY = { builtins: { "*": ["log_events"] } };
const file = () => join(world.data, "log/events.jsonl");
const linesIn = (path: string) => readFileSync(path, "utf8").trimEnd().split("\n");
const entries = () => linesIn(file()).map((line) => JSON.parse(line) as LogEntry);
const listed = async (...words: string[]) => (await world.json<{ entries: LogEntry[] }>(["log", ...words])).entries;
beforeEach(() => world.configure(EVERY));

const AGENTS = {
  "claude-code": { before: "PreToolUse", after: "PostToolUse", prompt: "UserPromptSubmit", shell: "Bash" },
  codex: { before: "PreToolUse", after: "PostToolUse", prompt: "UserPromptSubmit", shell: "Bash" },
  "gemini-cli": { before: "BeforeTool", after: "AfterTool", prompt: "BeforeAgent", shell: "run_shell_command" },
  "docker-agent": {
    before: "pre_tool_use",
    after: "tool_response_transform",
    prompt: "user_prompt_submit",
    shell: "shell",
  },
} as const;

const call = (agent: string, event: string, more: object) =>
  world.hook(["--agent", agent], { hook_event_name: event, ...more });
/** In a process of its own. */
const started = (number: number) =>
  runSnapveil(["hook", "--agent", "codex"], {
    ...world,
    input: JSON.stringify({ session_id: `s${number}`, cwd: world.cwd, hook_event_name: "Stop" }),
  });

describe.each(Object.entries(AGENTS))("%s", (agent, { before, after, prompt, shell }) => {
  const play = async () => [
    await call(agent, before, { tool_name: shell, tool_input: { command: `echo ${SECRET}; rm -rf ~` } }),
    await call(agent, after, { tool_name: shell, tool_input: { command: "env" }, tool_response: `A=${SECRET}` }),
    await call(agent, prompt, { prompt: "tell nobody" }),
    await call(agent, "Odd", {}),
  ];

  test("has a line for each event, and the answers that it has without a log", async () => {
    // Codex takes no other arguments, so the call is refused for its secret, too, and that is the stricter verdict.
    const verdict = agent === "codex" ? "block" : "deny";
    const logged = await play();
    expect(entries()).toMatchObject([
      { agent, session: "s", event: before, tool: shell, command: "echo [REDACTED]; rm -rf ~", verdict },
      { event: after, command: "env", rewrites: ["toolResponse"] },
      { event: prompt },
      { event: "Odd", canonical: ["unknown"] },
    ]);
    expect(entries()[0]!.reason).toMatch(
      verdict === "deny" ? /^snapveil stopped/ : /contain a secret: github-token gh…o3 .* Codex does not/,
    );
    for (const word of [SECRET, "nobody", "A="]) expect(readFileSync(file(), "utf8")).not.toContain(word);
    expect([statSync(join(file(), "..")).mode & 0o777, statSync(file()).mode & 0o777]).toEqual([0o700, 0o600]);
    world.sh('rm -rf "$SNAPVEIL_DATA_DIR"');
    world.configure({});
    expect(await play()).toEqual(logged);
  });

  test("is answered the same where the line cannot be written", async () => {
    const event = { tool_name: shell, tool_input: { command: `echo ${SECRET}` } };
    await call(agent, before, event); // which says, once a session, what a marker is
    const logged = await call(agent, before, event);
    mkdirSync(join(world.tmp, "folder"));
    world.configure({ builtins: { "*": [["log_events", join(world.tmp, "folder")]] } });
    expect(await call(agent, before, event)).toEqual(logged);
  });
});

test("a hook that fails closed has its line, and a question is a denial where nobody can be asked", async () => {
  const nested = `${"[".repeat(9000)}"x"${"]".repeat(9000)}`;
  const deep = `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":${nested}}}`;
  const { stdout } = await world.snapveil(["hook", "--agent", "claude-code"], { input: deep });
  expect(stdout).toContain('"deny"');
  expect(entries()).toMatchObject([{ verdict: "deny", reason: expect.stringContaining("failed") as string }]);
  world.configure({ ...EVERY, builtins: { ...EVERY.builtins, pre_tool_use: [["block_destructive", "all", "ask"]] } });
  for (const agent of ["claude-code", "docker-agent"] as const)
    await call(agent, AGENTS[agent].before, {
      tool_name: AGENTS[agent].shell,
      tool_input: { command: "git push --force" },
    });
  expect(entries().map(({ verdict }) => verdict)).toEqual(["deny", "ask", "deny"]);
});

test("hooks that run at the same time lose no line, also while the file gives way to a new one", {
  tags: ["long"],
}, async () => {
  mkdirSync(join(world.data, "log"), { recursive: true, mode: 0o700 });
  writeFileSync(file(), `${"x".repeat(1023)}\n`.repeat(10 * 1024 - 1));
  const at = Array.from({ length: 24 }, (_, number) => number);
  await Promise.all(at.map(started));
  const lines = [...linesIn(file()), ...linesIn(`${file()}.1`)].filter((line) => !line.startsWith("x"));
  const sessions = lines.map((line) => (JSON.parse(line) as LogEntry).session);
  expect(sessions.toSorted()).toEqual(at.map((number) => `s${number}`).toSorted());
  expect(linesIn(`${file()}.1`).length).toBeGreaterThan(10_000);
  expect((await listed()).length).toBe(24);
});

test("the file that the user names is used, one that a project names is not", async () => {
  world.configure({ builtins: { "*": [["log_events", "~/logs/mine.jsonl"]] } });
  world.write(
    ".snapveil.jsonc",
    JSON.stringify({
      builtins: {
        stop: [
          ["log_events", "/tmp/x"],
          ["log_events", join(world.tmp, "theirs")],
        ],
      },
    }),
  );
  await call("codex", "Stop", {});
  expect(linesIn(world.at("~/logs/mine.jsonl")).length).toBe(1);
  expect(() => statSync(join(world.tmp, "theirs"))).toThrow();
  expect((await listed()).length).toBe(1);
  world.configure({ builtins: { "*": [["log_events", "mine.jsonl"]] } });
  expect((await call("codex", "SessionStart", {})).stdout).toContain("takes the path of a file");
  expect((await world.snapveil(["hook", "log_events", "a", "b"], { input: "{}" })).exitCode).not.toBe(0);
});

test("a project that names the user's own file for the same payload takes no line away", async () => {
  const mine = [["log_events", "~/logs/mine.jsonl"]];
  world.configure({ builtins: { post_tool_use: mine } });
  world.write(".snapveil.jsonc", JSON.stringify({ builtins: { tool_response_transform: mine } }));
  await call("claude-code", "PostToolUse", { tool_name: "Bash", tool_input: {}, tool_response: "x" });
  expect(linesIn(world.at("~/logs/mine.jsonl")).length).toBe(1);
});

test("one line an event, whatever the settings name twice; none while it is off or switched off by name", async () => {
  world.configure({ builtins: { "*": ["log_events"], post_tool_use: ["log_events"], turn_end: ["log_events"] } });
  await call("claude-code", "PostToolUse", { tool_name: "Bash", tool_input: {}, tool_response: "x" });
  await call("claude-code", "Stop", {});
  await world.snapveil(["hook", "--agent", "claude-code", "log_events"], {
    input: '{"hook_event_name":"PostToolUse","tool_name":"Read"}',
  });
  expect(entries().map(({ event, tool }) => [event, tool])).toEqual([
    ["PostToolUse", "Bash"],
    ["Stop", undefined],
    ["PostToolUse", "Read"],
  ]);
  world.configure({ ...EVERY, log_events: false });
  await call("claude-code", "Stop", {});
  world.configure(EVERY);
  world.switchOff();
  await call("claude-code", "Stop", {});
  expect(entries().length).toBe(3);
});

test("explain refuses the name of an agent that is none, with the nearest name", async () => {
  const event = '{"hook_event_name":"Stop","session_id":"s"}';
  const { stdout, stderr, exitCode } = await world.snapveil(["explain", "--agent", "claude-cod"], { input: event });
  expect([stdout, exitCode]).toEqual(["", 2]);
  expect(stderr).toContain('no agent named "claude-cod"');
  expect(stderr).toContain("Did you mean claude-code?");
});

test("explain writes no line", async () => {
  const { stdout } = await world.snapveil(["explain"], { input: '{"hook_event_name":"Stop","session_id":"s"}' });
  expect(stdout).toContain("log_events");
  expect(() => statSync(file())).toThrow();
});

test("log shows what was asked for, for a person and as JSON", async () => {
  expect((await world.snapveil(["log"])).stdout).toBe("Nothing was refused, asked about or taken out yet.\n");
  expect((await world.snapveil(["log", "--since", "1h"])).stdout).toMatch(/nothing of that kind.*log --help/);
  await call("codex", "PreToolUse", { tool_name: "Bash", tool_input: { command: "ls\n\u001b[31m" } });
  await call("docker-agent", "after_llm_call", { session_id: "t", usage: { input_tokens: 5 }, cost: 0.5 });
  const { stdout } = await runSnapveil(["log"], { cwd: world.cwd, env: { ...world.env, TZ: "Asia/Tokyo" } });
  const inTokyo = new Date(Date.parse(entries()[0]!.time) + 9 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");
  expect(stdout.slice(0, 19)).toBe(inTokyo);
  expect(stdout).toMatch(/^20\S+ \S+ {2}codex {9}s {2}PreToolUse {6}Bash {2}- {2}ls\\u000a\\u001b\[31m\n/);
  expect(stdout).toMatch(/after_llm_call {2}- {5}- {2}input_tokens 5 {2}cost 0.5\n$/);
  expect((await listed("--event", "pre_tool_use")).map(({ event }) => event)).toEqual(["PreToolUse"]);
  expect((await listed("--session", "t")).map(({ agent }) => agent)).toEqual(["docker-agent"]);
  expect((await listed("--since", "1h")).length).toBe(2);
  expect(await listed("--since", "2999-01-01T00:00:00Z")).toEqual([]);
});

test.each([
  ["--since=2x", "RFC 3339"],
  ["--since=yesterday", ""],
  ["--since=2026-13-40T00:00:00Z", ""],
  ["--since=", ""],
  ["--none", "unknown option"],
  ["more", "too many arguments"],
])("log %s is refused", async (word, sentence) => {
  const { stdout, stderr, exitCode } = await world.snapveil(["log", word]);
  expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
  expect(stderr).toContain(sentence.replace("RFC 3339", "2026-01-31T08:00:00Z"));
});

test("a session is named by any unique beginning of its id, and by its whole id before that", async () => {
  for (const session_id of ["one", "one-more", "two"])
    await world.hook(["--agent", "codex"], { hook_event_name: "Stop", session_id });
  const of = async (id: string) => (await listed("--session", id)).map(({ session }) => session);
  expect([await of("one"), await of("one-"), await of("t"), await of("three")]).toEqual([
    ["one"],
    ["one-more"],
    ["two"],
    [],
  ]);
  expect(await world.snapveil(["log", "--session", "o"])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/^snapveil: More than one session has an id that begins with "o"/),
  });
});

test("log -f goes on with what comes, and ends with its reader", async () => {
  await call("codex", "SessionStart", {});
  const binary = join(import.meta.dirname, "../../dist/snapveil.cjs");
  const child = spawn(process.execPath, [binary, "log", "-f", "--json", "--event", "stop"], {
    cwd: world.cwd,
    env: world.env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  let text = "";
  child.stdout.on("data", (part: Buffer) => (text += part));
  await call("codex", "Stop", { session_id: "first" });
  await call("codex", "PreCompact", {});
  await expect.poll(() => text).toContain('"first"');
  await call("claude-code", "Stop", { session_id: "second" });
  await expect.poll(() => text).toContain('"second"');
  const read = text
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as LogEntry).session);
  expect(read).toEqual(["first", "second"]);
  child.stdout.destroy();
  await call("codex", "Stop", {});
  await ended;
});
