import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { startRepository, turn } from "../support/agent-history.ts";
import { missing as noTerminal, PseudoTerminal } from "../support/pseudo-terminal.ts";
import { askSnapveil, run } from "../support/run.ts";
import { temporaryWorld, type TemporaryWorld } from "../support/temporary-world.ts";

/** Why a shell is not tried here; `undefined` where it is. */
function lacks(shell: string): boolean {
  const isMissing = spawnSync(shell, ["-c", "exit 0"]).status !== 0;
  if (isMissing) process.stderr.write(`left out: completion in ${shell}, since it is not installed\n`);
  return isMissing;
}

let world: TemporaryWorld;
let ids: string[];
let env: Record<string, string>;

beforeAll(async () => {
  world = temporaryWorld();
  await startRepository(world, { "app.ts": "1\n", "two words.txt": "1\n" });
  ids = [
    await turn(world, { "app.ts": "2\n" }, "session-one"),
    await turn(world, { "app.ts": "3\n" }, "x$(touch pwned)"),
    await turn(world, { "app.ts": "4\n" }, "--yes"),
  ];
  const bin = join(world.tmp, "bin");
  mkdirSync(bin);
  writeFileSync(
    join(bin, "snapveil"),
    `#!/bin/sh\nexec "${process.execPath}" "${join(import.meta.dirname, "../../dist/snapveil.cjs")}" "$@"\n`,
    { mode: 0o755 },
  );
  env = { ...world.env, PATH: `${bin}:${world.env["PATH"]}` };
});
const open: PseudoTerminal[] = [];
afterEach(() => open.splice(0).forEach((terminal) => terminal.kill()));
afterAll(() => world.remove());

function start(...command: string[]): PseudoTerminal {
  const terminal = new PseudoTerminal(command, { env, cwd: world.cwd, columns: 100 });
  open.push(terminal);
  return terminal;
}

/** Waits until a line stands there with the cursor behind its last blank. */
async function standsAfter(terminal: PseudoTerminal, line: string): Promise<void> {
  await terminal.shows(line.trimEnd());
  await expect.poll(() => terminal.emulator.buffer.active.cursorX).toBe(line.length);
}

/** What the shells are given for a line; the last word is the one that is being typed. */
async function words(...typed: string[]): Promise<string[]> {
  const { stdout, stderr, exitCode } = await askSnapveil(["complete-words", "--", ...typed], { env, cwd: world.cwd });
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  return stdout.split("\n").flatMap((line) => (line === "" ? [] : line.split("\t")[0]!));
}

describe("the words of a line", () => {
  test("commands, and none that are not for people", async () => {
    expect(await words("")).toEqual(expect.arrayContaining(["checkpoints", "undo", "restore", "completion", "help"]));
    expect(await words("")).not.toContain("complete-words");
    expect(await words("re")).toEqual(["redo", "restore", "reset"]);
    expect(await words("nonsense", "")).toEqual([]);
  });

  test("checkpoints where one is asked for, newest first, and files after it", async () => {
    expect(await words("restore", "")).toEqual(ids.toReversed());
    expect(await words("show", ids[0]!.slice(0, 5))).toEqual([ids[0]]);
    expect(await words("restore", ids[0]!, "")).toEqual([":files"]);
    expect(await words("restore", "--after", "")).toEqual(ids.toReversed());
    expect(await words("diff", "")).toEqual([...ids.toReversed(), ":files"]);
    expect(await words("pin", "")).toEqual(ids.toReversed());
    expect(await words("checkpoints", "")).toEqual([":files"]);
    expect(await words("blame", "")).toEqual([":files"]);
    expect(await words("run", "--", "make", "")).toEqual([":files"]);
    expect(await words("run", "--e")).toEqual(["--every"]);
  });

  test("options that were not given, values of an option in both spellings", async () => {
    expect(await words("undo", "--")).toEqual([
      "--session",
      "--step",
      "--only-agent",
      "--whole",
      "--kept",
      "--reveal",
      "--patch",
      "--hunks",
      "--markers",
      "--dry-run",
      "--yes",
      "--json",
      "--help",
    ]);
    expect(await words("undo", "--json", "--session", "session-one", "--")).toEqual([
      "--step",
      "--only-agent",
      "--whole",
      "--kept",
      "--reveal",
      "--patch",
      "--hunks",
      "--markers",
      "--dry-run",
      "--yes",
      "--help",
    ]);
    expect(await words("audit", "--format", "")).toEqual(["pretty", "json", "sarif", "github", "markdown"]);
    expect(await words("audit", "--format=s")).toEqual(["--format=sarif"]);
    expect(await words("audit", "--format", "=", "s")).toEqual(["sarif"]); // how bash breaks the word
  });

  test("sessions, but none that a shell would run or take for an option", async () => {
    expect(await words("undo", "--session", "")).toEqual(["session-one"]);
  });

  test("agents, builtins and shells", async () => {
    expect(await words("hook", "--agent", "cl")).toEqual(expect.arrayContaining(["claude-code", "cline"]));
    expect(await words("install", "claude-code", "code")).toEqual(["codex", "codebuddy"]);
    expect(await words("doctor", "ge")).toEqual(["gemini-cli"]); // hooks cannot be registered with "generic"
    expect(await words("install", "codex", "--only", "m")).toEqual(["messages"]);
    expect(await words("hook", "add_g")).toEqual(["add_git_status", "add_git_diff"]);
    expect(await words("hook", "add_git_status", "--agent", "")).toEqual([":files"]); // all the builtin's
    expect(await words("completion", "")).toEqual(["bash", "zsh", "fish"]);
  });

  test("where nothing is recorded nothing is said", async () => {
    const { stdout, stderr } = await askSnapveil(["complete-words", "--", "restore", ""], { env, cwd: world.tmp });
    expect({ stdout, stderr }).toEqual({ stdout: "", stderr: "" });
  });
});

describe("bash", () => {
  test.skipIf(noTerminal !== undefined)(
    "completes a command, an id and a file name on a real command line",
    async () => {
      const rc = join(world.tmp, "bashrc");
      writeFileSync(rc, "PS1='> '; source <(snapveil completion bash)\n");
      const terminal = start("bash", "--noprofile", "--rcfile", rc, "-i");
      await terminal.shows(/^>/m);
      terminal.press("snapveil resto\t");
      await standsAfter(terminal, "> snapveil restore ");
      terminal.press(`${ids[1]!.slice(0, 6)}\t`);
      await standsAfter(terminal, `> snapveil restore ${ids[1]} `);
      terminal.press("tw\t");
      await terminal.shows(`> snapveil restore ${ids[1]} two\\ words.txt`);
      terminal.press("\u0015snapveil undo --session \t");
      await terminal.shows("> snapveil undo --session session-one");
    },
  );

  test("the script is one that bash takes with all its warnings", async () => {
    const { stderr, exitCode } = await run(
      "bash",
      [
        "--norc",
        "-uc",
        "source <(snapveil completion bash); COMP_WORDS=(snapveil rest); COMP_CWORD=1; _snapveil snapveil; " +
          'test "${COMPREPLY[*]}" = restore',
      ],
      { env, cwd: world.cwd },
    );
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  });
});

describe.skipIf(lacks("zsh"))("zsh", () => {
  test.skipIf(noTerminal !== undefined)(
    "completes a command, an id and a file name on a real command line",
    { tags: ["long"] },
    async () => {
      writeFileSync(
        join(world.home, ".zshrc"),
        "PS1='> '; autoload -Uz compinit && compinit -u; source <(snapveil completion zsh)\n",
      );
      const terminal = start("zsh", "-i");
      await terminal.shows(/^>/m);
      await terminal.settles(300);
      terminal.press("snapveil resto\t");
      await standsAfter(terminal, "> snapveil restore ");
      terminal.press(`${ids[1]!.slice(0, 6)}\t`);
      await standsAfter(terminal, `> snapveil restore ${ids[1]} `);
      terminal.press("tw\t");
      await terminal.shows(`${ids[1]} two\\ words.txt`);
      terminal.press("\u0015snapveil restore \t");
      await terminal.shows(new RegExp(`${ids[2]} +-- .*(just now|min ago)`)); // the list tells what each is
    },
  );
});

describe.skipIf(lacks("fish"))("fish", () => {
  test("completes commands, ids with what they are, and files", async () => {
    const complete = async (line: string) => {
      const { stdout, stderr } = await run(
        "fish",
        ["--no-config", "-c", `snapveil completion fish | source; complete -C '${line}'`],
        { env, cwd: world.cwd },
      );
      expect(stderr).toBe("");
      return stdout.trimEnd().split("\n");
    };
    expect((await complete("snapveil resto")).map((line) => line.split("\t")[0])).toEqual(["restore"]);
    const found = await complete("snapveil show ");
    expect(found.map((line) => line.split("\t")[0])).toEqual(ids.toReversed());
    expect(found[0]).toMatch(/\t(just now|\d+ min ago) · turn/);
    expect((await complete(`snapveil restore ${ids[0]} tw`)).map((line) => line.split("\t")[0])).toEqual([
      expect.stringMatching(/^two( |\\ )words\.txt$/),
    ]);
    expect((await complete("snapveil undo --session ")).map((line) => line.split("\t")[0])).toEqual(["session-one"]);
  });
});
