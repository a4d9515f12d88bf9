import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { listCheckpoints } from "../../../shadow-repo/look/list-checkpoints.ts";
import { status } from "../../../shadow-repo/look/status.ts";
import { redo } from "../../../shadow-repo/restore/redo.ts";
import { restore } from "../../../shadow-repo/restore/restore.ts";
import { undo } from "../../../shadow-repo/restore/undo.ts";
import { COMMITTED, makeWorld, type World } from "./world.ts";

const ENGINES = ["git", "isomorphic-git"] as const;
type Engine = (typeof ENGINES)[number];

/** A world whose user has these settings about checkpoints. */
function worldWith(engine: Engine, checkpoints: object, setup = COMMITTED): World {
  const world = makeWorld(setup, { SNAPVEIL_CONFIG: "" });
  set(world, engine, checkpoints);
  return world;
}

function set({ home }: World, engine: Engine, checkpoints: object): void {
  mkdirSync(join(home, ".config/snapveil"), { recursive: true });
  writeFileSync(join(home, ".config/snapveil/config.jsonc"), JSON.stringify({ engine, checkpoints }));
}

const SMALL = { newFileLimit: 1000, growingFileLimit: "5 KiB" };
const bytes = (count: number, file: string, letter = "x") =>
  `head -c ${count} /dev/zero | tr '\\0' ${letter} > ${file}`;
const paths = async (world: World) =>
  (await listCheckpoints(world.io, world.root)).checkpoints.map(({ files }) => files.map(({ path }) => path).join());
const skippedIn = async ({ io, root }: World) =>
  (await status(io, root)).own!.skipped.map(({ path, why }) => `${path}: ${why}`);
const size = (world: World, file: string) => Number(world.sh(`wc -c < ${file}`));

for (const engine of ENGINES) {
  test(`a file that grew beyond its limit is no longer recorded, and no undo touches it: ${engine}`, async () => {
    const world = worldWith(engine, SMALL);
    await world.turn(bytes(900, "dev.db"));
    await world.turn(`${bytes(4000, "dev.db")}; printf 2 > base.txt`);
    expect(await skippedIn(world)).toEqual([]);
    await world.turn(`${bytes(6000, "dev.db")}; printf 3 > base.txt`);
    await world.turn(`${bytes(7000, "dev.db")}; printf 4 > base.txt`);
    expect(await paths(world)).toEqual(["dev.db", "base.txt,dev.db", "base.txt", "base.txt"]);
    expect(await skippedIn(world)).toEqual([expect.stringMatching(/^dev\.db: (it grew to more|larger) than/)]);

    expect(await undo(world.io, world.root, { count: 2 })).toMatchObject({ files: 1, skipped: [] });
    expect([size(world, "dev.db"), world.sh("cat base.txt")]).toEqual([7000, "2"]);
    const third = await undo(world.io, world.root);
    expect(third.skipped).toMatchObject([{ path: "dev.db" }]);
    expect(size(world, "dev.db")).toBe(7000);
    const whole = (await listCheckpoints(world.io, world.root)).checkpoints[0]!.id;
    expect((await restore(world.io, world.root, { checkpoint: whole, after: true })).skipped).toMatchObject([
      { path: "dev.db" },
    ]);
    await redo(world.io, world.root, { count: 2 });
    expect([size(world, "dev.db"), world.sh("cat base.txt")]).toEqual([7000, "4"]);

    // What was recorded before it grew is not lost.
    world.sh("rm dev.db");
    const second = (await listCheckpoints(world.io, world.root)).checkpoints[1]!.id;
    await restore(world.io, world.root, { checkpoint: second, after: true });
    expect(size(world, "dev.db")).toBe(4000);
  });

  test(`one that shrinks again is recorded, and was there all along: ${engine}`, async () => {
    const world = worldWith(engine, SMALL);
    await world.turn(bytes(900, "log"));
    await world.turn(`${bytes(9000, "log")}; printf 2 > base.txt`);
    await world.turn(`${bytes(500, "log")}; printf 3 > base.txt`);
    await world.turn(bytes(600, "log"));
    await undo(world.io, world.root);
    expect(size(world, "log")).toBe(500);
    await undo(world.io, world.root);
    expect([size(world, "log"), world.sh("cat base.txt")]).toEqual([500, "2"]);
  });

  test(`one that the user's git tracks is recorded however much it grows: ${engine}`, async () => {
    const world = worldWith(engine, SMALL, `${COMMITTED}; ${bytes(900, "data")}; git add data; git commit -qm data`);
    await world.turn(bytes(9000, "data"));
    expect(await undo(world.io, world.root)).toMatchObject({ files: 1, skipped: [] });
    expect(size(world, "data")).toBe(900);
  });

  test(`a file above the limit that was recorded and is only touched stays in the state: ${engine}`, async () => {
    const world = worldWith(engine, { newFileLimit: "1 MiB" });
    await world.turn(bytes(9000, "big"));
    set(world, engine, SMALL);
    world.sh("touch big");
    expect(await skippedIn(world)).toEqual([]);
    await world.turn("rm big");
    await undo(world.io, world.root);
    expect(size(world, "big")).toBe(9000);
  });

  test(`excluded files are named and left alone, tracked or not, whatever a .gitignore says: ${engine}`, async () => {
    const world = worldWith(
      engine,
      { exclude: ["*.bin", "/data/", "!keep.bin"] },
      `${COMMITTED}; printf '!*.bin\\n' > .gitignore; printf 1 > tracked.bin; git add .; git commit -qm more;
       mkdir -p data/deep; printf 1 > data/deep/a; printf 1 > data/b; printf 1 > keep.bin`,
    );
    await world.turn("printf 2 > tracked.bin; printf 2 > data/b; printf 2 > keep.bin; printf 2 > new.bin");
    expect(await paths(world)).toEqual(["keep.bin"]);
    expect((await skippedIn(world)).toSorted()).toEqual(
      ["data/", "new.bin", "tracked.bin"].map((path) => `${path}: your settings exclude it`),
    );
    expect(await undo(world.io, world.root)).toMatchObject({ files: 1 });
    expect(world.sh("cat tracked.bin data/b keep.bin new.bin")).toBe("2212");
  });

  test(`a setting that excludes files deletes none, and one that no longer does makes none new: ${engine}`, async () => {
    const world = worldWith(engine, {}, `${COMMITTED}; mkdir d; printf 1 > d/a; printf 1 > x.log`);
    await world.hook("turn_start");
    set(world, engine, { exclude: ["d/", "*.log"] });
    world.sh("printf 2 > base.txt; printf 2 > d/a");
    await world.hook("turn_end");
    expect(await paths(world)).toEqual(["base.txt"]);
    expect((await skippedIn(world)).map((one) => one.split(":")[0]).toSorted()).toEqual(["d/", "x.log"]);
    expect(await undo(world.io, world.root)).toMatchObject({ files: 1, skipped: [] });
    expect(world.sh("cat d/a x.log")).toBe("21");

    await world.hook("turn_start");
    set(world, engine, {});
    world.sh("printf 3 > base.txt");
    await world.hook("turn_end");
    await undo(world.io, world.root);
    expect(world.sh("cat d/a x.log")).toBe("21");
    const list = (await listCheckpoints(world.io, world.root, { all: true })).checkpoints;
    await restore(world.io, world.root, { checkpoint: list.at(-1)!.id });
    expect(world.sh("cat d/a x.log")).toBe("21");
  });
}
