import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, onTestFinished, test, vi } from "vitest";

import { sha256 } from "../../../../kit/hash.ts";
import { lifeOf } from "../../../../kit/process-life.ts";
import { withPrivateIndex } from "../../../../shadow-repo/git/private-index.ts";
import { sweepLeftovers } from "../../../../shadow-repo/maintenance/sweep-leftovers.ts";
import { findPlace, placeOf } from "../../../../shadow-repo/place.ts";
import { ownerLine, takeLock } from "../../../../shadow-repo/locks/owned-lock.ts";
import { withRestoreLock } from "../../../../shadow-repo/locks/restore-lock.ts";
import { atCall } from "../../../support/at-call.ts";
import { makeWorld, type World } from "../world.ts";

const LONG_AGO = new Date(Date.now() - 3 * 3_600_000);

async function lockedWorld(): Promise<{ world: World; file: string }> {
  const world = makeWorld();
  await world.turn("printf 1 > base.txt");
  return { world, file: join(world.shadow(), "restore.lock") };
}

/** Two tries: the first may bury a dead one. */
function take(file: string, { io }: World): boolean {
  const lock = takeLock(file, ownerLine(io), io) ?? takeLock(file, ownerLine(io), io);
  return lock !== undefined;
}

function deadPid(): number {
  return spawnSync("true").pid;
}

test("a lock that is hours old is not taken from an owner that lives", async () => {
  const { world, file } = await lockedWorld();
  for (const line of [
    ownerLine(world.io),
    `${process.pid}\n`,
    `${process.pid} ${lifeOf(process.pid, process.platform)?.born}\n`,
  ]) {
    writeFileSync(file, line);
    utimesSync(file, LONG_AGO, LONG_AGO);
    expect(take(file, world), line).toBe(false);
    expect(readFileSync(file, "utf8")).toBe(line);
  }
});

test("nor is it swept", async () => {
  const { world, file } = await lockedWorld();
  const prune = join(world.shadow(), "prune.lock");
  for (const one of [file, prune]) {
    writeFileSync(one, ownerLine(world.io));
    utimesSync(one, LONG_AGO, LONG_AGO);
  }
  sweepLeftovers(world.io, findPlace(world.io, world.root)!);
  expect([file, prune].map((one) => existsSync(one))).toEqual([true, true]);
});

test("a dead owner holds nothing, told without /proc as well", async () => {
  const { world, file } = await lockedWorld();
  for (const platform of ["linux", "darwin", "win32"]) {
    writeFileSync(file, ownerLine({ ...world.io, pid: deadPid(), platform }));
    expect(take(file, { ...world, io: { ...world.io, platform } }), platform).toBe(true);
    rmSync(file);
  }
});

test("nor does one whose number another process was given", async () => {
  const { world, file } = await lockedWorld();
  writeFileSync(file, ownerLine(world.io).replace(/^(\d+) \S+/, "$1 earlier/1"));
  expect(take(file, world)).toBe(true);
});

test("of an owner in another container only its silence tells", async () => {
  const { world, file } = await lockedWorld();
  writeFileSync(file, `${deadPid()} - elsewhere/pid:[1] word\n`);
  const minutesAgo = new Date(Date.now() - 55 * 60_000);
  utimesSync(file, minutesAgo, minutesAgo);
  expect(take(file, world)).toBe(false);
  utimesSync(file, LONG_AGO, LONG_AGO);
  expect(take(file, world)).toBe(true);
});

test("nor where the system tells numbers alone, as Windows does", async () => {
  const { world, file } = await lockedWorld();
  const there = { ...world, io: { ...world.io, platform: "win32" } };
  writeFileSync(file, ownerLine(there.io));
  expect(take(file, there)).toBe(false);
  utimesSync(file, LONG_AGO, LONG_AGO);
  expect(take(file, there)).toBe(true);
});

test("half a line, nothing and a folder in its place hold for some seconds only", async () => {
  const { world, file } = await lockedWorld();
  for (const lay of [() => writeFileSync(file, ""), () => writeFileSync(file, "123"), () => mkdirSync(file)]) {
    lay();
    expect(take(file, world)).toBe(false);
    utimesSync(file, LONG_AGO, LONG_AGO);
    expect(take(file, world)).toBe(true);
    rmSync(file);
  }
});

test("who is done removes no lock of another", async () => {
  const { world, file } = await lockedWorld();
  const others = ownerLine(world.io);
  await withRestoreLock(world.io, placeOf(world.io, world.root), false, async () => writeFileSync(file, others));
  expect(readFileSync(file, "utf8")).toBe(others);
});

test("who sees a dead one's lock taken by another meanwhile leaves it to that one", async () => {
  const { world, file } = await lockedWorld();
  const [dead, others] = [ownerLine({ ...world.io, pid: deadPid() }), ownerLine(world.io)];
  writeFileSync(file, dead);
  const claim = `${file}.${sha256(dead).slice(0, 16)}`;
  atCall(
    "linkSync",
    "after",
    (_from, to) => to === claim,
    () => writeFileSync(file, others),
  );
  expect(take(file, world)).toBe(false);
  expect(readFileSync(file, "utf8")).toBe(others);
});

test("an owner gives a sign of life in its own lock, and in no other's", async () => {
  const { world, file } = await lockedWorld();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const lock = takeLock(file, ownerLine(world.io), world.io)!;
  const isTouched = () => {
    utimesSync(file, LONG_AGO, LONG_AGO);
    vi.advanceTimersByTime(31_000);
    return statSync(file).mtimeMs > LONG_AGO.getTime() + 1000;
  };
  expect(isTouched()).toBe(true);
  writeFileSync(file, ownerLine(world.io));
  expect(isTouched()).toBe(false);
  lock.release();
});

test("who died while it took a dead one's lock stops nobody, and nothing is left", async () => {
  const { world, file } = await lockedWorld();
  const [first, second] = [ownerLine({ ...world.io, pid: deadPid() }), ownerLine({ ...world.io, pid: deadPid() })];
  writeFileSync(file, first);
  writeFileSync(`${file}.${sha256(first).slice(0, 16)}`, second);
  let isTaken = false;
  for (let tries = 0; tries < 4 && !isTaken; tries += 1) isTaken = take(file, world);
  expect(isTaken).toBe(true);
  expect(readdirSync(world.shadow()).filter((name) => name.startsWith("restore.lock."))).toEqual([]);
});

test("many commands at once take a dead one's lock in turn", { tags: ["long"] }, async () => {
  const { world, file } = await lockedWorld();
  for (const n of [2, 3, 4, 5, 6]) await world.turn(`printf ${n} > base.txt`);
  writeFileSync(file, ownerLine({ ...world.io, pid: deadPid() }));
  const binary = join(import.meta.dirname, "../../../../dist/snapveil.cjs");
  const children = Array.from({ length: 5 }, () =>
    spawn(process.execPath, [binary, "undo", "--yes"], {
      cwd: world.root,
      env: world.io.env as Record<string, string>,
      stdio: ["ignore", "ignore", "inherit"],
    }),
  );
  expect(await Promise.all(children.map(async (child) => (await once(child, "close"))[0] as number))).toEqual([
    0, 0, 0, 0, 0,
  ]);
  expect(readFileSync(join(world.root, "base.txt"), "utf8")).toBe("1");
  expect(readdirSync(world.shadow()).filter((name) => name.startsWith("restore.lock"))).toEqual([]);
});

test("the private index of a living process is not swept, though it has the time of the shared one", async () => {
  const { world } = await lockedWorld();
  const place = findPlace(world.io, world.root)!;
  utimesSync(join(world.shadow(), "index"), LONG_AGO, LONG_AGO);
  await withPrivateIndex(world.io, place, async (index) => {
    expect(statSync(index).mtimeMs).toBeLessThan(Date.now() - 3_600_000);
    sweepLeftovers(world.io, place);
    expect(existsSync(index)).toBe(true);
  });
});

test("what a dead process left is swept", async () => {
  const { world } = await lockedWorld();
  const place = findPlace(world.io, world.root)!;
  const pid = deadPid();
  const names = [
    `tmp/${pid}-${Date.now().toString(36)}-1.index`,
    `tmp/${pid}-word.exclude`,
    `tmp/before.${pid}-3.tmp`,
    `tmp/tmp_obj_${pid}_word_1`,
    `restore.lock.${pid}-word`,
  ];
  for (const name of names) {
    writeFileSync(join(world.shadow(), name), ownerLine({ ...world.io, pid }));
    utimesSync(join(world.shadow(), name), LONG_AGO, LONG_AGO);
  }
  writeFileSync(join(world.shadow(), `tmp/${process.pid}-word.exclude`), "");
  expect(sweepLeftovers(world.io, place)).toBe(names.length);
  expect(names.filter((name) => existsSync(join(world.shadow(), name)))).toEqual([]);
});

test("a process of which ps told once is not believed to live on", async () => {
  const child = spawn("sleep", ["60"]);
  expect(lifeOf(child.pid!, "darwin")).toBeDefined();
  child.kill();
  await once(child, "close");
  expect(lifeOf(child.pid!, "darwin")).toBeUndefined();
});

test("a process that ps tells about is the one that /proc tells about", () => {
  if (process.platform !== "linux" || !existsSync("/bin/ps")) return;
  const [one, other] = [lifeOf(process.pid, "linux"), lifeOf(process.pid, "darwin")];
  expect(Math.abs(one!.startedAt! - other!.startedAt!)).toBeLessThan(5000);
  expect(lifeOf(deadPid(), "darwin")).toBeUndefined();
});
