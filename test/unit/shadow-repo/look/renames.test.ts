import { describe, expect, test } from "vitest";

import { changeRows, nameOfRow } from "../../../../shadow-repo/journal/change-rows.ts";
import type { FileChange } from "../../../../shadow-repo/journal/checkpoint.ts";
import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { exactRenames, findRenames } from "../../../../shadow-repo/renames.ts";
import { accountOf } from "../../../../shadow-repo/restore/operation/account.ts";
import { redo } from "../../../../shadow-repo/restore/redo.ts";
import { restore } from "../../../../shadow-repo/restore/restore.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { COMMITTED, makeWorld } from "../world.ts";

const LINES = `${COMMITTED}; seq 1 30 > a.txt; mkdir d; seq 50 80 > d/b.txt; seq 100 130 > c.txt; : > none`;

function rowsOf(files: readonly FileChange[]): string[] {
  return changeRows(files).map((row) => `${row.status} ${nameOfRow(row, (path) => path)}`);
}

describe("renames", () => {
  test.each([
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
    "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
  ])("are not told of empty files, which all have one id: %s", (id) => {
    const entry = (one: string) => ({ mode: "100644", id: one });
    const gone = (path: string, one: string) => ({ path, before: entry(one) });
    const made = (path: string, one: string) => ({ path, after: entry(one) });
    const full = "1".repeat(id.length);
    const found = exactRenames([gone("a", id), made("b", id), gone("c", full), made("d", full)] as never);
    expect([...found].map(([to, { from }]) => [from, to])).toEqual([["c", "d"]]);
  });

  test("are one row in the list, the preview and the result, and a key of the account", async () => {
    const world = makeWorld(LINES);
    await world.turn("mv a.txt z.txt; mkdir e; mv d/b.txt e/b.txt; rm c.txt; seq 900 930 > new.txt");
    const [{ files, id }] = (await listCheckpoints(world.io, world.root)).checkpoints as [never];
    expect(rowsOf(files)).toEqual([
      "deleted c.txt",
      "renamed d/b.txt → e/b.txt",
      "added new.txt",
      "renamed a.txt → z.txt",
    ]);
    const back = ["added c.txt", "renamed e/b.txt → d/b.txt", "deleted new.txt", "renamed z.txt → a.txt"];
    expect(rowsOf((await undo(world.io, world.root, { dryRun: true })).changes).toSorted()).toEqual(back.toSorted());
    const undone = await undo(world.io, world.root);
    expect(rowsOf(undone.changes).toSorted()).toEqual(back.toSorted());
    expect(accountOf(undone)).toMatchObject({
      restored: ["a.txt", "c.txt", "d/b.txt", "e/b.txt", "new.txt", "z.txt"],
      renamed: [
        { from: "z.txt", to: "a.txt" },
        { from: "e/b.txt", to: "d/b.txt" },
      ],
    });
    const redone = await redo(world.io, world.root);
    expect(rowsOf(redone.changes)).toContain("renamed a.txt → z.txt");
    const restored = await restore(world.io, world.root, { checkpoint: id, dryRun: true });
    expect(rowsOf(restored.changes)).toContain("renamed z.txt → a.txt");
  });

  test("over two turns that are taken back together lead from the last name to the first", async () => {
    const world = makeWorld(LINES);
    await world.turn("mv a.txt b.txt");
    await world.turn("mv b.txt c2.txt");
    const result = await undo(world.io, world.root, { count: 2 });
    expect(rowsOf(result.changes)).toEqual(["renamed c2.txt → a.txt"]);
  });

  test("with an edit count only the lines of the edit", async () => {
    const world = makeWorld(LINES);
    await world.turn("(sed 5d a.txt; echo more) > b.txt; rm a.txt");
    const [{ files }] = (await listCheckpoints(world.io, world.root)).checkpoints as [never];
    expect(changeRows(files)).toEqual([
      { path: "b.txt", former: "a.txt", status: "renamed", size: 81 + 3, additions: 1, deletions: 1 },
    ]);
  });

  test("keep both names and the counts of each where a program reads them", async () => {
    const world = makeWorld(LINES);
    await world.turn("mv a.txt b.txt");
    const [{ files }] = (await listCheckpoints(world.io, world.root)).checkpoints as [never];
    expect(files).toEqual([
      { path: "a.txt", status: "deleted", additions: 0, deletions: 30, renamed: { to: "b.txt" } },
      {
        path: "b.txt",
        status: "added",
        size: 81,
        additions: 30,
        deletions: 0,
        renamed: { from: "a.txt", additions: 0, deletions: 0 },
      },
    ]);
  });

  test("are told neither of empty files nor of a name that was not asked for", async () => {
    const world = makeWorld(LINES);
    await world.turn("rm none; : > nothing; mv a.txt b.txt");
    const [{ files }] = (await listCheckpoints(world.io, world.root)).checkpoints as [never];
    expect(rowsOf(files)).toEqual(["renamed a.txt → b.txt", "deleted none", "added nothing"]);
    const [{ files: some }] = (await listCheckpoints(world.io, world.root, { paths: ["a.txt"] })).checkpoints as [
      never,
    ];
    expect(rowsOf(some)).toEqual(["deleted a.txt"]);
  });

  test("half of which cannot be put back are two rows", async () => {
    const world = makeWorld(LINES);
    await world.turn("mv a.txt b.txt");
    world.sh("mkdir a.txt; echo mine > a.txt/x");
    const result = await undo(world.io, world.root, { dryRun: true });
    expect(rowsOf(result.changes)).toEqual(["deleted b.txt"]);
  });

  test("of equal contents prefer an equal name, and use each deleted file once", () => {
    const entry = (id: string) => ({ mode: "100644", id });
    const renames = exactRenames([
      { path: "a/one", before: entry("1") },
      { path: "a/two", before: entry("1") },
      { path: "b/other", after: entry("1") },
      { path: "b/two", after: entry("1") },
      { path: "b/third", after: entry("1") },
    ]);
    expect([...renames].map(([to, { from }]) => [from, to])).toEqual([
      ["a/two", "b/two"],
      ["a/one", "b/other"],
    ]);
  });

  test("in a large turn are told by equal contents alone", async () => {
    const entry = (id: string) => ({ mode: "100644", id });
    const changes = Array.from({ length: 401 }, (_, n) => [
      { path: `old/${n}`, before: entry(`${n}`) },
      { path: `new/${n}`, after: entry(`${n}`) },
    ]).flat();
    const engine = {
      renames: () => {
        throw new Error("no comparison is asked for");
      },
    };
    const [found] = await findRenames(engine, [{ pair: ["1", "2"], changes }]);
    expect(found!.size).toBe(401);
  });
});
