import { existsSync, readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { CheckpointList } from "../../shadow-repo/journal/checkpoint.ts";
import type { Run } from "../support/run.ts";
import { COMMITTED, worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest(COMMITTED);
const TOKEN = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");

const claude = (name: string, event: object = {}) =>
  world.hook(["--agent", "claude-code"], { hook_event_name: name, ...event });
const docker = (name: string, event: object = {}) =>
  world.hook(["--agent", "docker-agent"], { hook_event_name: name, ...event });
const checkpoints = async () => (await world.json<CheckpointList>(["checkpoints"])).checkpoints;

/** What an answer tells the model of files that were put back; "" where it says nothing of it. */
function toldBy({ stdout, stderr, exitCode }: Run): string {
  // A refusal has its reason there, and exit code 2.
  expect(stderr === "").toBe(exitCode === 0);
  const answer = stdout === "" ? {} : (JSON.parse(stdout) as Record<string, Record<string, string>>);
  const text =
    answer["hookSpecificOutput"]?.["additionalContext"] ?? answer["hook_specific_output"]?.["additional_context"] ?? "";
  const at = text.indexOf("Files of this project were put back");
  return at < 0 ? "" : text.slice(at);
}

async function claudeTurn(prompt: string, script: string, session = "s"): Promise<void> {
  await claude("UserPromptSubmit", { prompt, session_id: session });
  world.sh(script);
  await claude("Stop", { session_id: session });
}

const READ = { tool_name: "Read", tool_use_id: "r1", tool_input: { file_path: "file.txt" } };

describe("after an undo", () => {
  test("Claude Code's model is told at its next prompt, once, which files are as before which turn", async () => {
    await claudeTurn("Fix the login", "echo two > file.txt; echo new > new.txt");
    const [step] = await checkpoints();
    await world.snapveil(["undo", "--yes"]);
    const told = toldBy(await claude("UserPromptSubmit", { prompt: "go on" }));
    expect(told).toContain("Read them again");
    expect(told.split("\n").slice(1)).toEqual([
      `As before the turn "Fix the login", checkpoint ${step!.id} of ${step!.created_at}:`,
      "- file.txt",
      "- new.txt (no longer there)",
    ]);
    expect(toldBy(await claude("UserPromptSubmit", { prompt: "go on" }))).toBe("");
    expect(readdirSync(join(world.data, "told"))).toEqual([]);
  });

  test("docker-agent's model is told where it hears it: not after a call, but when the next one of the model begins", async () => {
    await docker("session_start");
    await docker("user_prompt_submit", { prompt: "Fix the login" });
    await docker("turn_start");
    world.write("file.txt", "two\n");
    await docker("turn_end", { reason: "normal" });
    await world.snapveil(["undo", "--yes"]);
    for (const name of ["post_tool_use", "before_llm_call", "turn_end"])
      expect(toldBy(await docker(name, { ...READ, messages: [], tool_response: "x" })), name).toBe("");
    expect(toldBy(await docker("turn_start"))).toContain('As before the turn "Fix the login"');
    expect(toldBy(await docker("turn_start"))).toBe("");
  });

  test("of a process another process is told, and a third one is not: the notes are on the disk", async () => {
    await claudeTurn("Fix the login", "echo two > file.txt");
    world.startProcesses();
    await world.snapveil(["undo", "--yes"]);
    expect(toldBy(await claude("UserPromptSubmit", { prompt: "go on" }))).toContain("- file.txt");
    expect(toldBy(await claude("UserPromptSubmit", { prompt: "go on" }))).toBe("");
  });

  test("that the agent itself ran in an open turn, the end of that very call tells", async () => {
    await claudeTurn("Fix the login", "echo two > file.txt");
    await claude("UserPromptSubmit", { prompt: "take that back" });
    const call = { tool_name: "Bash", tool_use_id: "b1", tool_input: { command: "snapveil undo --yes" } };
    await claude("PreToolUse", call);
    await world.snapveil(["undo", "--yes"]);
    const told = toldBy(await claude("PostToolUse", { ...call, tool_response: { stdout: "Put back 1 file." } }));
    expect(told).toContain("- file.txt");
  });

  test("every session that is at work in this worktree is told, and no other", async () => {
    await claudeTurn("Fix the login", "echo two > file.txt", "first");
    await claude("UserPromptSubmit", { prompt: "look around", session_id: "second" });
    await claudeTurn("A word", "true", "third");
    await world.snapveil(["undo", "--yes"]);
    for (const session of ["first", "second"])
      expect(
        toldBy(await claude("PostToolUse", { ...READ, session_id: session, tool_response: "" })),
        session,
      ).toContain("- file.txt");
    expect(toldBy(await claude("UserPromptSubmit", { prompt: "x", session_id: "third" }))).toBe("");
  });

  test("a session of the same name in another worktree is not told", async () => {
    await claudeTurn("Fix the login", "echo two > file.txt");
    await world.snapveil(["undo", "--yes"]);
    world.sh("mkdir ../other && cd ../other && git init -q . && echo a > file.txt && git add . && git commit -qm a");
    const other = join(world.cwd, "../other");
    expect(toldBy(await claude("UserPromptSubmit", { prompt: "x", cwd: other }))).toBe("");
    expect(toldBy(await claude("UserPromptSubmit", { prompt: "x", cwd: world.cwd }))).toContain("- file.txt");
  });

  test("two hooks at once tell it once", async () => {
    await claudeTurn("Fix the login", "echo two > file.txt");
    await world.snapveil(["undo", "--yes"]);
    const both = await Promise.all([1, 2, 3].map(() => claude("PostToolUse", { ...READ, tool_response: "" })));
    expect(both.map(toldBy).filter((text) => text !== "")).toHaveLength(1);
  });

  test("an event for which no builtin runs tells it as well", async () => {
    await claudeTurn("Fix the login", "echo two > file.txt");
    await world.snapveil(["undo", "--yes"]);
    world.configure({ builtins: { replace: true, user_prompt_submit: [], turn_start: [] } });
    expect(toldBy(await claude("UserPromptSubmit", { prompt: "go on" }))).toContain("- file.txt");
    expect((await claude("UserPromptSubmit", { prompt: "go on" })).stdout).toBe("");
  });

  test("a refused event does not use it up", async () => {
    await claudeTurn("Fix the login", "echo two > file.txt");
    await world.snapveil(["undo", "--yes"]);
    const refused = await claude("PreToolUse", {
      tool_name: "Bash",
      tool_use_id: "b1",
      tool_input: { command: "rm -rf /" },
    });
    expect(refused.stdout).toContain("deny");
    expect(toldBy(refused)).toBe("");
    expect(toldBy(await claude("UserPromptSubmit", { prompt: "go on" }))).toContain("- file.txt");
  });
});

test.each([
  ["gemini-cli", { hook_event_name: "BeforeAgent", prompt: "x" }],
  ["codex", { hook_event_name: "PostToolUse", ...READ, tool_response: "x" }],
  ["cursor", { hook_event_name: "postToolUse", conversation_id: "s", ...READ, tool_output: "x" }],
  ["qwen-code", { hook_event_name: "UserPromptSubmit", prompt: "x" }],
])("%s's model is told where it takes a text", async (agent, event) => {
  await claudeTurn("Fix the login", "echo two > file.txt");
  await world.snapveil(["undo", "--yes"]);
  const hook = () => world.hook(["--agent", agent], event);
  expect((await hook()).stdout).toContain("- file.txt");
  expect((await hook()).stdout).not.toContain("- file.txt");
});

test("of a file that is as before only in part, the part is told", async () => {
  const lines = (changes: Record<number, string> = {}) =>
    Array.from({ length: 30 }, (_, at) => `${changes[at] ?? at}\n`).join("");
  world.write("file.txt", lines());
  await claudeTurn("First", "sed -i 's/^3$/three/; s/^25$/last/' file.txt");
  const told = async () =>
    toldBy(await claude("UserPromptSubmit", { prompt: "go on" }))
      .split("\n")
      .slice(2);
  await world.snapveil(["undo", "--hunks", "1", "--yes"]);
  expect(await told()).toEqual(["- file.txt (only in 1 of 2 hunks of that change: the others stay)"]);
  await world.snapveil(["undo", "--yes"]);
  expect(await told()).toEqual(["- file.txt"]);
  await world.snapveil(["redo", "--yes"]);
  expect(await told()).toEqual(["- file.txt (only in part: other hunks of that change are still undone)"]);
  await world.snapveil(["redo", "--yes"]);
  expect(await told()).toEqual(["- file.txt"]);
  await claude("Stop");
  world.write("file.txt", world.read("file.txt").replace("\n15\n", "\nmine\n"));
  await world.snapveil(["undo", "--yes"]);
  expect(await told()).toEqual(["- file.txt (only in the lines of that change: later edits in it stay)"]);
});

test("a file that redo brings back whole is told so while hunks of another file are still undone, under one heading", async () => {
  world.write("file.txt", Array.from({ length: 30 }, (_, at) => `${at}\n`).join(""));
  await claudeTurn("First", "sed -i 's/^3$/three/; s/^25$/last/' file.txt; echo b > b.txt; echo c > c.txt");
  const [step] = await checkpoints();
  for (const part of [["--hunks", "3"], ["b.txt"], []]) await world.snapveil(["undo", ...part, "--yes"]);
  await claude("UserPromptSubmit", { prompt: "go on" });
  for (let count = 0; count < 2; count += 1) await world.snapveil(["redo", "--yes"]);
  const [, ...lines] = toldBy(await claude("UserPromptSubmit", { prompt: "go on" })).split("\n");
  expect(lines).toEqual([
    expect.stringContaining(`As after the turn "First", checkpoint ${step!.id}`),
    "- b.txt",
    "- c.txt",
    "- file.txt (only in part: other hunks of that change are still undone)",
  ]);
});

test("redo and restore are told, too, and several operations are one text in which the newest state counts", async () => {
  await claudeTurn("First", "echo two > file.txt; echo a > a.txt");
  await claudeTurn("Second", "echo three > file.txt; echo b > b.txt");
  const [first, second] = await checkpoints();
  await world.snapveil(["undo", "2", "--yes"]);
  await world.snapveil(["redo", "--yes"]);
  const redone = toldBy(await claude("UserPromptSubmit", { prompt: "x" }));
  expect(redone).toContain(`As after the turn "Second", checkpoint ${second!.id} of `);
  expect(redone).not.toContain("As before");
  await world.snapveil(["undo", "--yes"]);
  await world.snapveil(["restore", first!.id, "file.txt", "--yes"]);
  expect(
    toldBy(await claude("UserPromptSubmit", { prompt: "x" }))
      .split("\n")
      .slice(1),
  ).toEqual([
    expect.stringContaining(`As before the turn "First", checkpoint ${first!.id}`),
    "- file.txt",
    expect.stringContaining(`As before the turn "Second", checkpoint ${second!.id}`),
    "- b.txt (no longer there)",
  ]);
  await world.snapveil(["restore", second!.id, "--after", "--yes"]);
  expect(toldBy(await claude("UserPromptSubmit", { prompt: "x" }))).toContain('As after the turn "Second"');
});

test("a dry run, and an operation that changes no file, is not told", async () => {
  await claudeTurn("Fix the login", "echo two > file.txt");
  const [step] = await checkpoints();
  await world.snapveil(["undo", "--dry-run"]);
  await world.snapveil(["restore", step!.id, "--after", "--yes"]);
  expect(existsSync(join(world.data, "told"))).toBe(false);
});

test("no more than a screen is told, and the rest counted", async () => {
  await claudeTurn("Many", "for n in $(seq -w 200); do echo $n > n$n.txt; done");
  await world.snapveil(["undo", "--yes"]);
  const lines = toldBy(await claude("UserPromptSubmit", { prompt: "x" })).split("\n");
  expect(lines.filter((line) => line.startsWith("- "))).toHaveLength(20);
  expect(lines.at(-1)).toBe("and 180 more files");
});

test("names are told without secrets, each in one line, and the note is the user's alone", async () => {
  await claudeTurn(`Use ${TOKEN}`, `touch 'key-${TOKEN}.txt' $'two\\nlines.txt'`);
  await world.snapveil(["undo", "--yes"]);
  const [session = ""] = readdirSync(join(world.data, "told"));
  const folder = join(world.data, "told", session);
  const [note = ""] = readdirSync(folder);
  expect([statSync(folder).mode & 0o777, statSync(join(folder, note)).mode & 0o777]).toEqual([0o700, 0o600]);
  const told = toldBy(await claude("UserPromptSubmit", { prompt: "x" }));
  expect(told).not.toContain(TOKEN);
  expect(told).toContain("[REDACTED]");
  expect(told).toContain("- two\\u000alines.txt (no longer there)");
});

test("after two weeks nothing is told any more", async () => {
  await claudeTurn("Fix the login", "echo two > file.txt");
  await world.snapveil(["undo", "--yes"]);
  const folder = join(world.data, "told/s");
  const old = Date.now() / 1000 - 15 * 86_400;
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), old, old);
  expect(toldBy(await claude("UserPromptSubmit", { prompt: "x" }))).toBe("");
  expect(existsSync(folder)).toBe(false);
});

test("explain shows it, and does not use it up", async () => {
  await claudeTurn("Fix the login", "echo two > file.txt");
  await world.snapveil(["undo", "--yes"]);
  const event = (name: string) =>
    JSON.stringify({ hook_event_name: name, session_id: "s", cwd: world.cwd, prompt: "x" });
  const explained = async (name: string) =>
    (await world.snapveil(["explain", "--agent", "claude-code"], { input: event(name) })).stdout;
  expect(await explained("UserPromptSubmit")).toMatch(/- file\.txt[^]*the model is told which, and to read them again/);
  expect(await explained("Stop")).toContain("the model is told at the next event at which it hears it");
  expect(toldBy(await claude("UserPromptSubmit", { prompt: "x" }))).toContain("- file.txt");
  expect(await explained("UserPromptSubmit")).not.toContain("put back");
});
