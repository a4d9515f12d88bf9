import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { redo } from "../../../../shadow-repo/restore/redo.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { COMMITTED, makeWorld, type World } from "../world.ts";

const LARGE = "head -c 3000000 /dev/zero >";
const NESTED = "mkdir sub; git -C sub init -q; echo 1 > sub/f";
const IGNORING = `${COMMITTED} && printf '.env*\\n!.env.example\\n' > .gitignore && git add . && git commit -qm ignore`;

interface Case {
  readonly name: string;
  readonly setup?: string;
  readonly turn: string;
  /** Words of the notice at the turn's end, and of the undo's note; none: nothing is said. */
  readonly said?: string;
  readonly noted?: string;
}

/** Every turn also changes a file that is recorded. */
const CASES: readonly Case[] = [
  { name: "a new large file", turn: `${LARGE} big`, said: "big (larger than 2097152 bytes)", noted: "big (larger" },
  { name: "a large file that changed", setup: `${LARGE} big`, turn: "echo x >> big", said: "big (", noted: "big (" },
  { name: "a large file that stayed", setup: `${LARGE} big`, turn: "true" },
  {
    name: "a large file that went",
    setup: `${LARGE} big`,
    turn: "rm big",
    said: "big (2.9 MiB) is gone, and neither a checkpoint nor a kept copy holds",
    noted: "not to be brought back: big",
  },
  {
    name: "more large files than a sentence holds",
    setup: "for n in 1 2 3 4 5; do head -c 3000000 /dev/zero > b$n; done",
    turn: "rm b?",
    said: "b1 (2.9 MiB)",
    noted: "not to be brought back: b1, b2, b3 and 2 more.",
  },
  {
    name: "a large file that is recorded by now",
    setup: `${LARGE} big`,
    turn: "echo small > big",
    said: "big (2.9 MiB) is overwritten, and neither a checkpoint nor a kept copy holds",
    noted: "big (not recorded before)",
  },
  {
    name: "a repository that was cloned",
    turn: NESTED,
    said: "sub/ (a repository of its own)",
    noted: "sub/ (a repository of its own)",
  },
  {
    name: "a repository that went",
    setup: NESTED,
    turn: "rm -rf sub",
    said: "sub/ is gone, and neither",
    noted: "back: sub/",
  },
  {
    name: "a repository that is none any more",
    setup: NESTED,
    turn: "rm -rf sub/.git",
    said: "sub/ (",
    noted: "sub/ (",
  },
  {
    name: "a repository that was made anew",
    setup: NESTED,
    turn: `rm -rf sub; ${NESTED}`,
    said: "sub/ (",
    noted: "sub/ (",
  },
  { name: "a repository that was worked in", setup: NESTED, turn: "echo 2 > sub/f; git -C sub add ." },
  {
    name: "more than three",
    turn: `for i in a b c d e; do ${LARGE} $i; done`,
    said: "c (larger than 2097152 bytes) and 2 more",
    noted: "c (larger than 2097152 bytes) and 2 more",
  },
];

const SECRETS: readonly Omit<Case, "said">[] = [
  {
    name: "an .env that changed",
    setup: "echo K=1 > .env",
    turn: "echo K=2 > .env",
    noted: ".env was changed in place",
  },
  {
    name: "one that was rewritten in the same length",
    setup: "echo K=1 > .env",
    turn: "echo K=9 > .env",
    noted: ".env was changed in place",
  },
  { name: "one that is new", turn: "echo K=1 > .env.local", noted: ".env.local has changed" },
  { name: "one a folder below", setup: "mkdir app; touch app/a", turn: "echo K=1 > app/.env", noted: "app/.env has" },
  {
    name: "two",
    turn: "touch .env .env.test",
    noted: ".env, .env.test have changed since this began, and no checkpoint holds them: they stay",
  },
  { name: "one that stayed", setup: "echo K=1 > .env", turn: "true" },
  {
    name: "one that is tracked, and so recorded",
    setup: "echo K=1 > .env; git add -f .env; git commit -qm env",
    turn: "echo K=2 > .env",
  },
  { name: "one that no rule ignores", setup: "echo '!.env' >> .gitignore; echo K=1 > .env", turn: "echo K=2 > .env" },
  {
    name: "one that the turn made recorded",
    setup: "echo K=1 > .env",
    turn: "echo '!.env' >> .gitignore; echo K=2 > .env",
    noted: ".env was changed in place",
  },
  { name: "a sample of one", setup: "echo K= > .env.example", turn: "echo L= > .env.example" },
];

async function said(world: World, turn: string): Promise<string> {
  await world.hook("turn_start");
  world.sh(turn);
  return ((await world.hook("turn_end")).notice ?? []).join("\n");
}

async function noted(world: World, dryRun = false): Promise<string> {
  return (await undo(world.io, world.root, { dryRun })).notes.join("\n");
}

describe("what no checkpoint holds", () => {
  test.each(CASES)("$name: is named at the turn's end and by undo", async ({ setup = "true", turn, ...expected }) => {
    const world = makeWorld(`${COMMITTED} && ${setup}`);
    const notice = await said(world, `echo beta > base.txt; ${turn}`);
    if (expected.said === undefined) expect(notice).toBe("");
    else expect(notice).toContain(expected.said);
    const before = world.sh("find . -path ./.git -prune -o -type f -print | sort");
    for (const isPreview of [true, false]) {
      const note = await noted(world, isPreview);
      if (expected.noted === undefined) expect(note).toBe("");
      else expect(note).toContain(expected.noted);
    }
    expect(world.sh("find . -path ./.git -prune -o -type f -print | sort")).toBe(before);
    expect(world.sh("cat base.txt")).toBe("alpha\n");
  });

  test.each(CASES.filter((one) => one.said !== undefined))(
    "$name: alone, too",
    async ({ setup = "true", turn, ...expected }) => {
      const world = makeWorld(`${COMMITTED} && ${setup}`);
      expect(await said(world, turn)).toContain(expected.said);
    },
  );

  test.each(SECRETS)("$name: by undo", async ({ setup = "true", turn, ...expected }) => {
    const world = makeWorld(`${IGNORING} && ${setup}`);
    expect(await said(world, `echo beta > base.txt; ${turn}`)).toBe("");
    const kept = world.sh("cat .env* 2>&1 || true");
    for (const isPreview of [true, false]) {
      const note = await noted(world, isPreview);
      if (expected.noted === undefined) expect(note).toBe("");
      else expect(note).toContain(expected.noted);
    }
    if (expected.noted !== undefined) expect(world.sh("cat .env* 2>&1 || true")).toBe(kept);
  });

  test("a pipe in the place of a file is named at the turn's end", async () => {
    expect(await said(makeWorld(), "rm base.txt; mkfifo base.txt")).toContain(
      "base.txt (not a regular file or symlink)",
    );
  });

  test("a path is named once a session at the turn's end, and each time by undo", async () => {
    const world = makeWorld();
    expect(await said(world, `${LARGE} big`)).toContain("big (");
    expect(await said(world, "echo x >> big; echo 1 > base.txt")).toBe("");
    expect(await said(world, `echo x >> big; ${LARGE} q; echo 2 > base.txt`)).toMatch(
      /^snapveil did not record q \(.*\): undo leaves/,
    );
    expect(await noted(world)).toContain("big (");
    expect(await noted(world)).toContain("big (");
  });

  test("a call within a turn leaves it to the turn, one without a turn says it", async () => {
    const world = makeWorld();
    const call = { toolUseId: "t", toolName: "shell" };
    const run = async (script: string) => {
      await world.hook("pre_tool_use", call);
      world.sh(script);
      return (await world.hook("post_tool_use", call)).notice?.join() ?? "";
    };
    await world.hook("turn_start");
    expect(await run(`${LARGE} p`)).toBe("");
    expect((await world.hook("turn_end")).notice?.join() ?? "").toContain("p (");
    expect(await run(`${LARGE} q; echo 1 > base.txt`)).toContain("q (");
    expect(await noted(world)).toContain("q (");
  });

  test("a turn that never ended tells undo of it, and what was undone is named no more by the next undo", async () => {
    const world = makeWorld(`${IGNORING} && echo K=1 > .env`);
    await world.hook("turn_start");
    world.sh("echo 1 > base.txt; echo K=2 > .env");
    expect(await noted(world, true)).toContain(".env was changed in place");
    expect(await noted(world)).toContain(".env was changed in place");
    world.sh("echo 2 > base.txt");
    expect(await noted(world)).not.toContain(".env");
  });

  test("undo with nothing to put back still tells what the last turn did to an .env", async () => {
    const world = makeWorld(`${IGNORING} && echo K=1 > .env`);
    await world.turn("echo K=2 > .env");
    expect(await undo(world.io, world.root)).toMatchObject({
      restored: false,
      notes: [expect.stringContaining(".env was changed in place")],
    });
    await world.turn("echo 1 > base.txt; echo K=3 > .env");
    expect(await noted(world)).toContain(".env was changed in place");
    expect(await undo(world.io, world.root, { kept: true })).toMatchObject({ restored: true, files: 1 });
    expect(world.sh("cat .env")).toBe("K=2\n");
  });

  test("of the last turn is told where its own session is asked about, or none", async () => {
    const world = makeWorld(`${IGNORING} && echo K=1 > .env`);
    await world.turn("echo 1 > base.txt", { sessionId: "other" });
    await undo(world.io, world.root);
    await world.turn("echo K=2 > .env", { sessionId: "own" });
    const told = async (session?: string) =>
      (await undo(world.io, world.root, { dryRun: true, ...(session !== undefined && { session }) })).notes.join();
    expect(await told()).toContain(".env was changed in place");
    expect(await told("other")).toBe("");
  });

  test("an undo of two turns tells of both, one from above of no more than its turn recorded", async () => {
    const world = makeWorld(`${IGNORING} && echo K=1 > .env && mkdir sub`);
    await world.turn("echo 1 > base.txt; echo K=2 > .env");
    const cwd = `${world.root}/sub`;
    await world.turn(`echo 1 > sub/a; ${LARGE} big; ${LARGE} sub/big`, { cwd });
    expect(await noted(world, true)).toMatch(/^New or changed [^:]*: sub\/big \([^,]*$/);
    expect((await undo(world.io, world.root, { count: 2 })).notes.join()).toContain(".env was changed in place");
  });

  test("an older turn names what a later turn without a checkpoint did", async () => {
    const world = makeWorld(`${IGNORING} && echo K=1 > .env`);
    await world.turn("echo 1 > base.txt");
    await world.turn("echo K=2 > .env");
    expect(await noted(world)).toContain(".env was changed in place");
  });

  test("a redo is about none of it", async () => {
    const world = makeWorld(`${IGNORING} && echo K=1 > .env`);
    await world.turn("echo 1 > base.txt; echo K=2 > .env");
    expect(await noted(world)).toContain(".env was changed in place");
    expect((await redo(world.io, world.root)).notes).toEqual([]);
  });

  test("only what was asked for is named", async () => {
    const world = makeWorld(`${IGNORING} && mkdir app && touch app/a`);
    await world.turn(`echo 1 | tee app/a base.txt .env app/.env; ${LARGE} p; ${LARGE} app/p`);
    const { notes } = await undo(world.io, `${world.root}/app`, { dryRun: true });
    expect(notes.join("\n")).toMatch(/^app\/\.env has changed[^]*app\/p \(/);
    expect(notes.join("\n")).not.toMatch(/(?<!app\/)\bp \(/);
    const named = await undo(world.io, world.root, { dryRun: true, paths: ["base.txt"] });
    expect(named.notes).toEqual([]);
  });

  test("of hundreds a few are kept, and a word tells of the rest", async () => {
    const world = makeWorld(`${IGNORING} && for i in $(seq 60); do truncate -s 3000000 p$i; echo > .env.$i; done`);
    await world.hook("turn_start");
    const pending = world.sh('cat "$SHADOW"/pending/*');
    const stamps = Object.keys((JSON.parse(pending) as { unrecorded: object }).unrecorded);
    expect(stamps.filter((path) => path.startsWith("p"))).toHaveLength(50);
    expect(stamps.filter((path) => path.startsWith(".env"))).toHaveLength(20);
    const known = stamps.find((path) => path.startsWith(".env"));
    world.sh(`truncate -s 3000000 q1 q2 q3 q4; rm ${known}`);
    expect((await world.hook("turn_end")).notice?.join() ?? "").toContain("and 1 more");
    expect(world.holds(`test -e ${known}`)).toBe(false);
    await noted(world);
    expect(world.holds(`test -e ${known}`)).toBe(true);
  });
});

test("an undo that finds no step names the setting that leaves files out", async () => {
  const world = makeWorld();
  mkdirSync(join(world.home, ".config/snapveil"), { recursive: true });
  appendFileSync(
    world.io.env["SNAPVEIL_CONFIG"] ?? join(world.home, ".config/snapveil/config.yaml"),
    'checkpoints: { exclude: ["gen/", "*.csv"] }\nkeep: { exclude: ["*.log"] }\n',
  );
  await world.turn("mkdir -p gen; printf 1 > gen/a");
  await world.turn("printf 2 > gen/a");
  expect((await undo(world.io, world.root)).notes).toEqual([
    "Your setting checkpoints.exclude leaves out gen/, *.csv: no change of such a file is put back.",
    "Your setting keep.exclude leaves out *.log: no change of such a file is put back.",
  ]);
  await world.turn("printf 2 > base.txt");
  expect((await undo(world.io, world.root)).notes.join()).not.toContain("Your setting");
});
