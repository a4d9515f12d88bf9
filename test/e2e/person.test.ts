import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { missing, PseudoTerminal } from "../support/pseudo-terminal.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

const PROGRAM = join(import.meta.dirname, "../../dist/snapveil.cjs");
const OFF = `'${process.execPath}' '${PROGRAM}' off`;
const world = worldOfEachTest("git init -q");

/** A script that an agent's own shell runs on a terminal. */
async function onTerminal(command: readonly string[], env: Record<string, string> = {}) {
  const terminal = new PseudoTerminal(command, { env: { ...world.env, ...env }, cwd: world.cwd, columns: 250 });
  const { exitCode } = await terminal.ends();
  return { exitCode, output: terminal.output };
}

describe.skipIf(missing !== undefined || process.platform !== "linux")("an agent on a terminal of its own", () => {
  test.each([
    ["by its program's name", () => ({ shell: "gemini", script: OFF }), "Gemini CLI runs above it"],
    [
      "by a variable that it set, and that its command takes away",
      () => ({ shell: "sh", script: `env -u CLAUDECODE ${OFF}`, env: { CLAUDECODE: "1" } }),
      "CLAUDECODE is set in a process above it",
    ],
  ])("switches nothing off: it is known %s", async (_sign, given, why) => {
    const { shell, script, env = {} } = given() as { shell: string; script: string; env?: Record<string, string> };
    const program = join(world.tmp, shell);
    copyFileSync("/bin/sh", program);
    chmodSync(program, 0o755);
    const { exitCode, output } = await onTerminal([program, "-c", `${script}; exit $?`], env);
    expect({ exitCode, output }).toEqual({ exitCode: 2, output: expect.stringContaining(why) });
    expect(await world.json(["status"])).toMatchObject({ switched_off: null });
  });

  test("nor does a process that it detached after its hooks began", () => {
    const script = `
      import json, os, subprocess, sys, time
      node, program = sys.argv[1:]
      event = {"session_id": "s", "cwd": os.getcwd(), "hook_event_name": "SessionStart", "source": "startup"}
      hook = [node, program, "hook", "--agent", "claude-code"]
      subprocess.run(hook, input=json.dumps(event).encode(), stdout=subprocess.DEVNULL)
      pty = "import pty, sys; pty.spawn(sys.argv[1:])"
      detached = ["setsid", "-f", sys.executable, "-c", pty, node, program, "off"]
      subprocess.run(detached, stdin=subprocess.DEVNULL, stdout=open("said", "w"), stderr=subprocess.STDOUT)
      while "snapveil" not in open("said").read().lower(): time.sleep(0.05)
    `;
    const lines = script.split("\n").map((line) => line.slice(6));
    spawnSync("python3", ["-c", lines.join("\n"), process.execPath, PROGRAM], { env: world.env, cwd: world.cwd });
    expect(readFileSync(world.at("said"), "utf8")).toMatch(/is for a person, and it began beside an agent/);
  });
});

test("to register fewer legs, to take hooks out, to forget and to open the page are a person's, and to look is anybody's", async () => {
  const asked = (...words: string[]) => world.snapveil(words, { env: { GEMINI_CLI: "1" } });
  world.write("~/.claude/settings.json", "{}\n");
  await world.snapveil(["install", "claude-code", "--yes"]);
  for (const words of [
    ["uninstall", "claude-code", "--yes"],
    ["install", "claude-code", "--only", "context", "--yes"],
    ["untrack", "."],
    ["prune"],
    ["ui", "--no-open"],
  ]) {
    const { stderr, exitCode } = await asked(...words);
    expect([words[0], exitCode, stderr]).toEqual([words[0], 2, expect.stringContaining("GEMINI_CLI is set")]);
  }
  expect(world.read("~/.claude/settings.json")).toContain("snapveil");
  expect((await asked("prune", "--dry-run")).exitCode).toBe(0);
  expect((await asked("uninstall", "claude-code", "--dry-run")).exitCode).toBe(0);
  expect((await world.snapveil(["uninstall", "claude-code", "--yes"])).exitCode).toBe(0);
});

describe("SNAPVEIL_DISABLE", () => {
  const call = { hook_event_name: "BeforeTool", tool_name: "run_shell_command", tool_input: { command: "rm -rf ~/" } };
  const asked = async () =>
    (await world.hook(["--agent", "gemini-cli"], { ...call, cwd: world.cwd }, { env: { SNAPVEIL_DISABLE: "1" } }))
      .stdout;

  test("of the person's is told once a session", async () => {
    expect(await asked()).toMatch(/^\{"systemMessage":"SNAPVEIL IS OFF by SNAPVEIL_DISABLE=1/);
    expect((await asked()).trim()).toBe("");
  });

  test("of a file of the project's guards all the same, and is named once a session", async () => {
    world.write(".gemini/.env", "SNAPVEIL_DISABLE=1\n");
    const [first, second] = [await asked(), await asked()];
    expect(first).toContain('"decision":"deny"');
    expect(first).toContain("The variable SNAPVEIL_DISABLE does not count");
    expect(second).toContain('"decision":"deny"');
    expect(second).not.toContain("does not count");
  });

  test("is named to the person whose command runs in that project", async () => {
    world.write("mise.toml", '[env]\nSNAPVEIL_DISABLE = "1"\n');
    const { stdout, stderr } = await world.snapveil(["status"], { env: { SNAPVEIL_DISABLE: "1" } });
    expect(stderr).toContain("mise.toml sets it");
    expect(stdout).not.toMatch(/SNAPVEIL_DISABLE=1 is set/);
  });
});

const isRoot = process.getuid?.() === 0;
if (!isRoot) process.stderr.write("left out: prompt files of another user, since only root can give files away\n");

test.skipIf(!isRoot)("the model is told no prompt file of another user, and the person of it once", async () => {
  chownSync(world.write("AGENTS.md", "planted"), 65_534, 65_534);
  world.write("../AGENTS.md", "of the person");
  const asked = async () =>
    (await world.hook(["--agent", "docker-agent"], { hook_event_name: "turn_start", cwd: world.cwd })).stdout;
  const [first, second] = [await asked(), await asked()];
  expect(first).toMatch(/of the person.*project\/AGENTS\.md is left out: it belongs to another user/s);
  expect(first + second).not.toContain("planted");
  expect(second).not.toContain("left out");
});
