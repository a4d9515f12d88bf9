import { describe, expect, test } from "vitest";

import { toGitPath } from "../../../../shadow-repo/git-path.ts";
import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { redo } from "../../../../shadow-repo/restore/redo.ts";
import type { RestoreResult } from "../../../../shadow-repo/restore/operation/restore-result.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { makeWorld, type World } from "../world.ts";

const NOBODYS = /no call of the session changed it/;
const YOURS = /^it changed after the last call, so it is taken as yours$/;
const BETWEEN = /^no call of the session made all of its changes/;
const OTHERS = /^a call of another session changed it \(other\)/;
const OTHER_TURNS = /^another session changed it \(other\)/;
const BOTH = /^another session changed it, too \(other\), and the two cannot be told apart/;
const BOTH_TURNS = /^another session changed it, too \(other\)/;

const SETUP = "git init -q .; printf 0 > own; printf 0 > others; printf 0 > both; printf 0 > mine";

/** A call of the session "s" between whose events nothing else happens. */
const own = (world: World, script: string, id = script) => world.call(id, script);
const others = (world: World, script: string) => world.call(script, script, { sessionId: "other" });

/** What an undo of "s" said of paths that stay, and of doubtful ones that were put back. */
function said({ skipped, conflicts }: RestoreResult): Record<string, string> {
  return Object.fromEntries([...skipped, ...conflicts].map(({ path, why }) => [path, why]));
}

interface Case {
  readonly name: string;
  readonly act: (world: World) => Promise<unknown>;
  /** Of this session none is announced. */
  readonly hasNoCalls?: true;
  /** Of own, others, both, mine, after the undo; by --only-agent. */
  readonly undone: string;
  readonly onlyAgent?: string;
  readonly said: Readonly<Record<string, RegExp>>;
  /** Something of this session's stays. */
  readonly isPartial?: true;
}

const cases: readonly Case[] = [
  {
    name: "calls of this session only",
    act: (world) => own(world, "printf 1 > own"),
    undone: "0 0 0 0",
    said: {},
  },
  {
    name: "a call of another session stays, and is named",
    act: async (world) => {
      await own(world, "printf 1 > own");
      await others(world, "printf 1 > others; printf n > new");
    },
    undone: "0 1 0 0",
    said: { others: OTHERS, new: OTHERS },
  },
  {
    name: "calls of both in the same line: left whole, and named",
    act: async (world) => {
      await own(world, "printf 1 > both");
      await others(world, "printf 2 > both");
    },
    undone: "0 0 2 0",
    said: { both: BOTH },
    isPartial: true,
  },
  {
    name: "no call at all: named, and left by --only-agent",
    act: async (world) => {
      await own(world, "printf 1 > own");
      world.sh("printf 1 > mine");
    },
    undone: "0 0 0 0",
    onlyAgent: "0 0 0 1",
    said: { mine: NOBODYS },
  },
  {
    name: "an edit between two calls of the same file: named, and left by --only-agent",
    act: async (world) => {
      await own(world, "printf 1 > own; printf 1 > both");
      world.sh("printf mine >> own");
      await own(world, "printf 2 > both");
    },
    undone: "0 0 0 0",
    onlyAgent: "1mine 0 0 0",
    said: { own: BETWEEN },
  },
  {
    name: "an edit before or after the calls of the same file: what lines can tell apart stays",
    act: async (world) => {
      world.sh("printf mine > own");
      await own(world, "printf 1 >> own; printf 1 > both");
      world.sh("printf mine >> both");
    },
    undone: "mine 0 0 0",
    onlyAgent: "mine 0 1mine 0",
    said: { both: BETWEEN },
  },
  {
    name: "a call that changed nothing tells that calls are announced",
    act: async (world) => {
      await own(world, "true");
      world.sh("printf 1 > mine");
    },
    undone: "0 0 0 0",
    onlyAgent: "0 0 0 1",
    said: { mine: NOBODYS },
  },
  {
    name: "a session without calls: nobody can tell, and nothing is said",
    hasNoCalls: true,
    act: async (world) => Promise.resolve(world.sh("printf 1 > mine")),
    undone: "0 0 0 0",
    said: {},
  },
  {
    name: "a session without calls, and a call of another one",
    hasNoCalls: true,
    act: async (world) => {
      world.sh("printf 1 > own");
      await others(world, "printf 1 > others");
    },
    undone: "0 1 0 0",
    said: { others: OTHERS },
  },
  {
    name: "two sessions without calls: put back and named, for it may be this one's",
    hasNoCalls: true,
    act: async (world) => {
      world.sh("printf 1 > own");
      await world.turn("printf 1 > others", { sessionId: "other" });
    },
    undone: "0 0 0 0",
    said: { others: BOTH_TURNS },
  },
  {
    name: "a turn without calls of another session, where calls of this one are known",
    act: async (world) => {
      await own(world, "printf 1 > own");
      await world.turn("printf 1 > others", { sessionId: "other" });
    },
    undone: "0 1 0 0",
    said: { others: OTHER_TURNS },
  },
  {
    name: "another session that is idle in a turn of its own takes nothing for its own",
    act: async (world) => {
      await world.hook("turn_start", { sessionId: "other" });
      await own(world, "printf 1 > own");
      world.sh("printf 1 > mine");
    },
    undone: "0 0 0 0",
    onlyAgent: "0 0 0 1",
    said: { mine: NOBODYS },
  },
  {
    name: "a turn of another session that began last, and may just have made no call yet, takes nothing either",
    act: async (world) => {
      await own(world, "printf 1 > own");
      await world.hook("turn_start", { sessionId: "other" });
      world.sh("printf 1 > mine");
    },
    undone: "0 0 0 0",
    onlyAgent: "0 0 0 1",
    said: { mine: NOBODYS },
  },
  {
    name: "calls at the same time: what changed during both is of the one that ended first",
    act: async (world) => {
      await world.hook("pre_tool_use", { toolUseId: "long" });
      await others(world, "printf 2 > both");
      world.sh("printf 1 > own");
      await world.hook("post_tool_use", { toolUseId: "long" });
    },
    undone: "0 0 2 0",
    said: { both: OTHERS },
  },
  {
    name: "a call whose end never came may have changed what nobody else did",
    act: async (world) => {
      world.sh("printf 1 > mine");
      await own(world, "printf 1 > own");
      await others(world, "printf 1 > others");
      await world.hook("pre_tool_use", { toolUseId: "interrupted" });
      world.sh("printf 2 > own; printf 2 > both");
    },
    undone: "0 1 0 0",
    onlyAgent: "0 1 0 1",
    said: { mine: NOBODYS, others: OTHERS },
  },
  {
    name: "work of another session that was undone is nobody's",
    act: async (world) => {
      await own(world, "printf 1 > own");
      await others(world, "printf 1 > others");
      await undo(world.io, world.root, { session: "other" });
    },
    undone: "0 0 0 0",
    said: {},
  },
];

/** The turn of "s" goes on, as it does where a person interrupted it, or has ended. */
describe.each([{ isOpen: true }, { isOpen: false }])("a turn, open: $isOpen", ({ isOpen }) => {
  // The end of a turn drops a call that never ended; a turn of which no call tells anything ends where others begin.
  const fitting = cases.filter(({ name, hasNoCalls }) => (isOpen ? !hasNoCalls : !/never came/.test(name)));
  test.each(fitting)(
    "$name",
    isOpen ? { tags: ["long"] } : {},
    async ({ name, act, undone, onlyAgent, said: wanted, isPartial }) => {
      const world = makeWorld(SETUP);
      const turn = { session: "s" };
      await world.hook("turn_start");
      await act(world);
      if (!isOpen) await world.hook("turn_end");
      else if (!/never came|undone/.test(name)) await own(world, "true", "last");
      const putBack = world.keep();
      const preview = await undo(world.io, world.root, { ...turn, dryRun: true });
      const result = await undo(world.io, world.root, turn);
      for (const one of [preview, result]) {
        expect(Object.keys(said(one)).toSorted()).toEqual(Object.keys(wanted).toSorted());
        for (const [path, why] of Object.entries(wanted)) expect(said(one)[path]).toMatch(why);
        expect(one.complete).toBe(!isPartial);
      }
      expect(world.files("own", "others", "both", "mine")).toBe(undone);
      putBack();
      await undo(world.io, world.root, { ...turn, onlyAgent: true });
      expect(world.files("own", "others", "both", "mine")).toBe(onlyAgent ?? undone);
      if (onlyAgent === undefined) return;
      await undo(world.io, world.root, turn); // what was left is still to be undone
      expect(world.files("own", "others", "both", "mine")).toBe(undone);
    },
  );
});

test("what stays is another session's turn still, and a redo brings back what was put back", async () => {
  const world = makeWorld(SETUP);
  await world.hook("turn_start");
  await own(world, "printf 1 > own; printf 1 > both");
  await others(world, "printf 1 > others; printf 2 > both");
  await world.hook("turn_end");
  await undo(world.io, world.root, { session: "s" });
  expect(world.files("own", "others", "both")).toBe("0 1 2");
  await redo(world.io, world.root);
  expect(world.files("own", "others", "both")).toBe("1 1 2");
  await undo(world.io, world.root, { session: "s" });
  await undo(world.io, world.root, { session: "other" });
  expect(world.files("own", "others", "both")).toBe("0 0 1");
  await undo(world.io, world.root, { session: "s" });
  expect(world.files("own", "others", "both")).toBe("0 0 0");
});

test("of sessions without calls what goes with another's file is not put in between by its own undo", async () => {
  const world = makeWorld(SETUP);
  await world.hook("turn_start");
  world.sh("printf 1 > both");
  await world.turn("printf 2 > both; printf 2 > others", { sessionId: "other" });
  world.sh("printf 3 > both");
  await world.hook("turn_end");
  const list = async () =>
    (await listCheckpoints(world.io, world.root, { session: "other" })).checkpoints.map(({ files }) =>
      files.map(({ path }) => path).join(" "),
    );
  await undo(world.io, world.root, { paths: ["both"] });
  expect(world.files("both", "others")).toBe("0 2");
  expect(await list()).toEqual(["others"]);
  await undo(world.io, world.root, { session: "other" });
  expect(world.files("both", "others")).toBe("0 0");
  await redo(world.io, world.root, { count: 2 });
  expect(world.files("both", "others")).toBe("3 2");
  expect(await list()).toEqual(["both others"]);
});

test("a later turn of the session goes with the files of an earlier one that is undone, and its calls with it", async () => {
  const world = makeWorld(SETUP);
  await world.turn("printf 1 > both");
  const [first] = (await listCheckpoints(world.io, world.root)).checkpoints;
  await world.hook("turn_start");
  await own(world, "printf 2 > both; printf t > tmp");
  await own(world, "rm tmp");
  await world.hook("turn_end");
  expect(await undo(world.io, world.root, { step: first!.id })).toMatchObject({ conflicts: [{ path: "both" }] });
  expect(world.files("both")).toBe("0");
  expect((await listCheckpoints(world.io, world.root)).checkpoints).toEqual([]);
  await redo(world.io, world.root);
  expect(world.files("both")).toBe("2");
  expect((await listCheckpoints(world.io, world.root)).checkpoints).toHaveLength(4);
});

test("a turn of which every path is somebody else's is used up, and the next undo takes the one before it", async () => {
  const world = makeWorld(SETUP);
  await world.turn("printf 1 > own");
  await world.hook("turn_start");
  await own(world, "true");
  await others(world, "printf 1 > others");
  await world.hook("turn_end");
  expect(await undo(world.io, world.root, { session: "s" })).toMatchObject({
    restored: true,
    complete: true,
    files: 0,
    skipped: [{ path: "others" }],
  });
  await undo(world.io, world.root, { session: "s" });
  expect(world.files("own", "others")).toBe("0 1");
});

test("a turn that goes on after an undo knows that its agent announces calls", async () => {
  const world = makeWorld(SETUP);
  await world.hook("turn_start");
  await own(world, "printf 1 > own");
  await undo(world.io, world.root);
  world.sh("printf 1 > mine");
  expect(said(await undo(world.io, world.root))["mine"]).toMatch(YOURS);
});

test("what another session changed and changed back is not named, once that session's turns are undone", async () => {
  const world = makeWorld(SETUP);
  await world.hook("turn_start");
  await own(world, "printf 1 > both");
  for (const text of ["2", "1"]) await others(world, `printf ${text} > both`);
  await world.hook("turn_end");
  expect((await undo(world.io, world.root, { session: "s", dryRun: true })).notes).toContainEqual(
    expect.stringMatching(/^Changed by another session, too, and its lines stay: both \(other\)/),
  );
  await undo(world.io, world.root, { session: "other", count: 2 });
  expect(world.files("both")).toBe("1");
  expect(said(await undo(world.io, world.root, { session: "s" }))).toEqual({});
  expect(world.files("both")).toBe("0");
});

test("the name of the other session cannot write to the terminal", async () => {
  const world = makeWorld(SETUP);
  await world.hook("turn_start");
  await own(world, "printf 1 > own");
  await world.call("c", "printf 1 > others", { sessionId: "\u001b[2J" });
  await world.hook("turn_end");
  const { skipped } = await undo(world.io, world.root, { session: "s" });
  expect(skipped[0]!.path).toBe(toGitPath("others"));
  expect(skipped[0]!.why).not.toContain("\u001b");
});
