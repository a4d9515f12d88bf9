import fs, { appendFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename, join } from "node:path";

import { describe, expect, test, vi } from "vitest";

import snapshot from "../../../../builtins/snapshot.ts";
import { DEFAULT_SETTINGS } from "../../../../worktree/default-settings.ts";
import { readKeptState, lastKeptState } from "../../../../shadow-repo/keep/kept-state.ts";
import { sweepKept } from "../../../../shadow-repo/maintenance/sweep-kept.ts";
import { readHistory } from "../../../../shadow-repo/journal/replay.ts";
import { toText } from "../../../../shadow-repo/git-path.ts";
import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { showCheckpoint } from "../../../../shadow-repo/look/checkpoint-diff.ts";
import { restore } from "../../../../shadow-repo/restore/restore.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { atCall } from "../../../support/at-call.ts";
import { COMMITTED, makeWorld, type World } from "../world.ts";

const IGNORING =
  `${COMMITTED} && printf 'data/\\n*.local\\n.env\\nnode_modules\\ndist\\n' > .gitignore && git add . && git commit -qm ignore && ` +
  "mkdir data && echo one > data/a.csv && echo two > data/b.csv && echo K=1 > .env && chmod 600 .env";

/** The paths in the last state. */
function kept(world: World): string[] {
  const shadow = world.shadow();
  return (readKeptState(shadow, lastKeptState(shadow))?.files ?? []).map(({ path }) => toText(path)).toSorted();
}

function notKept(world: World): string[] {
  const shadow = world.shadow();
  return (readKeptState(shadow, lastKeptState(shadow))?.notKept ?? []).map(({ path, why }) => `${path}: ${why}`);
}

const copies = (world: World) => world.sh('find "$SHADOW/keep/files" -type f | wc -l');
const makeConfigured = (setup: string, settings: object) => {
  const world = makeWorld(setup);
  const file = join(world.home, "config.json");
  writeFileSync(file, JSON.stringify(settings));
  (world.io.env as Record<string, string>)["SNAPVEIL_CONFIG"] = file;
  return world;
};

describe("what is kept", () => {
  test.each([
    ["data, settings and a link", "ln -s ../x data/link", [".env", "data/a.csv", "data/b.csv", "data/link"]],
    [
      "a file of a rule by ending, in a folder that git does not know",
      "mkdir -p new/deep; echo 1 > new/deep/x.local",
      [".env", "data/a.csv", "data/b.csv", "new/deep/x.local"],
    ],
    [
      "no output that is made again",
      "mkdir -p node_modules/p dist data/__pycache__; touch node_modules/p/.env dist/a data/__pycache__/c data/x.log",
      [".env", "data/a.csv", "data/b.csv"],
    ],
    ["no file above the limit", "head -c 8388609 /dev/zero > data/big", [".env", "data/a.csv", "data/b.csv"]],
    [
      "no repository in an ignored folder",
      "git init -q data/own; touch data/own/work",
      [".env", "data/a.csv", "data/b.csv"],
    ],
    [
      "a name that is no UTF-8",
      "touch \"$(printf 'data/\\377')\"",
      [".env", "data/a.csv", "data/b.csv", "data/\uFFFD"],
    ],
  ])("%s", async (_what, setup, expected) => {
    const world = makeWorld(`${IGNORING}; ${setup}`);
    await world.hook("turn_start");
    expect(kept(world)).toEqual(expected);
  });

  test("a file and a folder that are left out are named with the reason", async () => {
    const world = makeWorld(`${IGNORING}; head -c 8388609 /dev/zero > data/big; git init -q data/own`);
    await world.hook("turn_start");
    expect(notKept(world)).toEqual(["data/big: larger than 8 MiB", "data/own/: a repository of its own"]);
  });

  test("a file that is left out is told once a session, when a turn begins", async () => {
    const world = makeWorld(`${IGNORING}; head -c 8388609 /dev/zero > data/big`);
    expect((await world.hook("turn_start")).notice).toEqual([
      "snapveil cannot bring back data/big (no copy is kept: larger than 8 MiB) once an agent deletes it. See: " +
        "snapveil status",
    ]);
    await world.hook("turn_end");
    expect((await world.hook("turn_start")).notice).toBeUndefined();
  });

  test("on a full disk nothing new is kept, and this is told", async () => {
    const world = makeWorld(IGNORING);
    await world.turn("true");
    vi.spyOn(fs, "copyFileSync").mockImplementation(() => {
      throw Object.assign(new Error("no space"), { code: "ENOSPC" });
    });
    syncBuiltinESMExports();
    try {
      world.sh("echo new > data/a.csv");
      expect((await world.hook("turn_start")).notice?.join()).toContain("ignored files (no copy is kept: ");
      world.sh("rm data/b.csv; echo beta > base.txt");
      await world.hook("turn_end");
      expect(kept(world)).toEqual([".env", "data/a.csv", "data/b.csv"]);
    } finally {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    }
    await undo(world.io, world.root);
    expect(world.files("base.txt")).toBe("alpha");
  });

  test("files that hold still and may be read, and no half copy of another", async () => {
    const world = makeWorld(`${IGNORING}; echo three > data/c.csv`);
    const fail = (code: string) => {
      throw Object.assign(new Error(code), { code });
    };
    let looks = 0;
    const whileCopied: Readonly<Record<string, (file: string) => void>> = {
      "a.csv": () => fail("EACCES"),
      "b.csv": () => fail("ENOENT"),
      "c.csv": (file) => appendFileSync(file, "more\n"),
      ".env": (file) => void ((looks += 1) === 1 && writeFileSync(file, "late\n")),
    };
    const original = fs.copyFileSync;
    vi.spyOn(fs, "copyFileSync").mockImplementation((from, to, mode) => {
      original(from, to, mode);
      whileCopied[basename(String(from))]!(String(from));
    });
    syncBuiltinESMExports();
    try {
      await world.hook("turn_start");
    } finally {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    }
    expect(notKept(world).toSorted()).toEqual([
      "data/a.csv: cannot be read",
      "data/c.csv: it was written to while it was copied",
    ]);
    expect(world.sh('find "$SHADOW/keep/files" -type f -exec cat {} +; find "$SHADOW/tmp" -type f')).toBe("late\n");
  });

  test("a file that changed in the present step of the clock only after that step", async () => {
    const world = makeWorld(`${COMMITTED}; echo .env > .gitignore; echo K=1 > .env`);
    const now = new Date(Math.ceil(statSync(join(world.root, ".env")).ctimeMs));
    Object.assign(world.io, { now: () => now });
    const did: string[] = [];
    vi.spyOn(Atomics, "wait").mockImplementation(() => (did.push("waits"), "timed-out"));
    const original = fs.copyFileSync;
    vi.spyOn(fs, "copyFileSync").mockImplementation((...args) => (did.push("copies"), original(...args)));
    syncBuiltinESMExports();
    try {
      await world.hook("turn_start");
    } finally {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    }
    expect(did).toEqual(["waits", "copies"]);
  });

  test("what was kept before, where no time is left to copy the rest, which is named", async () => {
    const world = makeWorld(IGNORING);
    await world.turn("true");
    world.sh("echo new > data/c.csv");
    Object.assign(world.io, { timeLeft: () => 1400 });
    await world.hook("turn_start");
    expect(kept(world)).toEqual([".env", "data/a.csv", "data/b.csv"]);
    expect(notKept(world)).toEqual(["data/c.csv: no time was left to copy it"]);
  });

  test("a file anew that was rewritten or replaced between two turns at the same length and time", async () => {
    const world = makeWorld(IGNORING);
    await world.turn("true");
    world.sh(`for f in a b; do stamp=$(stat -c %y data/$f.csv); printf 'NEW\\n' > x; touch -d "$stamp" x
      if [ $f = a ]; then mv x data/a.csv; else cat x > data/b.csv; touch -d "$stamp" data/b.csv; rm x; fi; done`);
    await world.turn("rm -r data");
    await undo(world.io, world.root);
    expect(world.files("data/a.csv", "data/b.csv")).toBe("NEW NEW");
  });

  test.each([
    ["nothing if the setting says so", { keep: false }, []],
    ["no file that a pattern leaves out", { keep: { exclude: ["data/b*"] } }, [".env", "data/a.csv"]],
    ["the newest files that fit into their number", { keep: { files: 2 } }, [".env", "data/b.csv"]],
    ["the newest files that fit into their bytes", { keep: { budget: 8 } }, [".env", "data/b.csv"]],
    ["no larger file than the setting allows", { keep: { fileLimit: 3 } }, []],
  ])("%s", async (_what, settings, expected) => {
    const world = makeConfigured(
      `${IGNORING}; touch -d '2 days ago' data/a.csv; touch -d yesterday data/b.csv`,
      settings,
    );
    await world.hook("turn_start");
    expect(kept(world)).toEqual(expected);
  });

  test("a folder of more files than may be kept costs no more than these, and is left out whole", async () => {
    const world = makeConfigured(`${IGNORING}; mkdir data/many; for i in $(seq 30); do echo > data/many/$i; done`, {
      keep: { files: 10 },
    });
    await world.hook("turn_start");
    expect(kept(world)).toEqual([".env", "data/a.csv", "data/b.csv"]);
    expect(notKept(world)).toEqual(["data/many/: too many files: at most 10 are kept"]);
  });

  test("folders of more files together than are looked at, no further than that", async () => {
    const world = makeConfigured(
      `${IGNORING}; for d in 1 2; do mkdir data/$d; for i in $(seq 12); do echo > data/$d/$i; done; done`,
      { keep: { files: 10 } },
    );
    await world.hook("turn_start");
    const told = [
      expect.stringMatching(/^data\/[12]\/: too many files: at most 10 are kept$/),
      expect.stringMatching(/^: 5 older files: at most 10 /),
    ];
    expect({ kept: kept(world).length, notKept: notKept(world) }).toEqual({ kept: 10, notKept: told });
  });

  test("an unchanged file is copied once, one that changed once more, and only the owner reads a copy", async () => {
    const world = makeWorld(IGNORING);
    await world.turn("true");
    expect(copies(world)).toBe("3\n");
    await world.turn("echo more >> data/a.csv");
    await world.turn("true");
    expect(copies(world)).toBe("4\n");
    expect(world.sh('find "$SHADOW/keep" -type f ! -perm 600; find "$SHADOW/keep" -type d ! -perm 700')).toBe("");
  });

  test("the trees of the shadow repository hold none of it", async () => {
    const world = makeWorld(IGNORING);
    await world.turn("echo beta > base.txt; rm -r data");
    const trees = world.sh('grep -o \'"\\(before\\|after\\)":"[0-9a-f]*"\' "$SHADOW/journal" | cut -d\'"\' -f4');
    for (const tree of trees.trim().split("\n"))
      expect(world.sh(`git --git-dir="$SHADOW" ls-tree -r --name-only ${tree}`)).toBe(".gitignore\nbase.txt\n");
  });

  test("prune takes away what no checkpoint names, once it is an hour old", async () => {
    const world = makeWorld(IGNORING);
    await world.turn("echo 1 > data/a.csv");
    await world.turn("echo 2 > data/a.csv");
    const shadow = world.shadow();
    const sweep = () => sweepKept(world.io, shadow, { ...readHistory(shadow), checkpoints: [] });
    expect(sweep()).toBe(0);
    world.sh('find "$SHADOW/keep" -type f -exec touch -d "2 hours ago" {} +');
    expect(sweep()).toBe(2); // the first state and its copy of the changed file
    await undo(world.io, world.root, { kept: true });
    expect(readFileSync(join(world.root, "data/a.csv"), "utf8")).toBe("1\n");
  });
});

describe("undo", () => {
  const text = (world: World, path: string) => world.sh(`cat ${path} 2>&1 || true`);

  test.each([
    ["a folder", "rm -rf data"],
    ["a folder and a recorded file", "rm -rf data; echo beta > base.txt"],
    ["a file by a rename", "mv data elsewhere && rm -rf elsewhere"],
    ["by a program", "python3 -c 'import shutil; shutil.rmtree(\"data\")'"],
  ])("brings back what the step deleted: %s", async (_what, script) => {
    const world = makeWorld(IGNORING);
    await world.turn(script);
    const preview = await undo(world.io, world.root, { dryRun: true });
    expect(preview.changes.filter((one) => one.kept).map(({ path, status }) => [path, status])).toEqual([
      ["data/a.csv", "added"],
      ["data/b.csv", "added"],
    ]);
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, complete: true, skipped: [] });
    expect([text(world, "data/a.csv"), text(world, "data/b.csv"), text(world, "base.txt")]).toEqual([
      "one\n",
      "two\n",
      "alpha\n",
    ]);
    expect(await undo(world.io, world.root)).toMatchObject({ restored: false, files: 0 });
  });

  test("gives a file its mode back, and a link its target", async () => {
    const world = makeWorld(`${IGNORING}; ln -s ../base.txt data/link`);
    await world.turn("rm .env data/link");
    await undo(world.io, world.root);
    expect(statSync(join(world.root, ".env")).mode & 0o777).toBe(0o600);
    expect(world.sh("readlink data/link")).toBe("../base.txt\n");
  });

  test("takes a call back like a turn", async () => {
    const world = makeWorld(IGNORING);
    await world.call("t1", "rm data/a.csv");
    await world.call("t2", "rm data/b.csv");
    await undo(world.io, world.root);
    expect([text(world, "data/a.csv"), text(world, "data/b.csv")]).toEqual([
      expect.stringContaining("No such"),
      "two\n",
    ]);
    await undo(world.io, world.root);
    expect(text(world, "data/a.csv")).toBe("one\n");
  });

  test("leaves a file that was changed in place, names it, and puts it back when it is asked to", async () => {
    const world = makeWorld(IGNORING);
    await world.turn("echo mine > data/a.csv; rm data/b.csv");
    const { changes, notes, complete } = await undo(world.io, world.root);
    expect({ changes: changes.map(({ path }) => path), complete }).toEqual({ changes: ["data/b.csv"], complete: true });
    expect(notes).toEqual([expect.stringMatching(/^data\/a\.csv was changed in place.*snapveil undo --kept$/)]);
    expect(text(world, "data/a.csv")).toBe("mine\n");
    // It is still to be had, also once the rest was put back.
    expect(await undo(world.io, world.root)).toMatchObject({ restored: false, notes });
    expect(await undo(world.io, world.root, { kept: true })).toMatchObject({ restored: true, files: 1 });
    expect(text(world, "data/a.csv")).toBe("one\n");
    expect((await undo(world.io, world.root, { kept: true })).restored).toBe(false);
  });

  test("passes a turn by that only changed such files, and takes the one before it", async () => {
    const world = makeWorld(IGNORING);
    await world.turn("echo beta > base.txt");
    await world.turn("echo more >> data/a.csv");
    const { files, notes } = await undo(world.io, world.root);
    expect({ files, notes }).toEqual({ files: 1, notes: [expect.stringContaining("data/a.csv was changed in place")] });
    expect(world.files("base.txt", "data/a.csv")).toBe("alpha one\nmore");
  });

  test("goes back to the content before the first of several turns", async () => {
    const world = makeWorld(IGNORING);
    await world.turn("echo 2 > data/a.csv");
    await world.turn("echo 3 > data/a.csv");
    await world.turn("rm data/a.csv");
    await undo(world.io, world.root, { count: 3, kept: true });
    expect(text(world, "data/a.csv")).toBe("one\n");
  });

  test.each([
    ["touched", "touch data/a.csv"],
    ["copied over itself", "cp data/a.csv x; cat x > data/a.csv; rm x"],
    ["given a second name", "ln data/a.csv data/c.log"],
  ])("takes a file that was only %s for unchanged", async (_what, script) => {
    const world = makeWorld(`${IGNORING}; touch -d yesterday data/a.csv`);
    await world.turn(script);
    expect(readHistory(world.shadow()).checkpoints).toEqual([]);
  });

  test.each([
    ["is there again", "echo new > data/a.csv", "it is there again", "new\n"],
    ["whose folder is a file by now", "rm -r data; echo x > data", "a folder above it is something else by now", "x\n"],
  ])("leaves a deleted file that %s", async (_what, later, why, there) => {
    const world = makeWorld(`${IGNORING}; rm data/b.csv`);
    await world.turn("rm data/a.csv");
    world.sh(later);
    const { skipped, complete } = await undo(world.io, world.root);
    expect({ skipped, complete }).toEqual({ skipped: [{ path: "data/a.csv", why }], complete: false });
    expect(text(world, "data/a.csv data 2>/dev/null")).toContain(there);
  });

  test("leaves a changed file that changed once more after the turn", async () => {
    const world = makeWorld(IGNORING);
    await world.turn("echo agent > data/a.csv");
    world.sh("echo mine > data/a.csv");
    const { skipped } = await undo(world.io, world.root, { kept: true });
    expect(skipped).toEqual([{ path: "data/a.csv", why: "it changed after the turn" }]);
    expect(text(world, "data/a.csv")).toBe("mine\n");
  });

  test("writes over no file that came, or changed once more, right before it is put back", async () => {
    const world = makeWorld(IGNORING);
    await world.turn("rm data/a.csv; echo agent > data/b.csv");
    const mine = () => world.sh("for f in a b; do echo mine, longer > data/$f.csv; done");
    atCall("chmodSync", "after", (path) => path?.includes("-kept") === true, mine);
    const { skipped } = await undo(world.io, world.root, { kept: true });
    const why = "it changed this moment";
    expect(skipped).toEqual([
      { path: "data/a.csv", why },
      { path: "data/b.csv", why },
    ]);
    expect(world.sh("cat data/*; ls -A data")).toBe("mine, longer\nmine, longer\na.csv\nb.csv\n");
  });

  test("writes through no link that took the place of a folder", async () => {
    const world = makeWorld(IGNORING);
    await world.turn("rm -r data");
    world.sh("mkdir ../outside; ln -s ../outside data");
    expect((await undo(world.io, world.root)).complete).toBe(false);
    expect(world.sh("ls ../outside")).toBe("");
  });

  test("says that a copy is gone", async () => {
    const world = makeWorld(IGNORING);
    await world.turn("rm data/a.csv");
    world.sh('rm -r "$SHADOW/keep/files"');
    expect((await undo(world.io, world.root)).skipped).toEqual([{ path: "data/a.csv", why: "its copy is gone" }]);
  });

  test("takes back one path of several, and the other later", async () => {
    const world = makeWorld(IGNORING);
    await world.turn("rm -r data");
    await undo(world.io, world.root, { paths: ["data/b.csv"] });
    expect(world.sh("ls data")).toBe("b.csv\n");
    await undo(world.io, world.root);
    expect(world.sh("ls data")).toBe("a.csv\nb.csv\n");
  });

  test("goes back from a file that was put back in place: the present was kept first", async () => {
    const world = makeWorld(IGNORING);
    await world.turn("echo agent > data/a.csv");
    await undo(world.io, world.root, { kept: true });
    const [operation] = readHistory(world.shadow()).operations;
    const state = readKeptState(world.shadow(), operation!.keep)!;
    const copy = state.files.find(({ path }) => path === "data/a.csv")!.copy!;
    expect(world.sh(`cat "$SHADOW/keep/files/${copy[0]}/${copy}"`)).toBe("agent\n");
  });
});

describe("restore", () => {
  test("brings back missing files of the state before a checkpoint, and a changed one that is named", async () => {
    const world = makeWorld(IGNORING);
    await world.turn("echo beta > base.txt; rm data/b.csv");
    world.sh("echo mine > data/a.csv");
    const { id } = readHistory(world.shadow()).checkpoints[0]!;
    const whole = await restore(world.io, world.root, { checkpoint: id });
    expect(whole.notes).toEqual([
      expect.stringMatching(/^data\/a\.csv was changed in place.* restore [0-9a-f]{8} PATH$/),
    ]);
    expect(world.files("base.txt", "data/a.csv", "data/b.csv")).toBe("alpha mine two");
    expect(await restore(world.io, world.root, { checkpoint: id, paths: ["data/a.csv"] })).toMatchObject({ files: 1 });
    expect(world.files("data/a.csv")).toBe("one");
    await expect(restore(world.io, world.root, { checkpoint: id, paths: ["data/c"] })).rejects.toThrow("data/c");
  });

  test("takes no kept file for the state after a checkpoint", async () => {
    const world = makeWorld(IGNORING);
    await world.turn("echo beta > base.txt; rm data/b.csv");
    const { id } = readHistory(world.shadow()).checkpoints[0]!;
    world.sh("echo gamma > base.txt");
    await restore(world.io, world.root, { checkpoint: id, after: true });
    expect(world.files("base.txt", "data/b.csv")).toBe("beta -");
  });
});

test("a checkpoint lists the kept files of its turn, and no patch shows what is in these", async () => {
  const world = makeWorld(IGNORING);
  await world.turn("echo KEY=2 > .env; rm data/b.csv");
  const { checkpoints } = await listCheckpoints(world.io, world.root);
  const files = [
    { path: "data/b.csv", status: "deleted", kept: true },
    { path: ".env", status: "modified", kept: true },
  ];
  expect(checkpoints.map((one) => one.files)).toEqual([files]);
  const shown = await showCheckpoint(world.io, world.root, { checkpoint: checkpoints[0]!.id });
  expect({ files: shown.files, patch: shown.patch.toString() }).toEqual({ files, patch: "" });
});

test("docker-agent's own builtin, named alone, keeps nothing", async () => {
  const world = makeWorld(IGNORING);
  const call = { io: world.io, settings: DEFAULT_SETTINGS, args: [], origin: "user", standsIn: true } as const;
  const run = async (name: "turn_start" | "turn_end") =>
    snapshot({ name, wireName: name, sessionId: "s", cwd: world.root, recordsFolder: true, raw: {} } as never, call);
  await run("turn_start");
  world.sh("rm -r data");
  await run("turn_end");
  expect(readHistory(world.shadow()).checkpoints).toEqual([]);
});
