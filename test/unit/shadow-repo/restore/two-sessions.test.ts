import { describe, expect, test } from "vitest";

import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { listSteps } from "../../../../shadow-repo/look/list-steps.ts";
import { redo } from "../../../../shadow-repo/restore/redo.ts";
import { restore } from "../../../../shadow-repo/restore/restore.ts";
import { undo, type UndoOptions } from "../../../../shadow-repo/restore/undo.ts";
import { makeWorld, type World } from "../world.ts";

/** Twenty lines, of which each session changes one: its own, or the one that both change. */
const SETUP = "git init -q .; seq 20 > a.txt; git add .; git commit -qm one";
const put = (line: number, text: string) => `sed -i '${line}s/.*/${text}/' a.txt`;
const B = { sessionId: "b" };

const first = (world: World) => world.call("a1", put(2, "A1"), { sessionId: "a" });
const again = (world: World) => world.call("a2", put(3, "A2"), { sessionId: "a" });
const other = (world: World, line: number) => world.call("b1", put(line, "B"), B);
const aTurn = async (world: World, ...acts: readonly (() => Promise<unknown>)[]) => {
  await world.hook("turn_start", { sessionId: "a" });
  for (const act of acts) await act();
  await world.hook("turn_end", { sessionId: "a" });
};
const bTurn = async (world: World, line: number) => {
  await world.hook("turn_start", B);
  await other(world, line);
  await world.hook("turn_end", B);
};

/** The lines that the sessions change, after the undo of a's: 2, 3 and 15. */
interface Case {
  readonly when: string;
  readonly act: (world: World, line: number) => Promise<void>;
  readonly options?: UndoOptions;
  /** Where b changed line 15. */
  readonly apart: string;
  /** Where b changed line 2; absent if the two cannot be told apart then. */
  readonly same?: string;
  /** It is not part of what is taken back. */
  readonly isSilent?: true;
}

const cases: readonly Case[] = [
  {
    when: "before the turn",
    act: async (world, line) => (await bTurn(world, line), aTurn(world, () => first(world))),
    apart: "2 3 B",
    same: "B 3 15",
    isSilent: true,
  },
  {
    when: "inside, before a call",
    act: (world, line) =>
      aTurn(
        world,
        () => other(world, line),
        () => first(world),
      ),
    apart: "2 3 B",
    same: "B 3 15",
  },
  {
    when: "inside, after a call",
    act: (world, line) =>
      aTurn(
        world,
        () => first(world),
        () => other(world, line),
      ),
    apart: "2 3 B",
  },
  {
    when: "inside, between two calls",
    act: (world, line) =>
      aTurn(
        world,
        () => first(world),
        () => other(world, line),
        () => again(world),
      ),
    apart: "2 3 B",
  },
  {
    when: "inside, during a call",
    act: (world, line) =>
      aTurn(world, async () => {
        await world.hook("pre_tool_use", { sessionId: "a", toolUseId: "a1" });
        world.sh(put(2, "A1"));
        await other(world, line);
        await world.hook("post_tool_use", { sessionId: "a", toolUseId: "a1" });
      }),
    apart: "2 3 B",
  },
  {
    when: "inside, around a call",
    act: (world, line) =>
      aTurn(world, async () => {
        await world.hook("pre_tool_use", { ...B, toolUseId: "b1" });
        world.sh(put(line, "B"));
        await first(world);
        await world.hook("post_tool_use", { ...B, toolUseId: "b1" });
      }),
    apart: "2 3 B",
    same: "B 3 15",
  },
  {
    when: "between two turns that are both taken back",
    act: async (world, line) => {
      await aTurn(world, () => first(world));
      await bTurn(world, line);
      await aTurn(world, () => again(world));
    },
    options: { count: 2 },
    apart: "2 3 B",
  },
  {
    when: "after the turn",
    act: async (world, line) => (await aTurn(world, () => first(world)), bTurn(world, line)),
    apart: "2 3 B",
  },
];

const told = (world: World) => world.sh("sed -n '2p;3p;15p' a.txt").trim().split("\n").join(" ");
const STAYS = "Changed by another session, too, and its lines stay: a.txt (b).";

describe.each(cases)("another session $when", ({ when, act, options, apart, same, isSilent }) => {
  const among = /^between|after the turn|around/.test(when) ? { tags: ["long"] } : {};

  test("in other lines: only this session's are taken back, and the other one's can be afterwards", among, async () => {
    const world = makeWorld(SETUP);
    await act(world, 15);
    const was = world.files("a.txt");
    const undoing = { session: "a", ...options };
    const preview = await undo(world.io, world.root, { ...undoing, dryRun: true });
    expect(preview.changes).toMatchObject([{ path: "a.txt", additions: preview.changes[0]!.deletions! }]);
    expect(was.split("\n").filter((line) => line.startsWith("A"))).toHaveLength(preview.changes[0]!.deletions!);
    const result = await undo(world.io, world.root, undoing);
    expect(result).toMatchObject({ restored: true, complete: true, conflicts: [], skipped: [] });
    expect(result.notes).toEqual(isSilent ? [] : [STAYS]);
    expect(told(world)).toBe(apart);
    await redo(world.io, world.root);
    expect(world.files("a.txt")).toBe(was);
    await undo(world.io, world.root, undoing);
    expect(await undo(world.io, world.root, { session: "b" })).toMatchObject({ restored: true, complete: true });
    expect(told(world)).toBe("2 3 15");
    expect((await listSteps(world.io, world.root)).checkpoints).toEqual([]);
  });

  test("in the same lines: what can be told apart is, and else the file is left whole", async () => {
    const world = makeWorld(SETUP);
    await act(world, 2);
    const was = world.files("a.txt");
    const result = await undo(world.io, world.root, { session: "a", ...options });
    if (same !== undefined) {
      expect(result).toMatchObject({ restored: true, complete: true, conflicts: [] });
      return expect(told(world)).toBe(same);
    }
    expect(result).toMatchObject({ restored: false, complete: false, files: 0, conflicts: [] });
    expect(world.files("a.txt")).toBe(was);
    const [, id = "", path = ""] = /both back: snapveil restore (\w+) (\S+)$/.exec(result.skipped[0]!.why) ?? [];
    await restore(world.io, world.root, { checkpoint: id, paths: [path] });
    expect(told(world)).toBe("2 3 15");
  });
});

test("turns of both sessions in one undo take all of it back", async () => {
  const world = makeWorld(SETUP);
  await world.hook("turn_start", { sessionId: "a" });
  await first(world);
  await bTurn(world, 2);
  await again(world);
  await world.hook("turn_end", { sessionId: "a" });
  expect(await undo(world.io, world.root, { count: 2 })).toMatchObject({ complete: true, conflicts: [], notes: [] });
  expect(told(world)).toBe("2 3 15");
});

test("an undo in the middle of a turn leaves no trace of the other session's lines in what the turn does next", async () => {
  const world = makeWorld(SETUP);
  await world.hook("turn_start", { sessionId: "a" });
  await other(world, 15);
  await first(world);
  expect(await undo(world.io, world.root)).toMatchObject({ complete: true, skipped: [], notes: [STAYS] });
  expect((await listSteps(world.io, world.root)).checkpoints).toMatchObject([{ session_id: "b" }]);
  await redo(world.io, world.root);
  expect(told(world)).toBe("A1 3 B");
});

test("a call whose end never came keeps its share of a file that another session's call changed, too", async () => {
  const world = makeWorld(SETUP);
  await world.hook("turn_start", { sessionId: "a" });
  await world.hook("pre_tool_use", { sessionId: "a", toolUseId: "a1", toolName: "shell" });
  world.sh(put(2, "A1"));
  await other(world, 15);
  await world.hook("turn_end", { sessionId: "a" });
  expect(await undo(world.io, world.root, { session: "a" })).toMatchObject({ complete: true, files: 1 });
  expect(told(world)).toBe("2 3 B");
});

test("a call whose end never came counts as its session's beside a session that announces none", async () => {
  const world = makeWorld(SETUP);
  await world.hook("turn_start", B);
  await world.hook("turn_start", { sessionId: "a" });
  await world.hook("pre_tool_use", { sessionId: "a", toolUseId: "a1", toolName: "shell" });
  world.sh(put(2, "A1"));
  await world.hook("turn_end", B);
  expect(await undo(world.io, world.root, { session: "a" })).toMatchObject({ complete: true, files: 1 });
  expect(told(world)).toBe("2 3 15");
});

test("a share that cannot be told from another session's is taken back together with that session's turn", async () => {
  const world = makeWorld(SETUP);
  await world.hook("turn_start", { sessionId: "a" });
  await world.hook("pre_tool_use", { sessionId: "a", toolUseId: "a1", toolName: "shell" });
  world.sh(put(2, "A1"));
  await other(world, 2);
  await world.hook("turn_end", { sessionId: "a" });
  const alone = await undo(world.io, world.root, { session: "a" });
  expect(alone).toMatchObject({ complete: false, skipped: [{ why: expect.stringContaining("told apart by lines") }] });
  expect(told(world)).toBe("B 3 15");
  expect(await undo(world.io, world.root, { count: 2 })).toMatchObject({ complete: true, skipped: [] });
  expect(told(world)).toBe("2 3 15");
});

test.each([
  ["a file that the session made", "printf new > b.txt", "printf more >> b.txt", "newmore"],
  ["a binary one", "printf '\\0A' > b.bin", "printf 'B' >> b.bin", "\0AB"],
  ["a link", "ln -s a.txt b.lnk", "ln -sfn c.txt b.lnk", "c.txt"],
])("%s, which another session changed, is left whole", async (_, mine, others) => {
  const world = makeWorld(SETUP);
  await aTurn(
    world,
    () => world.call("a1", `${mine}; ${put(3, "A")}`, { sessionId: "a" }),
    () => world.call("b1", others, B),
  );
  const kept = world.sh("cat b.txt b.bin 2>/dev/null || true; readlink b.lnk || true");
  const result = await undo(world.io, world.root, { session: "a" });
  expect(result).toMatchObject({
    restored: true,
    complete: false,
    files: 1,
    skipped: [{ path: expect.stringMatching(/^b/) }],
  });
  expect(world.sh("cat b.txt b.bin 2>/dev/null || true; readlink b.lnk || true")).toBe(kept);
  expect(told(world)).toBe("2 3 15");
});

test("what another session did and took back keeps nothing from going", async () => {
  const world = makeWorld(SETUP);
  await aTurn(world, () => world.call("a1", "printf new > b.txt", { sessionId: "a" }));
  await world.hook("turn_start", B);
  await world.call("b1", "printf more >> b.txt", B);
  await world.hook("turn_end", B);
  await undo(world.io, world.root, { session: "b" });
  expect(await undo(world.io, world.root, { session: "a" })).toMatchObject({ complete: true, skipped: [] });
  expect(world.files("b.txt")).toBe("-");
});

test("an executable bit that the session set goes, and the other session's lines stay", async () => {
  const world = makeWorld(SETUP);
  await aTurn(
    world,
    () => world.call("a1", `chmod +x a.txt; ${put(2, "A")}`, { sessionId: "a" }),
    () => other(world, 15),
  );
  await undo(world.io, world.root, { session: "a" });
  expect([world.holds("test -x a.txt"), told(world)]).toEqual([false, "2 3 B"]);
});

test("a person's edit between two turns stays in other lines, and is named in the same ones", async () => {
  const world = makeWorld(SETUP);
  const edited = async (line: number) => {
    await aTurn(world, () => first(world));
    world.sh(put(line, "mine"));
    await aTurn(world, () => again(world));
    return undo(world.io, world.root, { count: 2 });
  };
  const putBack = world.keep();
  expect(await edited(15)).toMatchObject({
    complete: true,
    conflicts: [],
    notes: [expect.stringContaining("Other lines of a.txt are of other edits")],
  });
  expect(told(world)).toBe("2 3 mine");
  putBack();
  expect(await edited(2)).toMatchObject({
    complete: true,
    conflicts: [{ path: "a.txt", why: "edited since the checkpoint, and that edit goes, too" }],
  });
  expect(told(world)).toBe("2 3 15");
});

test("after an undo that died on the way the present comes back, and no conflict is named", async () => {
  const world = makeWorld(SETUP);
  await aTurn(
    world,
    () => first(world),
    () => other(world, 15),
  );
  const was = world.files("a.txt");
  await undo(world.io, world.root, { session: "a" });
  world.sh('sed -i "$ d" "$SHADOW/journal"');
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true, conflicts: [] });
  expect(world.files("a.txt")).toBe(was);
});

test("the lists give each session its own files, as an undo would take these back", async () => {
  const world = makeWorld("git init -q .; printf 0 > a; printf 0 > b");
  await world.hook("turn_start", { sessionId: "A" });
  await world.hook("turn_start", { sessionId: "B" });
  await world.call("b", "printf needle > b", { sessionId: "B" });
  await world.call("a", "printf 1 > a", { sessionId: "A" });
  await world.hook("turn_end", { sessionId: "A" });
  await world.hook("turn_end", { sessionId: "B" });
  const filesOf = async (options: { readonly text?: string } = {}) =>
    (await listCheckpoints(world.io, world.root, options)).checkpoints
      .filter(({ scope }) => scope === "turn")
      .map(({ session_id, files }) => `${session_id}: ${files.map(({ path }) => path).join()}`);
  expect(await filesOf()).toEqual(["A: a", "B: b"]);
  expect(await filesOf({ text: "needle" })).toEqual(["B: b"]);
});

test.each([
  { where: "elsewhere, stays", line: 15, lines: "2 3 P", named: [] },
  { where: "in the same lines, is named", line: 2, lines: "2 3 15", named: ["a.txt"] },
])("what a person edits while another session's turn goes on, $where", async ({ line, lines, named }) => {
  const world = makeWorld(SETUP);
  await world.hook("turn_start", { sessionId: "a" });
  await world.hook("turn_start", B);
  await first(world);
  await world.hook("turn_end", B);
  world.sh(put(line, "P"));
  await world.hook("turn_end", { sessionId: "a" });
  const { conflicts, skipped } = await undo(world.io, world.root);
  expect([told(world), conflicts.map(({ path }) => path), skipped]).toEqual([lines, named, []]);
});

test("a file that one session made and the other deleted is named once, with one reason", async () => {
  const world = makeWorld(SETUP);
  await aTurn(world, () => world.call("a1", "echo new > new.txt", { sessionId: "a" }));
  await world.hook("turn_start", B);
  await world.call("b1", "rm new.txt", B);
  await world.hook("turn_end", B);
  const { restored, skipped } = await undo(world.io, world.root, { session: "a" });
  expect([restored, skipped.map(({ path }) => path)]).toEqual([false, ["new.txt"]]);
});
