import { readFileSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { journalFile } from "../../../../shadow-repo/journal/journal-file.ts";
import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { restoreDiff } from "../../../../shadow-repo/look/checkpoint-diff.ts";
import { redo } from "../../../../shadow-repo/restore/redo.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { COMMITTED, makeWorld, type World } from "../world.ts";

const LINES = `${COMMITTED}; seq 1 30 > a.txt; git add .; git commit -qm a`;
const EDIT = "sed -i 's/^5$/five/' a.txt";
const RENAMED = "Renamed since, and put back under the new name: a.txt → b.txt.";

/** Lines 5 and 20 of the new file; a dash before these if the old name is gone. */
function lines(world: World): string {
  return world.sh("test -e a.txt || printf -- '-'; sed -n '5p;20p' b.txt | paste -sd' '").trim();
}

describe("a file that a person renamed after the turn", () => {
  test.each([
    ["by git mv, and left as it was", "git mv a.txt b.txt", "-5 20", "-five 20", [RENAMED]],
    [
      "and edited in other lines",
      "mv a.txt b.txt; sed -i 's/^20$/twenty/' b.txt",
      "-5 twenty",
      "-five twenty",
      ["Other lines of b.txt are of other edits, and stay.", RENAMED],
    ],
    [
      "into a folder, and made executable",
      "mkdir d; mv a.txt d/b.txt; chmod +x d/b.txt; ln -s d/b.txt b.txt",
      "-5 20",
      "-five 20",
      ["Renamed since, and put back under the new name: a.txt → d/b.txt."],
    ],
  ])(
    "%s gets its old content under the new name, and redo the new one",
    async (_what, script, undone, redone, notes) => {
      const world = makeWorld(LINES);
      await world.turn(EDIT);
      world.sh(script);
      const mode = world.sh("stat -L -c %a b.txt");
      const result = await undo(world.io, world.root);
      expect(result).toMatchObject({ restored: true, complete: true, conflicts: [] });
      for (const note of notes) expect(result.notes).toContain(note);
      expect(lines(world)).toBe(undone);
      expect(world.sh("stat -L -c %a b.txt")).toBe(mode);
      expect((await listCheckpoints(world.io, world.root)).checkpoints).toEqual([]);
      await redo(world.io, world.root);
      expect(lines(world)).toBe(redone);
    },
  );

  test("and edited in the same lines is left and named, with the way; other files of the turn come back", async () => {
    const world = makeWorld(LINES);
    await world.turn(`${EDIT}; echo n > n.txt`);
    world.sh("mv a.txt b.txt; sed -i 's/^five$/cinque/' b.txt");
    const why =
      "it was a.txt when the turn ended, and was edited in the same lines since; with --whole it is put back all the same";
    expect(await undo(world.io, world.root)).toMatchObject({
      complete: false,
      skipped: [{ path: "b.txt", why }],
    });
    expect(`${lines(world)} ${world.files("n.txt")}`).toBe("-cinque 20 -");
    const [step] = (await listCheckpoints(world.io, world.root)).checkpoints;
    expect(step?.files.map(({ path }) => path)).toEqual(["a.txt"]);
    const result = await undo(world.io, world.root, { whole: true });
    expect(result).toMatchObject({
      complete: true,
      conflicts: [{ path: "b.txt", why: "edited since the checkpoint, and that edit goes, too" }],
      notes: [RENAMED],
    });
    expect(lines(world)).toBe("-5 20");
    await redo(world.io, world.root);
    expect(lines(world)).toBe("-cinque 20");
  });

  test("shows beforehand just the lines that change", async () => {
    const world = makeWorld(LINES);
    await world.turn(EDIT);
    world.sh("mv a.txt b.txt; sed -i 's/^20$/twenty/' b.txt");
    const preview = await undo(world.io, world.root, { dryRun: true });
    expect(preview.changes).toEqual([{ path: "b.txt", status: "modified", additions: 1, deletions: 1 }]);
    const { patch } = await restoreDiff(world.io, world.root, preview, ["b.txt"]);
    expect(patch.toString().match(/^[-+]\w.*$/gm)).toEqual(["-five", "+5"]);
  });

  test("can be named by its old name", async () => {
    const world = makeWorld(LINES);
    await world.turn(`${EDIT}; echo n > n.txt`);
    world.sh("mv a.txt b.txt");
    await undo(world.io, world.root, { paths: ["a.txt"] });
    expect(`${lines(world)} ${world.files("n.txt")}`).toBe("-5 20 n");
    await undo(world.io, world.root);
    expect(world.files("n.txt")).toBe("-");
  });

  test("stays if the turn made it, and is named with the command that removes it", async () => {
    const world = makeWorld(LINES);
    await world.turn("seq 50 90 > a2.txt");
    world.sh("mv a2.txt 'my file'");
    const result = await undo(world.io, world.root);
    expect(result.notes).toEqual([
      "Made by the turn and renamed since, so it stays: a2.txt → my file. To remove it: rm -- 'my file'",
    ]);
    expect(world.holds("test -e 'my file' && test ! -e a2.txt")).toBe(true);
  });

  test("is put back whole where an undo of it died on the way", async () => {
    const world = makeWorld(LINES);
    await world.turn(EDIT);
    world.sh("mv a.txt b.txt; sed -i 's/^20$/twenty/' b.txt");
    await undo(world.io, world.root);
    const journal = journalFile(world.shadow());
    const records = readFileSync(journal, "utf8").trimEnd().split("\n");
    expect(records.at(-1)).toContain('"type":"end"');
    writeFileSync(
      journal,
      records
        .slice(0, -1)
        .map((line) => `${line}\n`)
        .join(""),
    );
    await undo(world.io, world.root);
    expect(lines(world)).toBe("-five twenty");
  });
});

describe("by hunk, a file that a person renamed after the turn", () => {
  const TWO = `${EDIT}; sed -i 's/^20$/zwanzig/' a.txt`;
  const hunksIn = async (world: World) => (await undo(world.io, world.root, { hunks: {}, dryRun: true })).hunks!;

  test("has the hunks of the turn under its new name, and its other ones stay on offer", async () => {
    const world = makeWorld(LINES);
    await world.turn(TWO);
    const ids = (await hunksIn(world)).map(({ id }) => id);
    world.sh("mv a.txt b.txt; sed -i 's/^12$/twelve/' b.txt");
    const listed = await hunksIn(world);
    expect(listed.map(({ id, path, state }) => [id, path, state])).toEqual(ids.map((id) => [id, "b.txt", "there"]));
    const result = await undo(world.io, world.root, { hunks: { chosen: ["1"] } });
    expect(result).toMatchObject({ restored: true, complete: true, notes: expect.arrayContaining([RENAMED]) as [] });
    expect(lines(world)).toBe("-5 zwanzig");
    const [step] = (await listCheckpoints(world.io, world.root)).checkpoints;
    expect(step?.files).toMatchObject([{ path: "a.txt", additions: 1, deletions: 1 }]);
    await undo(world.io, world.root, { hunks: { chosen: [ids[1]!] } });
    expect(`${lines(world)} ${world.sh("sed -n 12p b.txt")}`).toBe("-5 20 twelve\n");
    expect((await listCheckpoints(world.io, world.root)).checkpoints).toEqual([]);
    await redo(world.io, world.root);
    await redo(world.io, world.root);
    expect(lines(world)).toBe("-five zwanzig");
  });

  test("is put back in the rest by an undo of the turn", async () => {
    const world = makeWorld(LINES);
    await world.turn(TWO);
    await undo(world.io, world.root, { hunks: { chosen: ["1"] } });
    world.sh("mv a.txt b.txt");
    await undo(world.io, world.root);
    expect(lines(world)).toBe("-5 20");
  });

  test("keeps an edit in the same lines, and is named", async () => {
    const world = makeWorld(LINES);
    await world.turn(TWO);
    world.sh("mv a.txt b.txt; sed -i 's/^five$/cinque/' b.txt");
    const { skipped } = await undo(world.io, world.root, { hunks: { chosen: ["1", "2"] } });
    expect(skipped).toEqual([{ path: "b.txt", why: "hunk 1: the same lines were edited since" }]);
    expect(lines(world)).toBe("-cinque 20");
    expect((await hunksIn(world)).map(({ path, state }) => [path, state])).toEqual([["b.txt", "edited"]]);
  });

  test("keeps its former name if it has no lines", async () => {
    const world = makeWorld(`${COMMITTED}; printf '0\\0%s' $(seq 300) > a; git add .; git commit -qm a`);
    await world.turn("printf x >> a");
    world.sh("mv a b");
    expect((await hunksIn(world)).map(({ path, kind }) => [path, kind])).toEqual([["a", "file"]]);
  });

  test("is put back whole where the undo died on the way", async () => {
    const world = makeWorld(LINES);
    await world.turn(TWO);
    world.sh("mv a.txt b.txt; sed -i 's/^12$/twelve/' b.txt");
    await undo(world.io, world.root, { hunks: { chosen: ["1"] } });
    const journal = journalFile(world.shadow());
    const records = readFileSync(journal, "utf8").trimEnd().split("\n");
    expect(records.at(-1)).toContain('"type":"end"');
    writeFileSync(journal, `${records.slice(0, -1).join("\n")}\n`);
    await undo(world.io, world.root);
    expect(`${lines(world)} ${world.sh("sed -n 12p b.txt")}`).toBe("-five zwanzig twelve\n");
  });
});
