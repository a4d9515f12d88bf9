import { describe, expect, test } from "vitest";

import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { restore } from "../../../../shadow-repo/restore/restore.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { COMMITTED, makeWorld } from "../world.ts";

/** Stands for a database that a program has open, as SQLite keeps one. */
const OPEN =
  `${COMMITTED}; echo data/ > .gitignore; git add .; git commit -qm i; mkdir data; echo db1 > data/app.db; ` +
  "echo wal1 > data/app.db-wal; echo shm1 > data/app.db-shm; echo other > data/x-wal";
const FILES = ["data/app.db", "data/app.db-wal", "data/app.db-shm"] as const;
const NOTE =
  "A database in use is one with its side files (-wal, -shm, -journal): data/app.db. Stop the program that has it open first.";

describe("a database in use", () => {
  test("that was closed stays with its side files gone, and comes back with these", async () => {
    const world = makeWorld(OPEN);
    await world.turn("echo db2 > data/app.db; rm data/app.db-wal data/app.db-shm; echo 1 > base.txt");
    const first = await undo(world.io, world.root);
    expect(first.keptInPlace).toEqual([...FILES].toSorted());
    expect(first.notes).toContain(NOTE);
    expect(world.files(...FILES, "base.txt")).toBe("db2 - - alpha");
    expect(await undo(world.io, world.root, { kept: true })).toMatchObject({ complete: true, files: 3 });
    expect(world.files(...FILES)).toBe("db1 wal1 shm1");
  });

  test("loses a side file that came since, of which a copy is kept first", async () => {
    const world = makeWorld(OPEN);
    world.sh("rm data/app.db-*");
    await world.turn("echo db2 > data/app.db; echo wal2 > data/app.db-wal");
    const result = await undo(world.io, world.root, { kept: true });
    expect(result.changes.map(({ path, status }) => `${status} ${path}`)).toEqual([
      "modified data/app.db",
      "deleted data/app.db-wal",
    ]);
    expect(world.files(...FILES)).toBe("db1 - -");
    await restore(world.io, world.root, { checkpoint: result.checkpoint!, paths: ["data"] });
    expect(world.files(...FILES)).toBe("db2 wal2 -");
  });

  test("that was deleted comes back with its side files, by its own name, too", async () => {
    const world = makeWorld(OPEN);
    await world.turn("rm data/app.db*; echo 1 > base.txt");
    await undo(world.io, world.root, { paths: ["data/app.db"] });
    expect(world.files(...FILES, "base.txt")).toBe("db1 wal1 shm1 1");
  });

  test("of which only the log was written gets that back", async () => {
    const world = makeWorld(OPEN);
    await world.turn("echo wal2 > data/app.db-wal; rm data/x-wal");
    await undo(world.io, world.root);
    expect(world.files(...FILES, "data/x-wal")).toBe("db1 wal2 shm1 other");
    await undo(world.io, world.root, { kept: true });
    expect(world.files(...FILES)).toBe("db1 wal1 shm1");
  });

  test("that was written after the turn stays whole", async () => {
    const world = makeWorld(OPEN);
    await world.turn("echo db2 > data/app.db; rm data/app.db-wal");
    world.sh("echo db3 > data/app.db");
    expect((await undo(world.io, world.root, { kept: true })).skipped).toEqual([
      { path: "data/app.db", why: "it changed after the turn" },
      { path: "data/app.db-wal", why: "its database is not put back, and is broken with it" },
    ]);
    expect(world.files(...FILES)).toBe("db3 - shm1");
  });

  test("is put back by a restore of its path", async () => {
    const world = makeWorld(OPEN);
    await world.turn("echo db2 > data/app.db; rm data/app.db-wal; echo 1 > base.txt");
    const id = (await listCheckpoints(world.io, world.root)).checkpoints[0]!.id;
    await restore(world.io, world.root, { checkpoint: id });
    expect(world.files(...FILES, "base.txt")).toBe("db2 - shm1 alpha");
    await restore(world.io, world.root, { checkpoint: id, paths: ["data/app.db"] });
    expect(world.files(...FILES)).toBe("db1 wal1 shm1");
  });
});
