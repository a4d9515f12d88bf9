import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { ProgressStep } from "../../../../kit/io.ts";
import { prune } from "../../../../shadow-repo/maintenance/prune.ts";
import { CURRENT_SESSION } from "../../../../shadow-repo/maintenance/start-maintenance.ts";
import { verify } from "../../../../shadow-repo/maintenance/verify.ts";
import { diffPresent, showCheckpoint } from "../../../../shadow-repo/look/checkpoint-diff.ts";
import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { status } from "../../../../shadow-repo/look/status.ts";
import { snapshotNow } from "../../../../shadow-repo/record/snapshot-now.ts";
import { redo } from "../../../../shadow-repo/restore/redo.ts";
import { restore } from "../../../../shadow-repo/restore/restore.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { describeCheckpoints } from "../../../../terminal/checkpoint-table.ts";
import { atCall } from "../../../support/at-call.ts";
import { runSnapveil } from "../../../support/run.ts";
import { removeSmallDisks, smallDisk } from "../../../support/small-disk.ts";
import { COMMITTED, makeWorld } from "../world.ts";

test("restore brings back one path, a folder, the whole, before and after, and undo takes it back", async () => {
  const world = makeWorld(`${COMMITTED}\nmkdir d; printf 1 > d/a; printf 1 > d/b`);
  await world.turn("printf 2 > d/a; printf 2 > d/b; printf 2 > base.txt; printf 2 > new");
  await world.turn("printf 3 > d/a; rm d/b");
  const [first] = (await listCheckpoints(world.io, world.root)).checkpoints;
  const id = first!.id;
  expect(await restore(world.io, world.root, { checkpoint: id.slice(0, 5), paths: ["d/a"] })).toMatchObject({
    restored: true,
    files: 1,
    conflicts: [],
  });
  world.sh('test "$(cat d/a base.txt)" = 12 && test ! -e d/b');
  expect(await restore(world.io, `${world.root}/d`, { checkpoint: id, paths: ["b"], after: true })).toMatchObject({
    files: 1,
  });
  world.sh('test "$(cat d/a d/b)" = 12');
  expect(await restore(world.io, world.root, { checkpoint: id })).toMatchObject({ restored: true });
  world.sh('test "$(cat d/a d/b)" = 11 && grep -q alpha base.txt && test ! -e new');
  expect((await listCheckpoints(world.io, world.root)).checkpoints.map(({ scope }) => scope)).toEqual([
    "turn",
    "turn",
    "restore",
    "restore",
    "restore",
  ]);
  await undo(world.io, world.root);
  world.sh('test "$(cat d/a d/b base.txt new)" = 1222');
  await undo(world.io, world.root, { count: 2 });
  world.sh('test "$(cat d/a base.txt)" = 32 && test ! -e d/b');
  await expect(restore(world.io, world.root, { checkpoint: "nothing" })).rejects.toMatchObject({
    code: "unknownCheckpoint",
  });
  await expect(restore(world.io, world.root, { checkpoint: id, paths: ["../../x"] })).rejects.toMatchObject({
    code: "badArgument",
  });
});

test("a restore that has to leave every file alone is none, and is not in the way of an undo", async () => {
  const world = makeWorld(`${COMMITTED}\nprintf 1 > late.cfg`);
  await world.turn("printf late.cfg > .gitignore");
  world.sh("printf 2 > late.cfg");
  const id = (await listCheckpoints(world.io, world.root)).checkpoints[0]!.id;
  expect(await restore(world.io, world.root, { checkpoint: id, paths: ["late.cfg"] })).toMatchObject({
    restored: false,
    checkpoint: null,
    skipped: [{ path: "late.cfg" }],
  });
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true, files: 1 });
  // The rules that hid it are gone, so what it was before can be had.
  expect(await restore(world.io, world.root, { checkpoint: id, paths: ["late.cfg"] })).toMatchObject({
    restored: true,
    files: 1,
  });
  world.sh("test $(cat late.cfg) = 1");
});

test("a restore names edits that no checkpoint holds yet", async () => {
  const world = makeWorld();
  await world.turn("printf 2 > base.txt");
  world.sh("printf mine > base.txt");
  const [{ id } = { id: "" }] = (await listCheckpoints(world.io, world.root)).checkpoints;
  expect(await restore(world.io, world.root, { checkpoint: id, dryRun: true })).toMatchObject({
    restored: false,
    files: 1,
    conflicts: [{ path: "base.txt" }],
  });
  const { checkpoint } = await restore(world.io, world.root, { checkpoint: id });
  world.sh("grep -q alpha base.txt");
  await restore(world.io, world.root, { checkpoint: checkpoint! });
  world.sh('test "$(cat base.txt)" = mine');
});

test("a snapshot by hand belongs to no session, is nothing that undo takes back, and comes back by its id", async () => {
  const world = makeWorld();
  await world.turn("printf 2 > base.txt");
  world.sh("printf mine > mine.txt");
  const { checkpoint } = await snapshotNow(world.io, world.root, { note: "before the big rename" });
  expect(await snapshotNow(world.io, world.root)).toMatchObject({ checkpoint: null });
  const list = (await listCheckpoints(world.io, world.root)).checkpoints;
  expect(list.at(-1)).toMatchObject({
    id: checkpoint,
    session_id: null,
    scope: "manual",
    note: "before the big rename",
    index: 0,
    files: [{ path: "mine.txt", status: "added", size: 4, additions: 1, deletions: 0 }],
  });
  world.sh("rm mine.txt; printf 3 > base.txt");
  await restore(world.io, world.root, { checkpoint: checkpoint! });
  world.sh('test "$(cat mine.txt base.txt)" = mine2');
  await undo(world.io, world.root);
  await undo(world.io, world.root);
  world.sh("grep -q alpha base.txt");
});

test("show and diff give files and a patch", async () => {
  const world = makeWorld();
  await world.turn("printf 'alpha\\nbeta\\n' > base.txt; chmod +x base.txt; head -c 100 /dev/zero > bin");
  const [{ id } = { id: "" }] = (await listCheckpoints(world.io, world.root)).checkpoints;
  const shown = await showCheckpoint(world.io, world.root, { checkpoint: id });
  expect(shown.files).toEqual([
    { path: "base.txt", status: "modified", size: 11, additions: 1, deletions: 0 },
    { path: "bin", status: "added", size: 100 },
  ]);
  expect(shown.patch.toString()).toContain("+beta");
  expect((await showCheckpoint(world.io, world.root, { checkpoint: id, paths: ["bin"] })).files.length).toBe(1);
  expect((await diffPresent(world.io, world.root)).files).toEqual([]);
  world.sh("chmod -x base.txt; rm bin");
  expect((await diffPresent(world.io, world.root)).files).toEqual([
    { path: "base.txt", status: "mode", size: 11, additions: 0, deletions: 0 },
    { path: "bin", status: "deleted" },
  ]);
});

test("folders and files of names that mean something to git leave the repository sound", async () => {
  const world = makeWorld();
  await world.turn(
    "for name in .gitattributes .gitmodules .gitignore 'git~1' '.git '; do mkdir -p d/\"$name\"; printf 1 > " +
      "d/\"$name\"/file; done; mkdir e; printf '\\0\\1 [submodule' > e/.gitmodules; " +
      "head -c 200000 /dev/zero | tr '\\0' x > e/.gitattributes; ln -s nowhere f.gitattributes",
  );
  expect(await verify(world.io, world.root)).toEqual({ ok: true, problems: [] });
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true, skipped: [] });
});

test("status and verify say what is there, and what is wrong", async () => {
  const world = makeWorld(`${COMMITTED}\ntruncate -s 3M big; git init -q nested`);
  expect((await status(world.io, world.root)).own).toMatchObject({ exists: false, refused: null, checkpoints: 0 });
  expect(await verify(world.io, world.root)).toEqual({ ok: true, problems: [] });
  world.sh('test ! -e "$DATA"');
  await world.turn("printf 2 > base.txt");
  expect((await status(world.io, world.root)).own).toMatchObject({
    exists: true,
    engine: "git",
    checkpoints: 1,
    sessions: 1,
    torn: null,
    open: 0,
    skipped: [{ path: "big" }, { path: "nested/" }],
  });
  expect(await verify(world.io, world.root)).toEqual({ ok: true, problems: [] });
  world.sh('echo garbage >> "$SHADOW/journal"');
  expect(await verify(world.io, world.root)).toMatchObject({
    ok: false,
    problems: [expect.stringContaining("Line 2")],
    hint: "The other lines are sound; nothing has to be done.",
  });
  world.sh('rm -rf "$SHADOW"/objects/?? "$SHADOW"/objects/pack/*');
  const { problems, hint } = await verify(world.io, world.root);
  expect(problems).toEqual(
    expect.arrayContaining([expect.stringMatching(/^git says: /), expect.stringContaining("lost its files")]),
  );
  expect(hint).toBe(
    `What is named cannot be restored any more; everything else can. To begin anew remove ${world.shadow()}.`,
  );
});

test("verify names a restore that died on the way, and what brings the state before it back", async () => {
  const world = makeWorld();
  await world.turn("printf 2 > base.txt");
  const { checkpoint } = await undo(world.io, world.root);
  world.sh("sed -i '$d' \"$SHADOW/journal\""); // the line that says that it ended
  expect(await verify(world.io, world.root)).toMatchObject({
    ok: false,
    problems: [`Undo ${checkpoint} died on the way.`],
    hint: "snapveil undo brings back the state before it.",
  });
});

test("what is not recorded is said once a session, when it begins or when a turn made it", async () => {
  const world = makeWorld(`${COMMITTED}\ntruncate -s 3M big`);
  expect(await world.hook("session_start")).toEqual({ notice: [expect.stringContaining("big (larger than")] });
  expect(await world.hook("session_start")).toEqual({});
  expect(await world.hook("turn_start")).toEqual({});
  world.sh("git init -q nested");
  expect(await world.hook("turn_end")).toEqual({ notice: [expect.stringContaining("nested")] });
  expect(await world.hook("turn_start")).toEqual({});
  expect(await world.hook("turn_end")).toEqual({});
  expect((await world.hook("session_start", { sessionId: "other" })).notice?.[0]).toContain("nested/");
});

test("status says so where the disk is full or cannot be written, and what was recorded is still listed", async () => {
  const world = makeWorld(`${COMMITTED}\nfor n in $(seq 20); do head -c 20000 /dev/urandom > f$n; done`);
  if (!smallDisk(world.data, 160)) return;
  try {
    expect((await status(world.io, world.root)).own!.refused).toBeNull();
    await world.hook("turn_start");
    expect((await status(world.io, world.root)).own!.refused).toMatch(/disk .*is full/);
    world.sh(`rm f*; mount -o remount,size=8m "$DATA"`);
    await world.turn("printf 1 > base.txt");
    world.sh(`printf 2 > base.txt; mount -o remount,ro "$DATA"`);
    expect((await status(world.io, world.root)).own).toMatchObject({
      checkpoints: 1,
      refused: expect.stringMatching(/cannot be read or written \(the disk is read-only\)/),
    });
  } finally {
    removeSmallDisks();
  }
});

test("a home folder is refused with a sentence that says how to allow it", async () => {
  const world = makeWorld();
  const io = { ...world.io, env: { ...world.io.env, HOME: world.root } };
  await expect(snapshotNow(io, world.root)).rejects.toThrow(/SNAPVEIL_ALLOW=home/);
  expect((await status(io, world.root)).own).toMatchObject({ refused: expect.stringContaining("home folder") });
  world.sh('test ! -e "$DATA/snapshot"');
  expect(
    await snapshotNow({ ...io, env: { ...io.env, SNAPVEIL_ALLOW: "home" } }, world.root, { note: "x" }),
  ).toMatchObject({ checkpoint: expect.any(String) });
});

test("prune forgets what is too old, never the newest session, and gives the space back", async () => {
  const world = makeWorld();
  const at = (time: string) => ({ ...world.io, now: () => new Date(time) });
  const io = world.io as { now: () => Date };
  const now = io.now;
  io.now = at("2020-01-01T00:00:00Z").now;
  const old = { sessionId: "old", prompt: "An old story" };
  await world.turn("head -c 500000 /dev/urandom > noise", old);
  await world.turn("rm noise; printf 1 > base.txt", old);
  for (const day of ["03", "04", "05"]) {
    io.now = at(`2020-01-${day}T00:00:00Z`).now;
    await world.turn(`printf ${day} > base.txt`, { sessionId: "newest" });
  }
  await world.turn("printf 2 > base.txt", { sessionId: "newest" });
  io.now = now;
  world.sh('mkdir -p "$HOME/.config/snapveil"; echo "checkpoints: { days: 2 }" > "$HOME/.config/snapveil/config.yaml"');
  world.sh("find \"$SHADOW/objects\" -type f -exec touch -d '2 days ago' {} +");
  expect(await prune(world.io, world.root, { dryRun: true })).toMatchObject({ forgotten: 2 });
  expect(world.sh('cat "$SHADOW/journal"')).toContain(old.prompt);
  const startedBy = { ...world.io, env: { ...world.io.env, [CURRENT_SESSION]: "old" } };
  expect(await prune(startedBy, world.root, { dryRun: true })).toMatchObject({ forgotten: 0 });
  const result = await prune(world.io, world.root);
  expect(result).toMatchObject({ forgotten: 2 });
  expect(world.sh('cat "$SHADOW/journal"')).not.toContain(old.prompt);
  expect(result.bytes_after).toBeLessThan(result.bytes_before - 400_000);
  expect((await listCheckpoints(world.io, world.root)).checkpoints.map(({ session_id }) => session_id)).toEqual(
    Array.from({ length: 4 }, () => "newest"),
  );
  expect(await verify(world.io, world.root)).toEqual({ ok: true, problems: [] });
  await undo(world.io, world.root, { count: 4 });
  world.sh('test "$(cat base.txt)" = 1');
  await redo(world.io, world.root);
  await world.turn("printf 9 > nine");
  world.sh('test "$(cat base.txt)" = 2');
});

test("prune under a budget of bytes forgets the oldest until it fits", { tags: ["long"] }, async () => {
  const world = makeWorld();
  for (let n = 0; n < 8; n += 1)
    await world.turn(`head -c 300000 /dev/urandom > noise; printf ${n} > base.txt`, { sessionId: `s${n}` });
  world.sh("find \"$SHADOW/objects\" -type f -exec touch -d '2 days ago' {} +");
  await prune(world.io, world.root, { budget: { bytes: 1_500_000, days: 14 } });
  const left = (await listCheckpoints(world.io, world.root)).checkpoints;
  expect(left.length).toBeGreaterThan(0);
  expect(left.length).toBeLessThan(6);
  expect(left.at(-1)?.session_id).toBe("s7");
  await undo(world.io, world.root);
  world.sh('test "$(cat base.txt)" = 6');
});

test("a git gc in the shadow repository takes nothing that is needed", async () => {
  const world = makeWorld();
  await world.turn("printf 1 > a; printf 1 > base.txt");
  await world.hook("turn_start");
  world.sh("printf 2 > a; rm base.txt");
  world.sh('git --git-dir="$SHADOW" gc -q --prune=now');
  await world.hook("turn_end");
  await undo(world.io, world.root, { count: 2 });
  world.sh("grep -q alpha base.txt && test ! -e a");
});

test("refs that somebody packed are as good as files, and are let go like them", async () => {
  const world = makeWorld();
  await world.turn("printf 1 > a", { sessionId: "old" });
  await world.turn("printf 2 > a");
  world.sh('git --git-dir="$SHADOW" pack-refs --all; test -z "$(find "$SHADOW/refs" -type f)"');
  expect(await verify(world.io, world.root)).toEqual({ ok: true, problems: [] });
  expect((await prune(world.io, world.root, { budget: { bytes: 1, days: 14 } })).forgotten).toBe(1);
  expect(world.sh('git --git-dir="$SHADOW" for-each-ref --format="%(refname)"').trim().split("\n")).toHaveLength(2);
  expect(await verify(world.io, world.root)).toEqual({ ok: true, problems: [] });
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true });
});

test.each([
  ["emptied by a power cut", ": > $REF"],
  ["garbled", "printf 'zz\\n' > $REF"],
  ["that names nothing", "printf '1111111111111111111111111111111111111111\\n' > $REF"],
  ["removed", "rm $REF"],
  ["beside which somebody laid a file", ': > "$SHADOW/refs/snapveil/stray"'],
  ["of an open turn, emptied by a power cut", 'for f in "$SHADOW"/refs/snapveil/pending-*/before; do : > $f; done'],
])("a ref %s is found by verify, mended by prune, and no file is lost", async (_name, damage) => {
  const world = makeWorld();
  await world.turn("printf 1 > base.txt");
  await world.hook("turn_start");
  world.sh(`REF=$(ls "$SHADOW"/refs/snapveil/[!p]*/before); ${damage}`);
  expect(await verify(world.io, world.root)).toMatchObject({
    ok: false,
    problems: [expect.stringMatching(/^The ref refs\/snapveil\//)],
    hint: expect.stringContaining("snapveil prune"),
  });
  await prune(world.io, world.root);
  expect(await verify(world.io, world.root)).toEqual({ ok: true, problems: [] });
  world.sh("printf 2 > base.txt");
  await world.hook("turn_end");
  expect(await undo(world.io, world.root, { count: 2 })).toMatchObject({ restored: true });
  world.sh("grep -q alpha base.txt");
});

test("space is given back also where a checkpoint lost its tree", async () => {
  const world = makeWorld();
  await world.turn("printf 1 > a");
  await world.turn("printf 2 > a");
  const [lost] = (await listCheckpoints(world.io, world.root)).checkpoints;
  world.sh(`rm "$SHADOW/objects/${lost!.after.slice(0, 2)}/${lost!.after.slice(2)}"`);
  await prune(world.io, world.root);
  expect((await verify(world.io, world.root)).problems).toContain(`The checkpoint ${lost!.id} has lost its files.`);
  await world.turn("printf 3 > a");
  await undo(world.io, world.root);
  world.sh("test $(cat a) = 2");
});

test("orphans are found, and removed only when asked for", async () => {
  const world = makeWorld(`${COMMITTED}\ngit worktree add -q ../linked`);
  await world.turn("printf 1 > ../linked/x", { cwd: `${world.root}/../linked` });
  await world.turn("printf 1 > x");
  world.sh("rm -rf ../linked");
  expect((await status(world.io, world.root)).own!.orphans).toMatchObject([
    { worktree: world.root.replace(/project$/, "linked") },
  ]);
  await prune(world.io, world.root);
  expect((await status(world.io, world.root)).own!.orphans.length).toBe(1);
  expect((await prune(world.io, world.root, { orphans: true })).orphans.length).toBe(1);
  expect((await status(world.io, world.root)).own!.orphans).toEqual([]);
});

test("queues of late work go if no shadow repository is beside them and none was used just now", async () => {
  const world = makeWorld(COMMITTED);
  await world.turn("printf 1 > x");
  world.sh('cd "$SHADOW/../.." && mkdir -p late/old late/new late/$(basename "$SHADOW") && touch late/new/slow');
  world.sh('cd "$SHADOW/../../late" && touch -d "2 hours ago" old $(basename "$SHADOW")');
  await prune(world.io, world.root);
  world.sh('cd "$SHADOW/../../late" && test ! -e old && test -e new && test -e $(basename "$SHADOW")');
});

test("orphans are removed outside of any worktree, too: the last project may be what is gone", async () => {
  const world = makeWorld(COMMITTED);
  await world.turn("printf 1 > x");
  world.sh('rm -rf "$PWD"');
  const asked = { orphans: true, dryRun: true };
  await expect(prune(world.io, world.home)).rejects.toThrow("not inside a git worktree");
  expect(await prune(world.io, world.home, asked)).toMatchObject({
    worktree: null,
    orphans: [{ worktree: world.root }],
  });
  await prune(world.io, world.home, { orphans: true });
  expect(await prune(world.io, world.home, asked)).toMatchObject({ orphans: [] });
});

test("a shadow repository that does not say whose it is, is no orphan", async () => {
  const world = makeWorld(`${COMMITTED}\nmkdir sub`);
  await world.turn("printf 1 > x");
  world.sh('printf "" > "$SHADOW/worktree"');
  const cwd = process.cwd();
  process.chdir(join(world.root, "sub")); // where no .git is
  try {
    expect((await prune(world.io, world.root, { orphans: true })).orphans).toEqual([]);
  } finally {
    process.chdir(cwd);
  }
  expect((await listCheckpoints(world.io, world.root)).checkpoints).toHaveLength(1);
});

test("a session's end tidies once a day, and forgets neither that session nor the newest", async () => {
  const world = makeWorld();
  const io = world.io as { now: () => Date };
  const { now } = io;
  world.sh('mkdir -p "$HOME/.config/snapveil"; echo "checkpoints: { days: 1 }" > "$HOME/.config/snapveil/config.yaml"');
  io.now = () => new Date("2020-01-01T00:00:00Z");
  for (const sessionId of ["gone", "s"]) await world.turn(`printf ${sessionId} > base.txt`, { sessionId });
  io.now = () => new Date("2020-01-03T00:00:00Z");
  await world.turn("printf y > y", { sessionId: "newest" });
  io.now = now;
  await world.turn("printf 1 > x", { sessionId: "newest" });
  await world.hook("session_end");
  world.sh(
    'test -e "$SHADOW/housekeeping"; printf x > "$SHADOW/tmp/1-dead.index"; ' +
      "touch -d '2 days ago' \"$SHADOW/tmp/1-dead.index\"",
  );
  await world.hook("session_end");
  world.sh('test -e "$SHADOW/tmp/1-dead.index"');
  const old = new Date(Date.now() - 2 * 24 * 3_600_000);
  utimesSync(join(world.shadow(), "housekeeping"), old, old);
  const end = JSON.stringify({ hook_event_name: "session_end", session_id: "s", cwd: world.root });
  expect(
    await runSnapveil(["hook", "snapshot"], {
      env: world.io.env as Record<string, string>,
      cwd: world.root,
      input: end,
    }),
  ).toMatchObject({ exitCode: 0, stdout: "", stderr: "" });
  // The hook has answered; what it started goes on by itself.
  await expect
    .poll(() =>
      world.holds(
        'test ! -e "$SHADOW/tmp/1-dead.index" && test -n "$(ls "$SHADOW/objects/pack")" && test ! -e ' +
          '"$SHADOW/prune.lock"',
      ),
    )
    .toBe(true);
  expect((await listCheckpoints(world.io, world.root)).checkpoints.map(({ session_id }) => session_id)).toEqual([
    "s",
    "newest",
    "newest",
  ]);
  await undo(world.io, world.root, { count: 3 });
  world.sh("test ! -e x; test ! -e y; test $(cat base.txt) = gone");
});

test("a prune that dies right before it writes down what it forgets leaves every checkpoint its refs", async () => {
  const world = makeWorld();
  await world.turn("printf 1 > base.txt", { sessionId: "old" });
  await world.turn("printf 2 > base.txt");
  atCall(
    "openSync",
    "before",
    (path, flags) => path === join(world.shadow(), "journal") && flags === "a+",
    () => {
      throw new Error("died");
    },
  );
  await expect(prune(world.io, world.root, { budget: { bytes: 1, days: 14 } })).rejects.toThrow("died");
  expect((await listCheckpoints(world.io, world.root)).checkpoints).toHaveLength(2);
  expect(await verify(world.io, world.root)).toEqual({ ok: true, problems: [] });
});

test("no undo waits for a prune that packs for a long time", { tags: ["long"] }, async () => {
  const world = makeWorld();
  await world.turn("printf 1 > x");
  const top = join(world.root, "..");
  writeFileSync(
    join(top, "git"),
    "#!/bin/sh\n" +
      `case "$*" in *" gc "*) touch ${top}/packs; while test -e ${top}/packs; do sleep 0.1; done;; esac\n` +
      `exec ${world.sh("command -v git").trim()} "$@"\n`,
    { mode: 0o755 },
  );
  const env: Record<string, string> = { ...(world.io.env as Record<string, string>), SNAPVEIL_CONFIG: "" };
  const pruned = runSnapveil(["prune"], { env: { ...env, PATH: `${top}:${env["PATH"]}` }, cwd: world.root });
  await expect.poll(() => world.holds("test -e ../packs")).toBe(true);
  expect(await runSnapveil(["undo", "--yes"], { env, cwd: world.root })).toMatchObject({ exitCode: 0, stderr: "" });
  world.sh("test ! -e x; rm ../packs");
  expect(await pruned).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await verify(world.io, world.root)).toEqual({ ok: true, problems: [] });
});

test("what a crash or a forgotten checkpoint left is swept once it is old, not what is needed", async () => {
  const world = makeWorld(`${COMMITTED}\nprintf '*.log\\n' > .git/info/exclude; printf 1 > a.log`);
  await world.turn("printf 2 > base.txt; printf '*.tmp\\n' > .git/info/exclude");
  const [{ id } = { id: "" }] = (await listCheckpoints(world.io, world.root)).checkpoints;
  world.sh(
    'cp "$SHADOW"/coverage/* .git/; mkdir "$SHADOW/refs/snapveil/0badc0de"; printf "%040d\\n" 0 > ' +
      '"$SHADOW/refs/snapveil/0badc0de/before"; printf "{}" > ' +
      '"$SHADOW/coverage/00000000000000000000000000000000"; find "$SHADOW" -exec touch -d "2 hours ago" {} +',
  );
  await prune(world.io, world.root);
  world.sh(
    'test ! -e "$SHADOW/refs/snapveil/0badc0de"; ' +
      'test ! -e "$SHADOW/coverage/00000000000000000000000000000000"; test "$(ls "$SHADOW/coverage" | wc -l)" = 2',
  );
  expect(await verify(world.io, world.root)).toMatchObject({ ok: true });
  await restore(world.io, world.root, { checkpoint: id });
  world.sh("test -e a.log; grep -q alpha base.txt");
  world.sh('rm "$SHADOW"/coverage/*');
  expect(await verify(world.io, world.root)).toMatchObject({
    ok: false,
    problems: [expect.stringContaining("notes"), expect.stringContaining("notes")],
  });
});

test("where a line of the journal cannot be read, no ref is swept that the line may name", async () => {
  const world = makeWorld();
  await world.turn("printf 2 > base.txt");
  const [{ id } = { id: "" }] = (await listCheckpoints(world.io, world.root)).checkpoints;
  world.sh(
    `cp "$SHADOW/journal" ../journal; perl -pi -e 's/"session"/"sessioX"/ if /${id}/' "$SHADOW/journal"; ` +
      'find "$SHADOW" -exec touch -d "2 hours ago" {} +',
  );
  await prune(world.io, world.root);
  world.sh('cp ../journal "$SHADOW/journal"');
  expect(await verify(world.io, world.root)).toEqual({ ok: true, problems: [] });
  await restore(world.io, world.root, { checkpoint: id });
  expect(world.files("base.txt")).toBe("alpha");
});

test("where somebody watches, giving space back says how many bytes it has written", { tags: ["long"] }, async () => {
  const world = makeWorld("git init -q .");
  for (const letter of "abcdefghijklmnopqrst") await world.turn(`head -c 1900000 /dev/urandom > ${letter}`);
  const steps: ProgressStep[] = [];
  const result = await prune({ ...world.io, progress: (step) => steps.push(step) }, world.root);
  expect(result).toMatchObject({ forgotten: 0 });
  const measured = steps.filter(({ done }) => done > 0);
  if (process.env["SNAPVEIL_TEST_ENGINE"] !== "isomorphic-git") expect(measured.length).toBeGreaterThan(0);
  for (const { done, total, unit } of measured)
    expect({ unit, fits: done <= total * 1.1 }).toEqual({ unit: "bytes", fits: true });
  expect((await verify(world.io, world.root)).ok).toBe(true);
});

test("a checkpoint whose contents are lost does not hide the others", async () => {
  const world = makeWorld();
  for (const text of ["one", "two", "three", "four"]) await world.turn(`printf ${text} > a; printf ${text} > ${text}`);
  const [, second] = (await listCheckpoints(world.io, world.root)).checkpoints;
  const tree = second!.after;
  world.sh(`rm "$SHADOW/objects/${tree.slice(0, 2)}/${tree.slice(2)}"`);
  const { checkpoints } = await listCheckpoints(world.io, world.root);
  expect(checkpoints.map(({ files, lost }) => (lost ? "lost" : files.map(({ path }) => path).join()))).toEqual([
    "a,one",
    "lost",
    "lost",
    "a,four",
  ]);
  expect(describeCheckpoints({ worktree: world.root, checkpoints }, world.io.now())).toMatch(
    /~a \+four\n.*\(lost, see: snapveil verify\)\n/,
  );
  expect((await verify(world.io, world.root)).problems.filter((problem) => !problem.startsWith("git says"))).toEqual(
    [checkpoints[1]!.id, checkpoints[2]!.id].map((id) => `The checkpoint ${id} has lost its files.`),
  );
  expect(await restore(world.io, world.root, { checkpoint: checkpoints[0]!.id })).toMatchObject({ restored: true });
  world.sh("test ! -e a");
  expect((await listCheckpoints(world.io, world.root)).checkpoints).toHaveLength(5);
});
