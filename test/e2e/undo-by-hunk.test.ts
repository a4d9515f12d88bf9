import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { startRepository, turn } from "../support/agent-history.ts";
import { KEY, missing, PseudoTerminal, snapveilOn } from "../support/pseudo-terminal.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest();
const lines = (changes: Record<number, string> = {}) =>
  Array.from({ length: 30 }, (_, at) => `${changes[at] ?? at}\n`).join("");
const AFTER = lines({ 2: "two", 12: "twelve", 22: "last" });
let id: string;

beforeEach(async () => {
  await startRepository(world, { "a.txt": lines(), "b.txt": lines() });
  id = await turn(world, { "a.txt": AFTER, "b.txt": lines({ 5: "five", 8: "eight" }), "new.txt": "new\n" });
});

const open: PseudoTerminal[] = [];
afterEach(() => {
  for (const terminal of open.splice(0)) terminal.kill();
});

function start(...args: string[]): PseudoTerminal {
  const terminal = snapveilOn(args, { env: world.env, cwd: world.cwd, rows: 60, columns: 120 });
  open.push(terminal);
  return terminal;
}

describe("without a terminal", () => {
  test("-p refuses with exit code 2, says how, and changes nothing", async () => {
    for (const args of [
      ["undo", "-p"],
      ["undo", "-p", "--yes"],
      ["restore", id, "-p"],
      ["undo", "-p", "--json"],
    ]) {
      const { exitCode, stderr } = await world.snapveil(args);
      expect({ exitCode, says: stderr.includes("--hunks 1,3") }).toEqual({ exitCode: 2, says: true });
    }
    expect(world.read("a.txt")).toBe(AFTER);
  });

  test("--dry-run lists the hunks, and --hunks takes numbers, parts and ids", async () => {
    const { stdout } = await world.snapveil(["undo", "-p", "--dry-run"]);
    expect(stdout).toMatch(/^a\.txt\n\[1\] [0-9a-f]{8}\n@@ -1,6 \+1,6 @@\n 0\n 1\n-2\n\+two\n/);
    const { hunks } = await world.json<{ hunks: { number: number; id: string; path: string; kind: string }[] }>([
      "undo",
      "--patch",
      "--dry-run",
      "--json",
    ]);
    expect(hunks.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      ...Array.from({ length: 3 }, () => "a.txt lines"),
      "b.txt lines",
      "new.txt file",
    ]);
    const refused = await world.snapveil(["undo", "--hunks", "1"]);
    expect(refused).toMatchObject({ exitCode: 2 });
    const result = await world.json(["undo", "--hunks", `1,${hunks[2]!.id},4.2`, "--yes"]);
    expect(result).toMatchObject({ restored: true, complete: true, files: 2, undone: [{ id }] });
    expect(world.read("a.txt")).toBe(lines({ 12: "twelve" }));
    expect(world.read("b.txt")).toBe(lines({ 5: "five" }));
    await world.snapveil(["redo", "--yes"]);
    expect(world.read("a.txt")).toBe(AFTER);
  });

  test.each([["9"], ["deadbeef"], ["x"], ["1.2"], [","]])(
    "--hunks %s is refused, and nothing is done",
    async (word) => {
      expect(await world.snapveil(["undo", "--hunks", word, "--yes"])).toMatchObject({ exitCode: 2 });
      expect(await world.snapveil(["undo", "2", "-p", "--dry-run"])).toMatchObject({ exitCode: 2 });
      expect(world.read("a.txt")).toBe(AFTER);
    },
  );

  test("paths and folders narrow the list; a path needs no count before it", async () => {
    const { hunks } = await world.json<{ hunks: { path: string }[] }>(["undo", "b.txt", "-p", "--dry-run"]);
    expect(hunks.map(({ path }) => path)).toEqual(["b.txt"]);
    await world.snapveil(["undo", "new.txt", "--yes"]);
    expect(readdirSync(world.cwd)).not.toContain("new.txt");
    expect(world.read("a.txt")).toBe(AFTER);
  });

  test("what was edited since is named, exit code 2, and written between markers on wish alone", async () => {
    world.write("a.txt", lines({ 2: "mine", 12: "twelve", 22: "last" }));
    const { exitCode, stdout } = await world.snapveil(["undo", "--hunks", "1,2", "--yes"]);
    expect(exitCode).toBe(2);
    expect(stdout).toContain("left alone: a.txt: hunk 1: the same lines were edited since");
    expect(world.read("a.txt")).toBe(lines({ 2: "mine", 22: "last" }));
    await world.snapveil(["undo", "--hunks", "1", "--markers", "--yes"]);
    expect(world.read("a.txt")).toContain("<<<<<<< now\nmine\n||||||| after the turn\ntwo\n=======\n2\n>>>>>>> ");
  });

  test("one turn out of the middle goes by its id", async () => {
    await turn(world, { "a.txt": AFTER.replace("\n7\n", "\nlater\n") });
    const several = await world.snapveil(["undo", "2", "--step", id, "--yes"]);
    expect([several.exitCode, several.stdout]).toEqual([2, ""]);
    const { exitCode } = await world.snapveil(["undo", "--step", id.slice(0, 6), "--yes"]);
    expect(exitCode).toBe(0);
    expect(world.read("a.txt")).toBe(lines({ 7: "later" }));
    expect(await world.snapveil(["undo", "--step", id, "--yes"])).toMatchObject({ exitCode: 2 });
  });

  test("after a death between choice and end the present comes back, and no hunk is an edit of somebody's", async () => {
    world.write("a.txt", AFTER.replace("\n17\n", "\nmine\n"));
    await world.snapveil(["undo", "--hunks", "1", "--yes"]);
    const shadow = join(world.data, "snapshot", readdirSync(join(world.data, "snapshot"))[0]!);
    const records = readFileSync(join(shadow, "journal"), "utf8").split("\n").slice(0, -1);
    expect(records.at(-1)).toContain('"type":"end"');
    writeFileSync(join(shadow, "journal"), records.slice(0, -1).join("\n") + "\n");
    expect(await world.json(["undo", "--yes"])).toMatchObject({ restored: true, conflicts: [] });
    expect(world.read("a.txt")).toBe(AFTER.replace("\n17\n", "\nmine\n"));
    const { checkpoints } = await world.json<{ checkpoints: { files: { additions: number }[] }[] }>(["checkpoints"]);
    expect(checkpoints[0]!.files[0]!.additions).toBe(3);
  });
});

describe.skipIf(missing !== undefined)("on a terminal", () => {
  test("y, n, s, ? and q: what had a yes is done, and redo brings it back", async () => {
    const terminal = start("undo", "-p");
    await terminal.shows("(1/5) Take back this hunk [y,n,q,a,d,?]?");
    terminal.press("x\r");
    await terminal.shows("d - neither this one");
    terminal.press("n\r");
    await terminal.shows("(2/5)");
    terminal.press("y\r");
    await terminal.shows("(3/5)");
    terminal.press("d\r");
    await terminal.shows("(4/5) Take back this hunk [y,n,q,a,d,s,?]?");
    terminal.press("s\r");
    await terminal.shows("(4/5.1)");
    terminal.press("y\r");
    await terminal.shows("(4/5.2)");
    terminal.press("q\r");
    expect(await terminal.ends()).toMatchObject({ exitCode: 0 });
    expect(terminal.screen()).toContain("Put back 2 files.");
    expect(world.read("a.txt")).toBe(lines({ 2: "two", 22: "last" }));
    expect(world.read("b.txt")).toBe(lines({ 8: "eight" }));
    await world.snapveil(["redo", "--yes"]);
    expect(world.read("a.txt")).toBe(AFTER);
  });

  test("a takes the rest of the file, a whole file is asked about by its name, and Ctrl-C changes nothing", {
    tags: ["long"],
  }, async () => {
    const terminal = start("undo", "-p");
    await terminal.shows("(1/5)");
    terminal.press("a\r");
    await terminal.shows("(4/5)");
    terminal.press("n\r");
    await terminal.shows("(5/5) Take back all of new.txt [y,n,q,a,d,?]?");
    terminal.press("\u0003");
    expect(await terminal.ends()).toMatchObject({ exitCode: 130 });
    expect(world.read("a.txt")).toBe(AFTER);
    const again = start("undo", "-p", "a.txt");
    await again.shows("(1/3)");
    again.press("a\r");
    await again.ends();
    expect(world.read("a.txt")).toBe(lines());
  });

  test("restore -p shows what would come, and puts back what had a yes", { tags: ["long"] }, async () => {
    const terminal = start("restore", id, "-p", "a.txt");
    await terminal.shows("-two");
    await terminal.shows("(1/3) Put back this hunk");
    terminal.press("y\r");
    await terminal.shows("(2/3)");
    terminal.press("q\r");
    await terminal.ends();
    expect(world.read("a.txt")).toBe(lines({ 12: "twelve", 22: "last" }));
  });

  test("lines that were edited since are shown with what is there now, and are not asked about", {
    tags: ["long"],
  }, async () => {
    world.write("a.txt", lines({ 2: "mine", 12: "twelve", 22: "last" }));
    const terminal = start("undo", "-p", "a.txt");
    await terminal.shows("now there is instead:");
    await terminal.shows("(2/3) Take back this hunk");
    terminal.press("a\r");
    await terminal.ends();
    expect(world.read("a.txt")).toBe(lines({ 2: "mine" }));
  });

  test("the picker has ticks beside hunks, too", { tags: ["long"] }, async () => {
    const terminal = start("undo");
    await terminal.shows("Undo the last turn");
    terminal.press(KEY.enter);
    await terminal.shows("Put back 3 files");
    terminal.press(KEY.tab);
    await terminal.shows("3 hunks of a.txt");
    await terminal.shows("+two");
    terminal.press(KEY.space);
    await terminal.shows("2 hunks of a.txt");
    terminal.press(KEY.enter);
    await terminal.shows("[~]");
    await terminal.shows("2 of 3 hunks"); // the preview tells of the ticked ones alone
    terminal.press(KEY.enter);
    await terminal.shows("Put back 3 files: 2 overwritten, 1 deleted?");
    terminal.press("y");
    expect(await terminal.ends()).toMatchObject({ exitCode: 0 });
    expect(world.read("a.txt")).toBe(lines({ 2: "two" }));
    expect(world.read("b.txt")).toBe(lines());
  });

  test("the picker takes no hunks of several turns, and says how", { tags: ["long"] }, async () => {
    await turn(world, { "b.txt": "later\n" });
    const terminal = start("undo");
    await terminal.shows("Undo the last turn");
    terminal.press(KEY.down);
    await terminal.shows("Undo 2 turns");
    terminal.press(KEY.enter);
    await terminal.shows("Put back 3 files");
    terminal.press(KEY.tab);
    await terminal.shows("snapveil undo --step ID -p");
    terminal.press(KEY.ctrlC);
    await terminal.ends();
  });
});
