// @module-tag long
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { makeHistory } from "../../tools/demo/make-history.ts";
import { startRepository, turn } from "../support/agent-history.ts";
import { KEY, missing, snapveilOn, type PseudoTerminal, type TerminalOptions } from "../support/pseudo-terminal.ts";
import { run, runSnapveil } from "../support/run.ts";
import { temporaryWorld, type TemporaryWorld } from "../support/temporary-world.ts";

const open: PseudoTerminal[] = [];
const worlds: TemporaryWorld[] = [];
afterEach(() => open.splice(0).forEach((terminal) => terminal.kill()));
afterAll(() => worlds.forEach((world) => world.remove()));

function newWorld(): TemporaryWorld {
  const world = temporaryWorld();
  worlds.push(world);
  return world;
}

function start(
  { env, cwd }: TemporaryWorld,
  args: readonly string[],
  options: Partial<TerminalOptions> = {},
): PseudoTerminal {
  const terminal = snapveilOn(args, { cwd, ...options, env: { ...env, ...options.env } });
  open.push(terminal);
  return terminal;
}

/** What a command writes to a terminal; it must end by itself. */
async function shown(
  world: TemporaryWorld,
  args: readonly string[],
  options: Partial<TerminalOptions> = {},
): Promise<string> {
  const terminal = start(world, args, { ...options, env: { PAGER: "", ...options.env } });
  await terminal.ends();
  return terminal.output;
}

const hasLess = spawnSync("less", ["--version"]).status === 0;
if (!hasLess) process.stderr.write("left out: the pager, since less is not installed\n");

describe.skipIf(missing !== undefined)("more than a hundred checkpoints", () => {
  let world: TemporaryWorld;
  beforeAll(async () => {
    world = newWorld();
    await makeHistory({ project: join(world.cwd, "shop"), env: world.env, turns: 40, end: new Date() });
    (world as { cwd: string }).cwd = join(world.cwd, "shop");
  });

  test("are a row for each prompt, and with --calls the calls stand below it", async () => {
    const of = async (...words: string[]) =>
      (await shown(world, ["checkpoints", ...words], { env: { PAGER: "cat" } }))
        .trimEnd()
        .split("\n")
        .slice(1)
        .map(stripVTControlCharacters);
    const [folded, whole] = [await of(), await of("--calls")];
    const turns = whole.filter((line) => !line.includes("└ "));
    expect(folded.at(-1)).toMatch(RegExp(`^${whole.length - turns.length} calls of these turns: .* --calls$`));
    expect(folded.slice(0, -1).map((line) => line.slice(0, 8))).toEqual(turns.map((line) => line.slice(0, 8)));
    expect(whole.length).toBeGreaterThan(turns.length * 2);
    // Of each of two prompts the same files are told as in the long list, which needs other widths.
    const words = (line: string) => [line.slice(0, 8), line.split(/ {2,}/).at(-1)];
    expect((await of("-n", "2")).map(words)).toEqual([
      ...folded.slice(0, 2).map(words),
      [expect.stringMatching(/^\d+ calls?/), expect.stringMatching(/--calls$/)],
    ]);
    const day = Date.now() - 4 * 24 * 3_600_000;
    const { checkpoints } = JSON.parse((await runSnapveil(["checkpoints", "--json", "--since", "4d"], world)).stdout);
    expect(checkpoints.length).toBeGreaterThan(0);
    for (const { created_at } of checkpoints) expect(Date.parse(created_at)).toBeGreaterThanOrEqual(day - 60_000);
  });

  test.skipIf(!hasLess)("are read in a pager, which is left with q", async () => {
    const terminal = start(world, ["checkpoints"]);
    await terminal.shows(/^ID {8}WHEN/);
    await terminal.shows(/^:$/m);
    expect(terminal.lines().every((line) => line.length <= 80)).toBe(true);
    terminal.press("G");
    await terminal.shows("(END)");
    terminal.press("q");
    expect(await terminal.ends()).toMatchObject({ exitCode: 0, raw: false });
  });

  test("a pager that is not there, is none or is another is as the user says", async () => {
    const rows = JSON.parse((await runSnapveil(["checkpoints", "--json"], world)).stdout).checkpoints.length as number;
    expect(rows).toBeGreaterThan(100);
    const lines = async (pager: string) =>
      (await shown(world, ["checkpoints", "--calls"], { env: { PAGER: pager } })).trimEnd().split("\n").length;
    expect(await lines("")).toBe(rows + 1);
    expect(await lines("cat")).toBe(rows + 1);
    expect(await lines("no-such-pager-anywhere 2>&1")).toBeGreaterThanOrEqual(rows + 1);
    expect(await lines("head -n 3")).toBe(3);
  });

  test("are text for programs in a pipe: whole lines, no colour, no pager", async () => {
    const { stdout } = await runSnapveil(["checkpoints"], {
      ...world,
      env: { ...world.env, PAGER: "false", TERM: "xterm" },
    });
    expect(stdout).not.toContain("\u001b");
    expect(stdout.split("\n")[0]).toMatch(/^[0-9a-f]{8} {2}/);
    const { stdout: coloured } = await runSnapveil(["checkpoints"], {
      ...world,
      env: { ...world.env, FORCE_COLOR: "1", COLUMNS: "60" },
    });
    expect(coloured.split("\n")[0]).toMatch(/^\u001b\[2mID {8}WHEN/);
  });

  test("are there at once in the picker, to the last of them, and the filter narrows them", async () => {
    const terminal = start(world, ["restore"]);
    await terminal.shows(/Restore the state (before|of) .* \d{3}$/m);
    terminal.press(KEY.end);
    await terminal.shows(/days ago/);
    terminal.press(..."edit logo");
    await terminal.shows(/ \d+ of \d{3}$/m);
    terminal.press(KEY.ctrlC);
    expect((await terminal.ends()).exitCode).toBe(130);
  });
});

describe.skipIf(missing !== undefined)("colours", () => {
  let world: TemporaryWorld;
  beforeAll(async () => {
    world = newWorld();
    await startRepository(world, { "app.ts": "const a = 1;\nconst b = 2;\n" });
    await turn(world, { "app.ts": "const a = 1;\nconst b = 3;\n" });
    writeFileSync(join(world.cwd, "app.ts"), "const a = 4;\nconst b = 3;\n");
  });

  test("a diff on a terminal has them, and the words that changed are marked", { tags: ["sample"] }, async () => {
    const output = await shown(world, ["diff"]);
    expect(output).toContain("\u001b[31m-const a = \u001b[7m1\u001b[27m;");
    expect(output).toContain("\u001b[32m+const a = \u001b[7m4\u001b[27m;");
    expect(output).toMatch(/ M app.ts \| 2 \u001b\[32m\+/);
  });

  test.each([{ NO_COLOR: "1" }, { TERM: "dumb" }, { FORCE_COLOR: "0" }])(
    "none with %j, in the same layout",
    async (env) => {
      const output = await shown(world, ["diff"], { env });
      expect(output).not.toContain("\u001b[3");
      expect(output).toContain("── app.ts ──");
    },
  );

  test("a diff in a pipe is a patch that git takes", async () => {
    const { stdout } = await runSnapveil(["diff"], world);
    const patch = stdout.slice(stdout.indexOf("diff --git"));
    const checked = await run("git", ["apply", "--check", "--reverse", "-"], { ...world, input: patch });
    expect(checked, checked.stderr).toMatchObject({ exitCode: 0 });
  });
});

describe.skipIf(missing !== undefined)("what an agent or a repository named", () => {
  /** Sets the title, clears the screen, answers as the terminal, turns text round, ends a line. */
  const NASTY = "\u001b]0;pwned\u0007\u001b[2J\u001b[6n\u009b31m\u202e";
  let world: TemporaryWorld;
  let id: string;
  beforeAll(async () => {
    world = newWorld();
    await startRepository(world, { "app.ts": "1\n" });
    const name = `a${NASTY}\nforged line.txt`;
    const hook = (event: string, fields: object) =>
      runSnapveil(["hook", "snapshot"], {
        ...world,
        input: JSON.stringify({ hook_event_name: event, session_id: `s${NASTY}`, cwd: world.cwd, ...fields }),
      });
    const call = { tool_name: `shell${NASTY}`, tool_use_id: "1" };
    await hook("pre_tool_use", call);
    writeFileSync(join(world.cwd, name), `${NASTY}\r\nsecond\n`);
    mkdirSync(join(world.cwd, `sub${NASTY}`, ".git"), { recursive: true });
    await hook("post_tool_use", call);
    await runSnapveil(["snapshot", "-m", `note${NASTY}`], world);
    writeFileSync(join(world.cwd, name), `changed ${NASTY}\n`);
    id = JSON.parse((await runSnapveil(["checkpoints", "--json"], world)).stdout).checkpoints[0].id;
  });

  /** Colours, and what the picker and the progress line need; nothing else may come through. */
  const OURS = /\u001b\[(?:[0-9;]*m|[HK]|\d*[GJ]|\?(?:1049|25|7|2004|2026)[hl])/g;

  const commands: string[][] = [
    ["checkpoints"],
    ["checkpoints", "--json"],
    ["show", "ID"],
    ["show", "ID", "--json"],
    ["show", "ID", "--stat"],
    ["diff"],
    ["diff", "--json"],
    ["status"],
    ["status", "--json"],
    ["undo", "--dry-run"],
    ["undo", "1"],
    ["restore", "ID"],
    ["restore", "ID", "--dry-run"],
    ["snapshot"],
    ["verify"],
    ["prune", "--dry-run"],
    ["audit"],
    ["show", `none${NASTY}`],
    [`none${NASTY}`],
    ["diff", `${NASTY}/none`],
    ["audit", `${NASTY}/none`],
  ];
  test.each(commands)("%s %s %s lets none of it through to the terminal", async (...words) => {
    const terminal = start(
      world,
      words.filter((word) => word !== undefined).map((word) => (word === "ID" ? id : word)),
      { env: { PAGER: "cat" } },
    );
    if (words[0] === "undo" || words[0] === "restore") {
      if (!words.includes("--dry-run")) {
        await terminal.shows("y/N");
        terminal.press("n\r");
      }
    }
    await terminal.ends();
    const rest = terminal.output.replaceAll(OURS, "");
    expect(rest).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(rest).not.toMatch(/^forged line/m);
  });

  test("nor does the picker, at any of its steps", async () => {
    const terminal = start(world, ["undo"]);
    await terminal.shows("Undo the last turn");
    await terminal.settles();
    terminal.press(KEY.enter);
    await terminal.shows("Put back 1 file");
    await terminal.settles();
    terminal.press(KEY.enter);
    await terminal.shows("1 deleted?");
    terminal.press(KEY.ctrlC);
    await terminal.ends();
    const rest = terminal.output.replaceAll(OURS, "");
    expect(rest).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(readFileSync(join(world.cwd, "app.ts"), "utf8")).toBe("1\n");
  });
});

describe("an error", () => {
  test("is a sentence about what is wrong and one about what to do, with a stack under DEBUG only", async () => {
    const world = newWorld();
    await startRepository(world, { "app.ts": "1\n" });
    const said = async (args: string[], env = {}) =>
      (await runSnapveil(args, { ...world, env: { ...world.env, ...env } })).stderr;
    expect(await said(["show", "abcdef"])).toBe(
      'snapveil: There is no checkpoint whose id begins with "abcdef". The ids are in: snapveil checkpoints --all\n',
    );
    expect(await said(["undoo"])).toBe(
      "snapveil: unknown command 'undoo'\n(Did you mean undo?)\nAdd --help to see what there is.\n",
    );
    expect(await said(["show", "abcdef"], { DEBUG: "snapveil" })).toMatch(/\n +at .*\.cjs:\d+/);
    const outside = await runSnapveil(["undo", "--yes"], { ...world, cwd: world.tmp });
    expect(outside).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(
        /^snapveil: .* is not inside a git worktree, .*\. Go to a project, or make this folder one: `git init`. .*\n$/,
      ),
    });
  });
});

describe.skipIf(missing !== undefined)("long work", () => {
  let world: TemporaryWorld;
  beforeAll(async () => {
    world = newWorld();
    await run("bash", ["-ec", "git init -q . && mkdir many && cd many && seq 1 16000 | split -l 1 -a 4"], world);
  });

  test("a first capture and a restore of many files tell how far they are, and take the line away", async () => {
    const terminal = start(world, ["snapshot", "-m", "all"]);
    expect((await terminal.ends()).exitCode).toBe(0);
    const line = /\rRecording files [━─]+ \d+ % · \d+ of 16000 files · \d+\/s · \d+ (?:s|min) left\u001b\[K/;
    expect(terminal.output).toMatch(line);
    expect(terminal.screen()).toMatch(/^Recorded checkpoint [0-9a-f]{8}, pinned\.\n\s*$/);
    const id = /checkpoint ([0-9a-f]{8})/.exec(terminal.screen())![1]!;

    await run("bash", ["-ec", "rm -r many"], world);
    const back = start(world, ["restore", id, "--yes"]);
    expect((await back.ends()).exitCode).toBe(0);
    expect(back.output).toMatch(/\rPutting files back [━─]+ \d+ % · \d+ of 16000 files/);
    expect(back.screen()).not.toContain("Putting files back");
    expect(await run("bash", ["-ec", "ls many | wc -l"], world)).toMatchObject({ stdout: "16000\n" });
  });

  test("no line where standard error is no terminal, and none stays of short work", async () => {
    const piped = await runSnapveil(["snapshot", "-m", "again"], world);
    expect(piped.stderr).toBe("");
    const small = newWorld();
    await startRepository(small, { "a.txt": "1\n" });
    const terminal = start(small, ["snapshot", "-m", "small"]);
    await terminal.ends();
    // On a busy machine short work takes longer than what needs no line.
    const rest = terminal.output.replaceAll(/\r[^\r\n]*\u001b\[K/g, "");
    expect(rest).toMatch(/^Recorded checkpoint [0-9a-f]{8}, pinned\.\r\n$/);
  });
});

test.skipIf(missing !== undefined).each([
  [["http_post", "ftp://a.example"], "snapveil: http_post sends by https"],
  [["require_checks"], "snapveil: require_checks takes a command"],
  [["block_destructive", "sometimes"], 'snapveil: block_destructive takes "catastrophic"'],
  [["add_dat"], 'snapveil: There is no builtin named "add_dat"'],
])("a person who tries the line of %j hears what is wrong with it, and nothing is read", async (words, said) => {
  const terminal = start(newWorld(), ["hook", ...words]);
  expect((await terminal.ends()).exitCode).toBe(2);
  expect(terminal.screen()).toContain(said);
});

describe.skipIf(missing !== undefined)("a home folder", () => {
  test("is ~ at a terminal, and a whole path in a pipe and in JSON", async () => {
    const world = newWorld();
    await run("git", ["init", "-q"], world);
    const said = stripVTControlCharacters(await shown(world, ["doctor", "-v"], { env: { SNAPVEIL_DATA_DIR: "" } }));
    expect(said).not.toContain(`${world.env["HOME"]}/`);
    const status = async (...words: string[]) =>
      stripVTControlCharacters(
        await shown(world, ["status", ...words], { env: { SNAPVEIL_DATA_DIR: `${world.env["HOME"]}/d` } }),
      );
    await runSnapveil(["snapshot"], {
      ...world,
      env: { ...world.env, SNAPVEIL_DATA_DIR: `${world.env["HOME"]}/d` },
      input: "",
    });
    expect(await status()).toMatch(/^shadow repository {2}~\/d\/snapshot\/[0-9a-f]{32}\r?$/m);
    expect(await status("--json")).toContain(`"${world.env["HOME"]}/d/snapshot/`);
  });
});

describe.skipIf(missing !== undefined)("a narrow terminal", () => {
  test("wraps the prompt above a change between words, and a pipe keeps it on one line", async () => {
    const world = newWorld();
    await run("git", ["init", "-q"], world);
    const prompt = "go through everything that uses the tax rule, the checkout and the invoice, and the returns";
    const send = (fields: object) =>
      runSnapveil(["hook", "--agent", "claude-code"], {
        ...world,
        input: JSON.stringify({ session_id: "s1", cwd: world.cwd, ...fields }),
      });
    await send({ hook_event_name: "UserPromptSubmit", prompt });
    writeFileSync(join(world.cwd, "a.txt"), "one\n");
    await send({ hook_event_name: "Stop", stop_hook_active: false });
    const lines = stripVTControlCharacters(await shown(world, ["show", "--stat"], { columns: 60 })).split(/\r?\n/);
    expect(lines.slice(0, 2)).toEqual([
      "Prompt   go through everything that uses the tax rule, the",
      "         checkout and the invoice, and the returns",
    ]);
    const blamed = stripVTControlCharacters(await shown(world, ["blame", "a.txt:1"], { columns: 60 }));
    expect(blamed).toMatch(/Prompt {3}go through everything that uses the tax rule, the\r?\n {9}checkout and/);
    const { stdout } = await runSnapveil(["show", "--stat"], world);
    expect(stdout).toContain(`Prompt   ${prompt}\n`);
  });

  const force = "git push --force origin main";
  test.each([
    ["explain", ["explain", "--command", force]],
    ["explain --last", ["explain", "--last"]],
    ["log", ["log"]],
    ["allow", ["allow"]],
    ["status", ["status"]],
    ["agents", ["agents"]],
    ["the first screen", []],
    ["config", ["config"]],
    ["log --summary", ["log", "--summary"]],
    ["off", ["off", "--for", "1h"]],
    ["an error", ["off", "--for", "ever"]],
  ])("%s cuts its lines between words", async (_, args) => {
    const world = newWorld();
    await run("git", ["init", "-q"], world);
    const call = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: force }, session_id: "s1" };
    await runSnapveil(["hook", "--agent", "claude-code"], {
      ...world,
      input: JSON.stringify({ ...call, cwd: world.cwd }),
    });
    const lines = stripVTControlCharacters(await shown(world, args, { columns: 60 })).split(/\r?\n/);
    // A word that is longer than a line stays whole.
    const wide = lines.filter((line) => line.length > 60 && !/\S{40}/.test(line));
    expect(wide).toEqual([]);
    expect(lines.length).toBeGreaterThan(2);
    // Nor does a line end within a date.
    expect(lines.filter((line) => /\d{4}-\d\d-\d\d$/.test(line.trimEnd()))).toEqual([]);
  });
});
