import { existsSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import snapshot from "../../../../builtins/snapshot.ts";
import type { HookEvent } from "../../../../agents/codec/hook-event.ts";
import { namesIn } from "../../../../kit/files.ts";
import { worldWith } from "../../../../kit/io.ts";
import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { listSteps } from "../../../../shadow-repo/look/list-steps.ts";
import { redo } from "../../../../shadow-repo/restore/redo.ts";
import { restore } from "../../../../shadow-repo/restore/restore.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { findRepositories } from "../../../../shadow-repo/record/session-repositories.ts";
import { track } from "../../../../shadow-repo/record/track.ts";
import { findPlace } from "../../../../shadow-repo/place.ts";
import { findPlaces } from "../../../../shadow-repo/places.ts";
import { forgetJointMark, writeJointMark } from "../../../../shadow-repo/restore/across/joint-mark.ts";
import { DEFAULT_SETTINGS } from "../../../../worktree/default-settings.ts";
import { COMMITTED, makeWorld, type World } from "../world.ts";

/** A repository beside the project; the worlds below lie in folders of their own. */
const BESIDE = `${COMMITTED} && mkdir ../beside && cd ../beside && ${COMMITTED}`;
/** A folder that is no repository, with two in it. */
const FOLDER = `mkdir a b docs && echo d > docs/d && (cd a && ${COMMITTED}) && (cd b && ${COMMITTED})`;
const ANY = { recordsFolder: false } as const;
const shell = (command: string) => ({ ...ANY, toolName: "Bash", toolInput: { command } as unknown as string });
const recorded = ({ data }: World) =>
  existsSync(join(data, "snapshot")) ? readdirSync(join(data, "snapshot")).length : 0;

async function called({ hook, sh }: World, id: string, command: string, more = {}): Promise<void> {
  await hook("pre_tool_use", { ...shell(command), ...more, toolUseId: id });
  sh(command);
  await hook("post_tool_use", { ...shell(command), ...more, toolUseId: id });
}

describe("a repository beside the session's own", () => {
  async function isRecordedFrom(command: string): Promise<void> {
    const world = makeWorld(BESIDE);
    await world.hook("turn_start", ANY);
    await called(world, "c0", "cat ../beside/base.txt > here");
    expect(recorded(world)).toBe(1);
    world.sh("echo mine > base.txt");
    const before = world.sh("cat base.txt; ls ../beside; cat ../beside/base.txt");
    await called(world, "c1", command);
    expect(recorded(world)).toBe(2);
    world.sh("echo more > ../beside/more");
    await world.hook("turn_end", ANY);
    const { checkpoints } = await listSteps(world.io, world.root);
    expect(checkpoints).toMatchObject([
      { repositories: [{ worktree: world.root }, { worktree: `${world.root}/../beside`.replace("project/../", "") }] },
    ]);
    const after = world.sh("cat base.txt; ls ../beside; cat ../beside/*");
    const done = await undo(world.io, world.root, { onlyAgent: true });
    expect(done.repositories).toHaveLength(2);
    await redo(world.io, world.root);
    expect(world.sh("cat base.txt; ls ../beside; cat ../beside/*")).toBe(after);
    await undo(world.io, world.root);
    expect(world.sh("ls ../beside; cat ../beside/base.txt")).toBe(before.split("\n").slice(1).join("\n"));
  }

  test.each([
    ["cd ../beside && echo new > base.txt", "the folder that a command runs in"],
    ["cp base.txt ../beside/copy && rm ../beside/base.txt", "the files that a command changes"],
  ])("is recorded from %s on, told by %s", isRecordedFrom);

  test.each([
    ["echo new > ../beside/base.txt", "the file that an output goes into"],
    ["cd ../beside; sed -i s/alpha/beta/ base.txt", "a program that mostly prints"],
    ["git -C ../beside rm -q base.txt", "the folder that a program is told"],
  ])("is recorded from %s on, told by %s", { tags: ["long"] }, isRecordedFrom);

  test("is recorded from the start if the agent names it, and with each later turn", async () => {
    const world = makeWorld(BESIDE);
    const beside = join(world.root, "../beside");
    const named = { ...ANY, roots: [world.root, beside] } as object;
    await world.turn("echo one > ../beside/base.txt", named);
    await world.turn("echo two > ../beside/base.txt", ANY);
    expect((await listSteps(world.io, world.root)).checkpoints).toHaveLength(2);
    await undo(world.io, world.root, { count: 2 });
    expect(world.files("../beside/base.txt")).toBe("alpha");
  });

  test("joins where the agent's shell has gone, with the calls that it makes there", async () => {
    const world = makeWorld(BESIDE);
    const cwd = join(world.root, "../beside");
    await world.hook("turn_start", ANY);
    await called(world, "c1", "echo 1 > ../beside/one", { cwd });
    await world.hook("turn_end", { ...ANY, cwd });
    const { checkpoints } = await listCheckpoints(world.io, world.root);
    expect(checkpoints.map(({ scope, files }) => [scope, files.map(({ path }) => path)])).toEqual([
      ["tool", ["../beside/one"]],
      ["turn", ["../beside/one"]],
    ]);
    await undo(world.io, world.root);
    expect(world.files("../beside/one")).toBe("-");
  });

  test("brings the repositories that lie in it", async () => {
    const world = makeWorld(`${BESIDE} && mkdir inner && cd inner && ${COMMITTED}`);
    await world.hook("turn_start", ANY);
    await called(world, "c1", "echo 1 > ../beside/one");
    world.sh("echo 2 > ../beside/inner/base.txt");
    await world.hook("turn_end", ANY);
    await undo(world.io, world.root);
    expect(world.files("../beside/one", "../beside/inner/base.txt")).toBe("- alpha");
  });

  test("has the calls that write in it, so that each line there has its author", async () => {
    const world = makeWorld(BESIDE);
    await world.hook("turn_start", ANY);
    await called(world, "c1", "echo 1 > ../beside/one");
    world.sh("echo mine > ../beside/mine");
    await called(world, "c2", "echo 2 > ../beside/two; echo 2 > two");
    await world.hook("turn_end", ANY);
    const { checkpoints } = await listCheckpoints(world.io, world.root);
    const calls = checkpoints.filter(({ scope }) => scope === "tool");
    expect(calls.map(({ command, files }) => [command, files.map(({ path }) => path)])).toEqual([
      ["echo 1 > ../beside/one", ["../beside/one"]],
      ["echo 2 > ../beside/two; echo 2 > two", ["../beside/two"]],
      ["echo 2 > ../beside/two; echo 2 > two", ["two"]],
    ]);
    await undo(world.io, world.root, { onlyAgent: true });
    expect(world.files("../beside/one", "../beside/two", "../beside/mine", "two")).toBe("- - mine -");
  });

  test("goes on with a turn to which a prompt is added", async () => {
    const world = makeWorld(`${COMMITTED} && mkdir lib && cd lib && ${COMMITTED}`);
    const prompt = { ...ANY, promptId: "one" };
    await world.hook("turn_start", prompt);
    world.sh("echo before > lib/a");
    await world.hook("turn_start", prompt);
    world.sh("echo after > lib/b");
    await world.hook("turn_end", ANY);
    const { checkpoints } = await listSteps(world.io, world.root);
    expect(checkpoints.map(({ files }) => files.map(({ path }) => path))).toEqual([["lib/a", "lib/b"]]);
  });

  test("is one checkpoint after an undo in the middle of a turn, too", async () => {
    const world = makeWorld(BESIDE);
    await world.hook("turn_start", ANY);
    world.sh("echo 1 > one");
    await called(world, "c1", "echo 1 > ../beside/one");
    await undo(world.io, world.root);
    expect(world.files("one", "../beside/one")).toBe("- -");
    world.sh("echo 2 > two; echo 2 > ../beside/two");
    await world.hook("turn_end", ANY);
    expect((await undo(world.io, world.root)).repositories).toHaveLength(2);
    expect(world.files("two", "../beside/two")).toBe("- -");
  });

  test("has its part of an open turn restored by that part's id, in a preview, too", async () => {
    const world = makeWorld(`${COMMITTED} && mkdir lib && cd lib && ${COMMITTED}`);
    await world.hook("turn_start", ANY);
    world.sh("echo 1 > a; echo 1 > lib/a");
    const [row] = (await listCheckpoints(world.io, world.root)).checkpoints;
    const { checkpoint } = row!.repositories!.find(({ worktree }) => worktree.endsWith("lib"))!;
    for (const dryRun of [true, false]) {
      const { changes, notes } = await restore(world.io, world.root, { checkpoint, dryRun });
      expect([changes.map(({ path }) => path), notes]).toEqual([["a"], [expect.stringMatching(/^This is one rep/)]]);
    }
    expect(world.files("a", "lib/a")).toBe("1 -");
  });

  test("is not recorded where it is a home folder, and only as many as twenty are", { tags: ["long"] }, async () => {
    const world = makeWorld(COMMITTED);
    world.sh(`(cd "$HOME" && git init -q); for n in $(seq 25); do mkdir ../r$n && git -C ../r$n init -q; done`);
    await world.hook("turn_start", ANY);
    await world.hook("pre_tool_use", { ...shell(`echo > "${world.home}/x"`), toolUseId: "h" });
    const all = Array.from({ length: 25 }, (_, at) => `touch ../r${at + 1}/x`).join("; ");
    await world.hook("pre_tool_use", { ...shell(all), toolUseId: "c" });
    expect(recorded(world)).toBe(21);
  });
});

describe("a folder of repositories that is none itself", () => {
  test("has each of them recorded, and an undo there takes a turn back in all", async () => {
    const world = makeWorld(FOLDER);
    expect(await world.hook("session_start", ANY)).toEqual({
      notice: [expect.stringContaining("the repositories below this folder: a, b. Files of the folder")],
    });
    await world.turn("echo A > a/base.txt; echo B > b/base.txt; echo x > docs/d", ANY);
    await world.turn("echo BB > b/base.txt", { ...ANY, cwd: join(world.root, "a") });
    expect(recorded(world)).toBe(2);
    for (const folder of [world.root, join(world.root, "docs")]) {
      const { checkpoints } = await listSteps(world.io, folder);
      expect(checkpoints.map(({ files }) => files.map(({ path }) => path))).toEqual([
        ["b/base.txt"],
        ["a/base.txt", "b/base.txt"],
      ]);
    }
    const places = findPlaces(world.io, world.root);
    writeJointMark(world.io, places, "of an undo that died");
    expect(await listSteps(world.io, world.root)).toMatchObject({ isTorn: true });
    forgetJointMark(places);
    expect(await listSteps(world.io, world.root)).toMatchObject({ isTorn: false });
    await undo(world.io, world.root);
    expect(world.files("a/base.txt", "b/base.txt")).toBe("A B");
    const result = await undo(world.io, join(world.root, "docs"));
    expect(result.notes).toContain("In 2 repositories: a (1 file), b (1 file).");
    expect(world.files("a/base.txt", "b/base.txt", "docs/d")).toBe("alpha alpha x");
    await redo(world.io, world.root);
    await undo(world.io, world.root, { paths: ["b"] });
    expect(world.files("a/base.txt", "b/base.txt")).toBe("A alpha");
  });

  test("has its own files recorded as well once it is tracked", async () => {
    const world = makeWorld(FOLDER);
    await track(world.io, world.root);
    await world.turn("echo A > a/base.txt; echo x > docs/d", ANY);
    expect((await undo(world.io, world.root)).repositories).toHaveLength(2);
    expect(world.files("a/base.txt", "docs/d")).toBe("alpha d");
  });

  test("is not looked into where it is the home folder, or holds none", async () => {
    const world = makeWorld(FOLDER);
    const cwd = world.home;
    world.sh(`mkdir "$HOME/x" && git -C "$HOME/x" init -q; mkdir ../empty`);
    for (const folder of [cwd, join(world.root, "../empty")])
      expect(await world.hook("session_start", { ...ANY, cwd: folder, sessionId: folder })).toEqual({
        context: [expect.stringContaining("records nothing in this folder")],
        notice: [expect.stringContaining("records no checkpoints here")],
      });
    await world.hook("turn_start", { ...ANY, cwd, sessionId: cwd });
    expect(recorded(world)).toBe(0);
  });
});

test("docker-agent's session has its folder alone", async () => {
  const world = makeWorld(
    `${COMMITTED} && mkdir -p in ../clone && (cd in && ${COMMITTED}) && (cd ../clone && ${COMMITTED})`,
  );
  const docker = { endsWithNext: true, recordsFolder: true } as const;
  await world.hook("turn_start", docker);
  world.sh("echo 1 > in/base.txt; echo 1 > base.txt");
  await world.hook("turn_start", { ...docker, cwd: join(world.root, "../clone") });
  world.sh("echo 2 > ../clone/base.txt");
  await world.hook("session_end", { ...docker, cwd: join(world.root, "../clone") });
  await world.hook("session_end", docker);
  expect(recorded(world)).toBe(2);
  expect((await undo(world.io, world.root)).files).toBe(1);
  expect(world.files("base.txt", "in/base.txt", "../clone/base.txt")).toBe("alpha 1 2");
});

describe("a repository in which a turn could not be recorded", () => {
  const NESTED = `${COMMITTED} && mkdir b && cd b && ${COMMITTED}`;

  test("for lack of time is named, once, and by the undo of the turn", async () => {
    const world = makeWorld(NESTED);
    const place = findPlace(world.io, world.root)!;
    // Once the project itself is recorded, the time is over.
    const io = worldWith(world.io, {
      timeLeft: () => (namesIn(join(place.shadow, "pending")).length > 0 ? 0 : 60_000),
    });
    const event = { name: "turn_start", wireName: "", dialect: "", sessionId: "s", cwd: world.root, raw: {} } as const;
    await world.hook("session_start", ANY);
    const begin = () =>
      snapshot(event as HookEvent<"turn_start">, { io, settings: DEFAULT_SETTINGS, args: [], origin: "user" });
    const said = `snapveil did not record ${world.root}/b, so undo leaves that as it is: the hook had no time left`;
    expect(await begin()).toEqual({ notice: [said] });
    world.sh("echo 1 > one; echo 1 > b/one");
    await world.hook("turn_end", ANY);
    expect(await begin()).toEqual({});
    const note = `In ${world.root}/b this turn is not recorded, and nothing is put back: the hook had no time left`;
    expect((await undo(world.io, world.root)).notes).toContain(note);
    expect(world.files("one", "b/one")).toBe("- 1");
    const { checkpoints } = await listCheckpoints(world.io, world.root, { all: true });
    expect(checkpoints[0]!.unreached).toEqual([{ worktree: `${world.root}/b`, why: "the hook had no time left" }]);
  });

  test("since its shadow repository is damaged is named", async () => {
    const world = makeWorld(NESTED);
    await world.turn("echo 1 > b/one", ANY);
    const { shadow } = findPlace(world.io, join(world.root, "b"))!;
    renameSync(join(shadow, "journal"), join(shadow, "journal.former"));
    mkdirSync(join(shadow, "journal"));
    const { notice = [] } = await world.hook("turn_start", ANY);
    expect(notice.join()).toContain("its shadow repository is damaged");
  });
});

test("a session's own repository is no further one, also where its agent names it", () => {
  const world = makeWorld(`${BESIDE} && git init -q ../project/inner`);
  const beside = join(world.root, "../beside");
  const found = (session: string, ...named: readonly string[]) =>
    findRepositories(world.io, session, { root: world.root, named }).others;
  expect(found("a")).toEqual([join(world.root, "inner")]);
  expect(found("b", world.root, join(world.root, "inner"))).toEqual([join(world.root, "inner")]);
  expect(found("c", join(beside, ".."))).toEqual([join(world.root, "inner"), beside]);
});
