// @module-tag long
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, describe, expect, test } from "vitest";

import { startRepository, turn } from "../support/agent-history.ts";
import { KEY, missing, PseudoTerminal, snapveilOn, type TerminalOptions } from "../support/pseudo-terminal.ts";
import { runSnapveil } from "../support/run.ts";
import { worldPutBack } from "../support/temporary-world.ts";

const APP = Array.from({ length: 40 }, (_, n) => `const line${n} = ${n};\n`).join("");
const EDITED = APP.replace("line7 = 7", "line7 = 700");
/** The state of a terminal that was given back. */
const GIVEN_BACK = { raw: false, cursorHidden: false, alternateScreen: false };

let ids: string[];
const open: PseudoTerminal[] = [];

const world = worldPutBack(async (made) => {
  await startRepository(made, { "src/app.ts": APP, "README.md": "# Shop\n", "notes.txt": "an idea\n" });
  ids = [
    await turn(made, { "src/app.ts": EDITED, "src/cart.ts": "export const cart = [];\n" }, "first"),
    await turn(made, { "README.md": null, "日本語のファイル.txt": "one\n" }, "second"),
    await turn(
      made,
      { "src/app.ts": EDITED.replace("line30 = 30", "line30 = 31"), "notes.txt": "another idea\n" },
      "second",
    ),
  ];
});
afterEach(() => {
  for (const terminal of open.splice(0)) terminal.kill();
});

function start(args: readonly string[], options: Partial<TerminalOptions> = {}): PseudoTerminal {
  const terminal = snapveilOn(args, { env: world.env, cwd: world.cwd, ...options });
  open.push(terminal);
  return terminal;
}

const read = (path: string) => readFileSync(join(world.cwd, path), "utf8");
const has = (path: string) => existsSync(join(world.cwd, path));
const latest = () => ({
  app: read("src/app.ts"),
  cart: has("src/cart.ts"),
  readme: has("README.md"),
  notes: read("notes.txt"),
  japanese: has("日本語のファイル.txt"),
});
const checkpoints = async () =>
  (
    JSON.parse((await runSnapveil(["checkpoints", "--json"], { env: world.env, cwd: world.cwd })).stdout) as {
      checkpoints: { id: string; scope: string }[];
    }
  ).checkpoints;

describe.skipIf(missing !== undefined)("the picker", () => {
  test("undo: one step with enter, enter, yes puts the files back, and redo returns them", async () => {
    const before = latest();
    const terminal = start(["undo"]);
    await terminal.shows("Undo the last turn");
    await terminal.shows("+another idea");
    terminal.press(KEY.enter);
    await terminal.shows("Put back 2 files");
    await terminal.shows("-another idea"); // what would happen now is the other way round
    terminal.press(KEY.enter);
    await terminal.shows("Put back 2 files: 2 overwritten?");
    terminal.press("y");
    expect(await terminal.ends()).toEqual({ exitCode: 0, ...GIVEN_BACK });
    expect(terminal.screen()).toContain("Put back 2 files.");
    expect(latest()).toMatchObject({ app: EDITED, notes: "an idea\n" });
    await runSnapveil(["redo", "--yes"], { env: world.env, cwd: world.cwd });
    expect(latest()).toEqual(before);
  });

  test("undo: what no checkpoint holds is named before the yes, and where there is no step", async () => {
    world.sh("echo .env > .git/info/exclude; echo K=1 > .env");
    await turn(world, { "notes.txt": "a third\n", ".env": "K=2\n" }, "third");
    const terminal = start(["undo"]);
    await terminal.shows("Undo the last turn");
    terminal.press(KEY.enter);
    await terminal.shows("Put back 1 file");
    terminal.press(KEY.enter);
    await terminal.shows("! .env has changed since this began, and no checkpoint holds it");
    terminal.press("y");
    await terminal.ends();
    world.sh('rm -r "$SNAPVEIL_DATA_DIR"/snapshot');
    await world.hook(["snapshot"], { hook_event_name: "turn_start" });
    world.write(".env", "K=3\n");
    await world.hook(["snapshot"], { hook_event_name: "turn_end" });
    const nothing = start(["undo"]);
    await nothing.ends();
    expect(nothing.screen()).toContain("There is nothing to put back.");
    expect(nothing.screen()).toContain("! .env has changed since the last turn began");
  });

  test("undo: the cursor says how many steps, the newer ones go along", async () => {
    const terminal = start(["undo"]);
    await terminal.shows("Undo the last turn");
    terminal.press(KEY.down, KEY.down);
    await terminal.shows("Undo 3 turns");
    expect(terminal.lines().filter((line) => line.startsWith("↑ "))).toHaveLength(2);
    terminal.press(KEY.enter);
    await terminal.shows("Put back 5 files");
    terminal.press(KEY.enter);
    await terminal.shows("Put back 5 files: 1 created, 2 overwritten, 2 deleted?");
    terminal.press(KEY.enter, KEY.down, KEY.enter); // as at a question, enter alone changes nothing
    terminal.press("y");
    expect(await terminal.ends()).toEqual({ exitCode: 0, ...GIVEN_BACK });
    expect(latest()).toEqual({ app: APP, cart: false, readme: true, notes: "an idea\n", japanese: false });
    expect(await checkpoints()).toEqual([]);
  });

  test("undo: only the ticked files are put back, the others can still be undone", { tags: ["sample"] }, async () => {
    const terminal = start(["undo"]);
    await terminal.shows("Undo the last turn");
    terminal.press(KEY.enter);
    await terminal.shows("Put back 2 files");
    terminal.press(KEY.space); // notes.txt
    await terminal.shows("Put back 1 file ");
    await terminal.shows(/\[ \] overwrite {2}notes.txt/);
    terminal.press(KEY.enter);
    await terminal.shows("Put back 1 file: 1 overwritten?");
    terminal.press("y");
    await terminal.ends();
    expect(latest()).toMatchObject({ app: EDITED, notes: "another idea\n" });
    const left = await checkpoints();
    expect(left.map(({ scope }) => scope)).toEqual(["turn", "turn", "turn"]);
    expect(left.at(-1)).toMatchObject({ files: [{ path: "notes.txt" }] });
  });

  test("restore: the filter finds a checkpoint by a file's name while it is typed", async () => {
    const terminal = start(["restore"]);
    await terminal.shows(`Restore the state before ${ids[2]}`);
    terminal.press(..."cart");
    await terminal.shows(`Restore the state before ${ids[0]}`);
    expect(terminal.lines()[0]).toMatch(/1 of 3$/);
    terminal.press("x");
    await terminal.shows("Nothing fits the filter.");
    terminal.press(KEY.enter);
    await terminal.shows("Nothing fits the filter: escape clears it.");
    terminal.press(KEY.backspace);
    await terminal.shows(`Restore the state before ${ids[0]}`);
    terminal.press(KEY.escape);
    await terminal.shows("type to filter");
    terminal.press(KEY.end, KEY.tab);
    await terminal.shows(`Restore the state after ${ids[0]}`);
    terminal.press(KEY.enter);
    await terminal.shows("Put back 4 files");
    terminal.press(KEY.enter);
    await terminal.shows("Put back 4 files: 1 created, 2 overwritten, 1 deleted?");
    terminal.press("y");
    expect(await terminal.ends()).toEqual({ exitCode: 0, ...GIVEN_BACK });
    expect(latest()).toEqual({ app: EDITED, cart: true, readme: true, notes: "an idea\n", japanese: false });
  });

  test("an edit made since is named before anything happens, and kept for redo", async () => {
    writeFileSync(join(world.cwd, "notes.txt"), "mine\n");
    const terminal = start(["undo"]);
    await terminal.shows("Undo the last turn");
    terminal.press(KEY.enter);
    await terminal.shows(/overwrite {2}notes\.txt .*!/);
    await terminal.shows("edited since the checkpoint, and that edit goes, too (recorded first)");
    terminal.press(KEY.enter);
    await terminal.shows("! 1 file changed since");
    terminal.press("y");
    await terminal.ends();
    expect(read("notes.txt")).toBe("an idea\n");
    await runSnapveil(["redo", "--yes"], { env: world.env, cwd: world.cwd });
    expect(read("notes.txt")).toBe("mine\n");
  });

  test("nothing ticked goes nowhere, ctrl a ticks all, escape goes back step by step", async () => {
    const before = latest();
    const terminal = start(["undo"]);
    await terminal.shows("Undo the last turn");
    terminal.press(KEY.enter);
    await terminal.shows("Put back 2 files");
    terminal.press(KEY.ctrlA);
    await terminal.shows("Put back 0 files");
    terminal.press(KEY.enter);
    await terminal.shows("Nothing is ticked: space ticks.");
    terminal.press(KEY.ctrlA, KEY.enter);
    await terminal.shows("Put back 2 files: 2 overwritten?");
    terminal.press(KEY.escape);
    await terminal.shows("space ticks");
    terminal.press(KEY.escape);
    await terminal.shows("Undo the last turn");
    terminal.press(KEY.escape);
    expect(await terminal.ends()).toEqual({ exitCode: 0, ...GIVEN_BACK });
    expect(terminal.screen()).toContain("Nothing was changed.");
    expect(latest()).toEqual(before);
  });

  const steps: [string, (terminal: PseudoTerminal) => Promise<unknown>][] = [
    ["the checkpoints", async (terminal) => terminal.shows("Undo the last turn")],
    [
      "the filter",
      async (terminal) => (await steps[0]![1](terminal), terminal.press("app"), terminal.shows("filter: app")),
    ],
    [
      "the files",
      async (terminal) => (await steps[0]![1](terminal), terminal.press(KEY.enter), terminal.shows("Put back 2 files")),
    ],
    [
      "the confirmation",
      async (terminal) => (await steps[2]![1](terminal), terminal.press(KEY.enter), terminal.shows("2 overwritten?")),
    ],
  ];
  test.each(steps)("Ctrl-C at %s leaves everything as it was", async (_, reach) => {
    const before = latest();
    const terminal = start(["undo"]);
    await reach(terminal);
    terminal.press(KEY.ctrlC);
    expect(await terminal.ends()).toEqual({ exitCode: 130, ...GIVEN_BACK });
    expect(terminal.screen()).toContain("Nothing was changed.");
    expect(latest()).toEqual(before);
    expect(await checkpoints()).toHaveLength(3);
  });

  test("a signal gives the terminal back", async () => {
    const terminal = start(["undo"]);
    await terminal.shows("Undo the last turn");
    terminal.signal("SIGTERM");
    expect(await terminal.ends()).toEqual({ exitCode: 143, ...GIVEN_BACK });
  });

  test.each([
    [80, 24],
    [40, 24],
    [40, 10],
    [20, 6],
    [200, 50],
    [1, 1],
  ])("at %i columns and %i rows every line fits", async (columns, rows) => {
    const terminal = start(["restore"], { columns, rows });
    await terminal.writes("\u001b[?2026l"); // the end of a frame
    await terminal.settles(400);
    terminal.press(KEY.down, KEY.pageDown, KEY.shiftDown, KEY.enter);
    await terminal.settles(400);
    terminal.press(KEY.enter);
    await terminal.settles(400);
    // Wrapping is off while the picker draws; what a frame held must fit all the same.
    for (const frame of terminal.output.split("\u001b[H").slice(1)) {
      const lines = frame
        .split("\u001b[?2026l")[0]!
        .replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, "")
        .split(/\r*\n/);
      expect(lines.length).toBeLessThanOrEqual(rows);
      for (const line of lines) expect(cells(line), line).toBeLessThanOrEqual(columns);
    }
    terminal.press(KEY.ctrlC);
    expect(await terminal.ends()).toEqual({ exitCode: 130, ...GIVEN_BACK });
  });

  test("a window that is made smaller, larger and flat is drawn anew each time", async () => {
    const terminal = start(["restore"]);
    await terminal.shows("WHEN");
    for (const [columns, rows] of [
      [40, 12],
      [130, 30],
      [60, 5],
      [80, 24],
    ] as const) {
      terminal.resize(columns, rows);
      await expect
        .poll(() => [terminal.lines()[0], terminal.lines().at(-1), terminal.screen().includes("│")])
        .toEqual([
          expect.stringMatching(/^Restore the state before .* 3$/),
          expect.stringMatching(/^↑↓ choose/),
          columns === 130,
        ]);
    }
    terminal.press(KEY.ctrlC);
    await terminal.ends();
  });

  test("the same without the picker: what was shown is what is undone", async () => {
    const terminal = start(["undo", "1"]);
    await terminal.shows("Do this? [y/N]");
    await turn(world, { "new.txt": "written meanwhile\n" }, "third");
    terminal.press("y\r");
    expect((await terminal.ends()).exitCode).toBe(2);
    expect(terminal.screen()).toContain("Nothing was changed: a checkpoint was recorded");
    expect(has("new.txt")).toBe(true);
  });

  test.each([
    ["y\r", 0, "Put back 2 files."],
    ["\r", 0, "Nothing was changed."],
    [KEY.ctrlC, 0, "Nothing was changed."],
    ["\u0004", 0, "Nothing was changed."],
  ])("the question takes %j", async (keys, exitCode, said) => {
    const terminal = start(["undo", "1"]);
    await terminal.shows("Do this? [y/N]");
    terminal.press(keys);
    expect(await terminal.ends()).toEqual({ exitCode, ...GIVEN_BACK });
    expect(terminal.screen()).toContain(said);
    expect(read("notes.txt")).toBe(said.startsWith("Put") ? "an idea\n" : "another idea\n");
  });

  test("without git it is the same", async () => {
    writeFileSync(join(world.home, "config.jsonc"), '{ "engine": "isomorphic-git" }');
    const terminal = start(["undo"], { env: { ...world.env, SNAPVEIL_CONFIG: join(world.home, "config.jsonc") } });
    await terminal.shows("+another idea");
    terminal.press(KEY.enter);
    await terminal.shows("-another idea");
    terminal.press(KEY.enter);
    await terminal.shows("2 overwritten?");
    terminal.press("y");
    expect(await terminal.ends()).toEqual({ exitCode: 0, ...GIVEN_BACK });
    expect(latest()).toMatchObject({ app: EDITED, notes: "an idea\n" });
  });

  test("Ctrl-Z gives the terminal to the shell, and fg brings the picker back", async () => {
    const shell = new PseudoTerminal(["bash", "--noprofile", "--norc", "-i"], {
      env: { ...world.env, PS1: "shell> " },
      cwd: world.cwd,
    });
    open.push(shell);
    await shell.shows(/^(shell|bash)/m);
    shell.press(`'${process.execPath}' '${join(import.meta.dirname, "../../dist/snapveil.cjs")}' undo\r`);
    await shell.shows("Undo the last turn");
    shell.press("\u001a");
    await shell.shows("Stopped");
    shell.press("echo $((6 * 7))\r");
    await shell.shows(/^42$/m);
    shell.press("fg\r");
    await shell.shows("Undo the last turn");
    shell.press(KEY.ctrlC);
    await shell.shows("Nothing was changed.");
    shell.press("exit\r");
    expect(await shell.ends()).toMatchObject({ raw: false, cursorHidden: false, alternateScreen: false });
  });

  test("pasted text goes into the filter, and a line end in it does nothing", async () => {
    const terminal = start(["restore"]);
    await terminal.shows("type to filter");
    terminal.press("\u001b[200~cart\r\ry\u001b[201~");
    await terminal.shows("filter: carty");
    terminal.press(KEY.ctrlC);
    expect((await terminal.ends()).exitCode).toBe(130);
  });

  test("a checkpoint made while one chooses is not undone in place of what was chosen", async () => {
    const terminal = start(["undo"]);
    await terminal.shows("Undo the last turn");
    terminal.press(KEY.enter);
    await terminal.shows("Put back 2 files");
    await turn(world, { "new.txt": "written meanwhile\n" }, "third");
    terminal.press(KEY.enter);
    await terminal.shows("2 overwritten?");
    terminal.press("y");
    expect(await terminal.ends()).toEqual({ exitCode: 2, ...GIVEN_BACK });
    expect(terminal.screen().replaceAll(/\s+/g, " ")).toMatch(/Nothing was changed.*checkpoint was recorded/);
    expect(has("new.txt")).toBe(true);
    expect(read("notes.txt")).toBe("another idea\n");
  });
});

describe("without a terminal", () => {
  const piped = (...args: string[]) => runSnapveil(args, { env: world.env, cwd: world.cwd });

  test("restore needs an id and says so; undo by path is the picker's choice as arguments", async () => {
    expect(await piped("restore")).toMatchObject({
      exitCode: 2,
      stdout: "",
      stderr: expect.stringMatching(/^snapveil: Name a checkpoint, .*snapveil restore ID/),
    });
    expect(await piped("undo")).toMatchObject({
      exitCode: 2,
      stdout: "",
      stderr: expect.stringContaining("It would put back 2 files"),
    });
    const undone = await piped("undo", "1", "src/app.ts", "--yes", "--json");
    expect(JSON.parse(undone.stdout)).toMatchObject({
      restored: true,
      complete: true,
      files: 1,
      checkpoint: expect.any(String),
      skipped: [],
      conflicts: [],
    });
    expect(latest()).toMatchObject({ app: EDITED, notes: "another idea\n" });
  });
});

/** Columns, with wide characters counted as two. */
function cells(line: string): number {
  return [...line].reduce(
    (sum, character) => sum + (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uff00-\uff60]/u.test(character) ? 2 : 1),
    0,
  );
}
