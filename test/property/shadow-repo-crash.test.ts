import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { lstatSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";

import { build } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";

import { historyOf, tornOperation } from "../../shadow-repo/journal/history.ts";
import { readJournal } from "../../shadow-repo/journal/journal.ts";
import { listCheckpoints } from "../../shadow-repo/look/list-checkpoints.ts";
import { prune } from "../../shadow-repo/house/prune.ts";
import { redo } from "../../shadow-repo/restore/redo.ts";
import { undo } from "../../shadow-repo/restore/undo.ts";
import { randomFrom, SEED, times } from "../support/chance.ts";
import { COMMITTED, makeWorld, type World } from "../unit/shadow-repo/world.ts";

const KILLS = times(24);

let folder: string;
let program: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "snapveil-child-"));
  program = join(folder, "child.cjs");
  await build({
    input: join(import.meta.dirname, "children", "shadow-child.ts"),
    platform: "node",
    output: { dir: folder, entryFileNames: "child.cjs", chunkFileNames: "[name].cjs", format: "cjs" },
    logLevel: "silent",
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(world: World, what: string, id = "t"): ChildProcess {
  return spawn(process.execPath, [program, world.root, JSON.stringify(world.io.env), what, id], {
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, NODE_EXTRA_CA_CERTS: "" },
  });
}

/** Exit code and what it said; `undefined` where it was killed. */
function ended(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, said })));
}

/** Kills a process with the gits that it started after some milliseconds, unless it is done by then. */
async function killAfter(child: ChildProcess, milliseconds: number): Promise<void> {
  const done = ended(child);
  const timer = setTimeout(() => {
    try {
      process.kill(-child.pid!, "SIGKILL");
    } catch {
      // It was faster.
    }
  }, milliseconds);
  await done;
  clearTimeout(timer);
}

test("a process killed anywhere loses nothing and stops nobody", { timeout: 3_600_000 }, async () => {
  const world = makeWorld(
    `${COMMITTED}\nmkdir -p d; for i in $(seq 30); do printf $i > d/$i; done; git add .; git commit -qm d`,
  );
  await world.hook("session_start", { sessionId: "t" });
  const edit = (n: number) =>
    world.sh(
      `for i in $(seq ${1 + (n % 7)}); do printf 'x${n}' > d/$i; rm -f d/$((i+10)); printf n > d/new${n}-$i; ` +
        `done; printf 'v${n}' > base.txt`,
    );
  await world.hook("turn_start", { sessionId: "t" });
  edit(6);
  await world.hook("turn_end", { sessionId: "t" });
  const lengths = {
    turn_start: await measure(() => start(world, "turn_start")),
    undo: await measure(() => start(world, "undo")),
    redo: await measure(() => start(world, "redo")),
  };
  const random = randomFrom(SEED);
  let torn = 0;
  let lost = 0;
  for (let n = 0; n < KILLS; n += 1) {
    const what = (["turn_start", "turn_end", "undo", "redo"] as const)[n % 4]!;
    // Something to record, something to undo, something to redo.
    const before = copyOf(world.root);
    await world.hook("turn_start", { sessionId: "t" });
    edit(n);
    if (what !== "turn_end") await world.hook("turn_end", { sessionId: "t" });
    const edited = copyOf(world.root);
    if (what === "redo") await undo(world.io, world.root);
    const present = copyOf(world.root);
    // A restore first captures: the files change late.
    const late = what === "undo" || what === "redo" ? lengths[what] * 0.5 : 0;
    await killAfter(start(world, what), late + random(Math.ceil(late > 0 ? late * 1.2 : lengths.turn_start * 1.6)));

    const operation = tornOperation(historyOf(readJournal(world.shadow()).records));
    if (operation) {
      torn += 1;
      expect(await undo(world.io, world.root)).toMatchObject({ restored: true, skipped: [] });
    }
    const now = copyOf(world.root);
    const target = { undo: before, redo: edited, turn_start: present, turn_end: present }[what];
    // As before the process began, or as it was to be: nothing between the two, and after a torn one as before.
    lost += operation ? differ(now, present) : Math.min(differ(now, present), differ(now, target));
    expect(
      world.sh("git --git-dir=\"$SHADOW\" fsck --full --no-dangling 2>&1 | grep -v '^notice' || true"),
      `after kill ${n} of ${what}`,
    ).toBe("");
  }
  // Nobody is held up afterwards: the next turn is recorded, every earlier checkpoint can still be read.
  await world.turn("printf last > base.txt", { sessionId: "after" });
  const { checkpoints } = await listCheckpoints(world.io, world.root);
  expect(checkpoints.at(-1)?.files.map(({ path }) => path)).toEqual(["base.txt"]);
  expect(lost).toBe(0);
  process.stderr.write(
    `shadow-repo: ${KILLS} kills, ${torn} on the way through a restore, 0 files lost, 0 hooks that failed afterwards\n`,
  );
});

test("eight captures at once are all right, and so are the ones after them", { timeout: 600_000 }, async () => {
  const world = makeWorld(`${COMMITTED}\nfor i in $(seq 300); do printf $i > f$i; done`);
  for (let round = 0; round < 3; round += 1) {
    const starts = await Promise.all(
      Array.from({ length: 8 }, (_, n) => ended(start(world, "pre_tool_use", `r${round}n${n}`))),
    );
    expect(starts.map(({ code, said }) => [code, said])).toEqual(Array.from({ length: 8 }, () => [0, ""]));
    world.sh(`for i in $(seq 5); do printf 'r${round}' > f$i; done; printf r > new${round}`);
    const ends = await Promise.all(
      Array.from({ length: 8 }, (_, n) => ended(start(world, "post_tool_use", `r${round}n${n}`))),
    );
    expect(ends.map(({ code, said }) => [code, said])).toEqual(Array.from({ length: 8 }, () => [0, ""]));
  }
  const { checkpoints } = await listCheckpoints(world.io, world.root);
  expect(checkpoints.length).toBe(24);
  expect(new Set(checkpoints.map(({ files }) => files.length))).toEqual(new Set([6]));
  expect(new Set(checkpoints.slice(16).map(({ after }) => after)).size).toBe(1);
  world.sh('git --git-dir="$SHADOW" fsck --full --strict');
});

test("two undos at once take back one checkpoint each", { timeout: 600_000 }, async () => {
  const world = makeWorld();
  for (const n of [1, 2, 3]) await world.turn(`printf ${n} > base.txt; printf ${n} > f${n}`, { sessionId: "t" });
  const results = await Promise.all([ended(start(world, "undo")), ended(start(world, "undo"))]);
  expect(results.map(({ code, said }) => [code, said])).toEqual([
    [0, ""],
    [0, ""],
  ]);
  world.sh('test "$(cat base.txt)" = 1 && test -e f1 && test ! -e f2 && test ! -e f3');
});

test("a lock of a dead process, a stale index lock and a torn line stop nobody", async () => {
  const world = makeWorld();
  await world.turn("printf 1 > base.txt");
  world.sh(
    'printf \'999999999\\n\' > "$SHADOW/restore.lock"; : > "$SHADOW/index.lock"; ' +
      'printf \'1 abc {"type":"check\' >> "$SHADOW/journal"',
  );
  await world.turn("printf 2 > base.txt");
  expect((await listCheckpoints(world.io, world.root)).checkpoints.length).toBe(2);
  expect(await undo(world.io, world.root, { count: 2 })).toMatchObject({ restored: true });
  world.sh("grep -q alpha base.txt");
});

test("nor does a lock whose number was given to another process", async () => {
  const world = makeWorld();
  await world.turn("printf 1 > base.txt");
  world.sh(`printf '${process.pid} earlier-start/1\\n' > "$SHADOW/restore.lock"`);
  const began = Date.now();
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true });
  expect(Date.now() - began).toBeLessThan(10_000);
});

test("nor does one of a process that nobody waits for, nor the mark of a gc that was killed", async (context) => {
  if (process.platform !== "linux") {
    process.stderr.write("left out: only Linux tells that a process is dead and not waited for\n");
    return context.skip();
  }
  const world = makeWorld();
  await world.turn("printf 1 > base.txt");
  // The inner one ends when the outer one has become what never waits for it: the shell still would.
  const outer = spawn("bash", ["-c", "cat <&3 > /dev/null & echo $!; exec sleep 60"], {
    stdio: ["ignore", "pipe", "ignore", "pipe"],
  });
  try {
    const pid = Number(String((await once(outer.stdout!, "data"))[0]));
    await expect.poll(() => readFileSync(`/proc/${outer.pid}/comm`, "latin1"), { timeout: 5000 }).toBe("sleep\n");
    (outer.stdio[3] as Writable).end();
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, "latin1"), { timeout: 5000 }).toMatch(/\) Z /);
    world.sh(
      `printf '${pid}\\n' > "$SHADOW/restore.lock"; cp "$SHADOW/restore.lock" "$SHADOW/prune.lock"; ` +
        `printf '%s %s' ${pid} $(hostname) > "$SHADOW/gc.pid"`,
    );
    await prune(world.io, world.root);
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true });
  } finally {
    outer.kill("SIGKILL");
  }
});

test("a damaged cache is made anew", async () => {
  for (const damage of [
    'printf garbage > "$SHADOW/index"',
    ': > "$SHADOW/index"',
    'truncate -s -30 "$SHADOW/index"',
    'head -c 300 /dev/urandom > "$SHADOW/index"',
    "printf '{' > \"$SHADOW/index.state\"",
    'rm "$SHADOW/index"',
    'rm "$SHADOW/index.state"',
  ]) {
    const world = makeWorld();
    await world.hook("turn_start");
    world.sh(damage);
    world.sh("printf 2 > base.txt");
    await world.hook("turn_end");
    expect(
      (await listCheckpoints(world.io, world.root)).checkpoints.map(({ files }) => files.length),
      damage,
    ).toEqual([1]);
  }
});

test("a full disk loses nothing, and is said", { timeout: 600_000 }, async (context) => {
  const world = makeWorld(
    `${COMMITTED}\nfor i in $(seq 20); do head -c 20000 /dev/urandom > f$i; done; cp -r . ../copy`,
  );
  const mounted = world.holds('mkdir -p "$DATA" ../full && mount -t tmpfs -o size=2m tmpfs "$DATA"');
  if (!mounted) {
    process.stderr.write("skipped: no small file system can be mounted here\n");
    context.skip();
  }
  try {
    await world.turn("printf 1 > base.txt");
    await world.hook("turn_start");
    world.sh("for i in $(seq 20); do head -c 200000 /dev/urandom > big$i; done");
    expect((await world.hook("turn_end")).notice?.[0]).toContain("is full");
    world.sh("for i in $(seq 20); do cmp f$i ../copy/f$i; done");
    // An undo that cannot record the present touches nothing.
    await expect(undo(world.io, world.root)).rejects.toThrow(/full|space/i);
    world.sh('test "$(cat base.txt)" = 1');
    world.sh('rm big*; mount -o remount,size=20m "$DATA"');
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, files: 1 });
    world.sh("grep -q alpha base.txt");
    await world.turn("printf 2 > base.txt");
    expect((await listCheckpoints(world.io, world.root)).checkpoints.length).toBe(1);
  } finally {
    world.sh('umount -l "$DATA"');
  }
});

test("a full disk under the project leaves each file whole", { timeout: 600_000 }, async (context) => {
  const world = makeWorld("true");
  if (!world.holds('mount -t tmpfs -o size=3m tmpfs "$CWD"')) {
    process.stderr.write("skipped: no small file system can be mounted here\n");
    context.skip();
  }
  try {
    world.sh(
      'cd "$CWD"; git init -q -b main .; for i in 1 2 3; do head -c 400000 /dev/zero > f$i; done; ' +
        "git -c core.looseCompression=9 add .; cp f1 ../f1",
    );
    await world.turn('cd "$CWD"; rm f1 f2; printf small > f3');
    world.sh('cd "$CWD"; head -c 5000000 /dev/zero > filler 2>/dev/null || true');
    const result = await undo(world.io, world.root);
    expect(new Set(result.skipped.map(({ why }) => why))).toEqual(new Set(["the disk is full"]));
    world.sh('cd "$CWD"; rm filler; test "$(cat f3)" = small; test -z "$(ls -A | grep snapveil || true)"');
    await redo(world.io, world.root);
    expect(await undo(world.io, world.root)).toMatchObject({ skipped: [] });
    world.sh('cd "$CWD"; cmp f1 ../f1 && cmp f2 ../f1 && cmp f3 ../f1');
  } finally {
    world.sh('cd /; umount -l "$CWD"');
  }
});

test("a clock that jumps back changes nothing", async () => {
  const world = makeWorld();
  const io = (time: string) => ({ ...world, io: { ...world.io, now: () => new Date(time) } });
  const late = makeLater(world, io("2031-01-01T00:00:00Z").io);
  await late("turn_start");
  world.sh("printf 1 > base.txt");
  utimesSync(join(world.root, "base.txt"), new Date("2035-01-01"), new Date("2035-01-01"));
  await late("turn_end");
  await world.turn("printf 2 > base.txt; touch -d 1999-01-01 base.txt");
  await undo(world.io, world.root);
  world.sh('test "$(cat base.txt)" = 1');
  await undo(world.io, world.root);
  world.sh("grep -q alpha base.txt");
});

function makeLater(world: World, io: World["io"]): (name: "turn_start" | "turn_end") => Promise<unknown> {
  return async (name) => {
    const { default: snapshot } = await import("../../builtins/snapshot.ts");
    return snapshot(
      { name, wireName: name, sessionId: "s", cwd: world.root, raw: {} } as never,
      { io, args: [], origin: "user" } as never,
    );
  };
}

async function measure(run: () => ChildProcess): Promise<number> {
  const begin = performance.now();
  await ended(run());
  return performance.now() - begin;
}

function copyOf(root: string, below = ""): Record<string, string> {
  const copy: Record<string, string> = {};
  for (const entry of readdirSync(join(root, below), { withFileTypes: true })) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (path === ".git") continue;
    if (entry.isDirectory()) Object.assign(copy, copyOf(root, path));
    else
      copy[path] = entry.isSymbolicLink()
        ? readlinkSync(join(root, path))
        : `${lstatSync(join(root, path)).mode & 0o111} ${readFileSync(join(root, path), "latin1")}`;
  }
  return copy;
}

function differ(one: Record<string, string>, other: Record<string, string>): number {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((path) => one[path] !== other[path]).length;
}
