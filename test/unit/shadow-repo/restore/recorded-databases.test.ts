import { readFileSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { journalFile } from "../../../../shadow-repo/journal/journal-file.ts";
import { redo } from "../../../../shadow-repo/restore/redo.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { makeWorld, type World } from "../world.ts";

const header = (text: string) => `printf 'SQLite format 3\\0${text}'`;
const DATABASE = `git init -q . && ${header("one")} > x.db && printf log1 > x.db-wal && printf a > a`;
const CHANGED = `${header("two")} > x.db; printf log2 > x.db-wal; printf b > a`;

/** The texts of the database, its log and another file, without the header. */
const files = (world: World) => world.files("x.db", "x.db-wal", "a").replace("SQLite format 3\0", "");
const skippedBy = ({ skipped }: Awaited<ReturnType<typeof undo>>) => skipped.map(({ path, why }) => `${path}: ${why}`);

describe("a recorded database and its log are put back together", () => {
  test.each([
    ["that both changed in the turn", "true", {}, "one log1 a"],
    ["by the name of the database", "true", { paths: ["x.db"] }, "one log1 b"],
    ["by the name of the log", "true", { paths: ["x.db-wal"] }, "one log1 b"],
    ["of which the log was written since", "printf log3 > x.db-wal", {}, "one log1 a"],
    ["of which the log went since", "rm x.db-wal", {}, "one log1 a"],
  ])("%s", async (_what, since, options, expected) => {
    const world = makeWorld(DATABASE);
    await world.turn(CHANGED);
    world.sh(since);
    const before = files(world);
    expect(await undo(world.io, world.root, options)).toMatchObject({ restored: true, complete: true, skipped: [] });
    expect(files(world)).toBe(expected);
    await redo(world.io, world.root);
    expect(files(world)).toBe(before);
  });

  test.each([
    [
      "a log that came since goes",
      `${DATABASE}; rm x.db-wal`,
      `${header("two")} > x.db`,
      "printf mine > x.db-wal",
      "one - a",
    ],
    ["a log that went since comes back", DATABASE, `${header("two")} > x.db`, "rm x.db-wal", "one log1 a"],
    [
      "a database that took its log in since",
      DATABASE,
      "printf log2 > x.db-wal",
      `${header("x")} > x.db`,
      "one log1 a",
    ],
  ])("%s, although the turn left it alone", async (_what, setup, turn, since, expected) => {
    const world = makeWorld(setup);
    await world.turn(turn);
    world.sh(since);
    const before = files(world);
    const preview = await undo(world.io, world.root, { dryRun: true });
    const done = await undo(world.io, world.root);
    expect(files(world)).toBe(expected);
    expect(done.changes).toHaveLength(2);
    expect(done.conflicts).toEqual(preview.conflicts);
    await redo(world.io, world.root);
    expect(files(world)).toBe(before);
  });

  test("also where the undo died on the way", async () => {
    const world = makeWorld(`${DATABASE}; rm x.db-wal`);
    await world.turn(`${header("two")} > x.db`);
    world.sh("printf mine > x.db-wal");
    await undo(world.io, world.root);
    expect(files(world)).toBe("one - a");
    const journal = journalFile(world.shadow());
    const lines = readFileSync(journal, "utf8").trimEnd().split("\n");
    writeFileSync(journal, `${lines.slice(0, -1).join("\n")}\n`);
    await undo(world.io, world.root);
    expect(files(world)).toBe("two mine a");
  });

  test("but a file whose name only looks so stays", async () => {
    const world = makeWorld("git init -q . && echo 1 > notes && echo 1 > notes-journal");
    await world.turn("echo 2 > notes");
    world.sh("echo mine > notes-journal");
    await undo(world.io, world.root);
    expect(world.files("notes", "notes-journal")).toBe("1 mine");
  });
});

describe("a recorded database is left as a whole", () => {
  test("if its log is another session's", async () => {
    const world = makeWorld(DATABASE);
    await world.hook("turn_start", { sessionId: "one" });
    await world.call("c1", `${header("two")} > x.db; printf b > a`, { sessionId: "one" });
    await world.call("c2", "printf log2 > x.db-wal", { sessionId: "two" });
    await world.hook("turn_end", { sessionId: "one" });
    const done = await undo(world.io, world.root, { session: "one" });
    expect(files(world)).toBe("two log2 a");
    expect(done.complete).toBe(false);
    expect(skippedBy(done)).toContain("x.db: another file of its database stays, and the database would be broken");
  });

  const NOTE = "x.db-wal stays, which no checkpoint holds, and the database would be broken";
  const MIXED = `${DATABASE}; printf '*-wal\\n' > .gitignore`;

  test("if git ignores its log, until the undo is to put back kept files, too", async () => {
    const world = makeWorld(MIXED);
    await world.turn(CHANGED, { recordsFolder: false });
    const done = await undo(world.io, world.root);
    expect(files(world)).toBe("two log2 a");
    expect(skippedBy(done)).toContain(`x.db: ${NOTE}; undo --kept puts both back`);
    expect((await undo(world.io, world.root, { kept: true })).complete).toBe(true);
    expect(files(world)).toBe("one log1 a");
  });

  test("if a log that git ignores came since", async () => {
    const world = makeWorld(`${MIXED}; rm x.db-wal`);
    await world.turn(`${header("two")} > x.db; printf b > a`, { recordsFolder: false });
    world.sh("printf mine > x.db-wal");
    const done = await undo(world.io, world.root);
    expect(files(world)).toBe("two mine a");
    expect(skippedBy(done)).toEqual([`x.db: ${NOTE}; once that is away, it can be put back`]);
    world.sh("rm x.db-wal");
    expect((await undo(world.io, world.root)).complete).toBe(true);
    expect(files(world)).toBe("one - a");
  });
});
