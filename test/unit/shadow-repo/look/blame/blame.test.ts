import { afterEach, describe, expect, test, vi } from "vitest";

import { blame } from "../../../../../shadow-repo/look/blame/blame.ts";
import { listCheckpoints } from "../../../../../shadow-repo/look/list-checkpoints.ts";
import { prune } from "../../../../../shadow-repo/maintenance/prune.ts";
import { redo } from "../../../../../shadow-repo/restore/redo.ts";
import { restore } from "../../../../../shadow-repo/restore/restore.ts";
import { undo } from "../../../../../shadow-repo/restore/undo.ts";
import { COMMITTED, makeWorld, type World } from "../../world.ts";

afterEach(() => vi.unstubAllEnvs());

/** `text=author` for each line; a step is named by its call's id, else by its session. */
async function told(world: World, path = "base.txt"): Promise<string> {
  const { checkpoints } = await listCheckpoints(world.io, world.root, { all: true });
  const { lines } = await blame(world.io, world.root, path);
  return lines
    .map(({ text, by, id }) => {
      const step = checkpoints.find((one) => one.id === id);
      return `${text}=${step ? (step.tool_use_id ?? step.session_id) : by}`;
    })
    .join(" ");
}

for (const engine of ["git", "isomorphic-git"])
  describe(`with ${engine}`, engine === "git" ? {} : { tags: ["long"] }, () => {
    const start = () => {
      if (engine !== "git") vi.stubEnv("SNAPVEIL_TEST_ENGINE", engine);
      return makeWorld();
    };

    test("a line is of the call that wrote it, of its turn, of a person between turns, or of before", async () => {
      const world = start();
      await world.hook("turn_start");
      await world.call("one", "echo one >> base.txt");
      world.sh("echo none >> base.txt");
      await world.call("two", "echo two >> base.txt");
      await world.hook("turn_end");
      world.sh("echo mine >> base.txt");
      await world.turn("sed -i '1i top' base.txt", { sessionId: "later" });
      world.sh("echo now >> base.txt");
      expect(await told(world)).toBe("top=later alpha=before one=one none=s two=two mine=you now=you");
    });

    test("a file is followed through a rename with an edit, into what was before it", async () => {
      const world = start();
      world.sh("printf '%s\\n' a b c d > old.txt");
      await world.turn("echo e >> old.txt", { sessionId: "first" });
      await world.turn("mkdir d; mv old.txt d/new.txt; echo f >> d/new.txt; echo other > other.txt; rm base.txt", {
        sessionId: "second",
      });
      expect(await told(world, "d/new.txt")).toBe("a=before b=before c=before d=before e=first f=second");
      expect(await told(world, "other.txt")).toBe("other=second");
    });

    test("a copy that one call writes and a later one of the turn makes the only one is a rename, too", async () => {
      const world = start();
      await world.hook("turn_start");
      await world.call("copy", "cp base.txt new.txt; echo more >> new.txt");
      await world.call("remove", "rm base.txt");
      await world.hook("turn_end");
      expect(await told(world, "new.txt")).toBe("alpha=before more=copy");
    });
  });

test("a line is told without its end, whether that is LF or CRLF", async () => {
  const world = makeWorld();
  await world.turn("printf 'one\\r\\ntwo\\nthree' > ends.txt");
  const { lines } = await blame(world.io, world.root, "ends.txt");
  expect(lines.map(({ text }) => text)).toEqual(["one", "two", "three"]);
});

test("of two sessions at once each has its own lines, by the calls that went on", async () => {
  const world = makeWorld();
  const [mine, other] = [{ sessionId: "mine" }, { sessionId: "other" }];
  await world.hook("turn_start", mine);
  await world.hook("turn_start", other);
  await world.call("m1", "echo m1 >> base.txt", mine);
  await world.call("o1", "echo o1 >> base.txt", other);
  await world.hook("pre_tool_use", { ...mine, toolUseId: "long" });
  await world.call("o2", "echo o2 >> base.txt", other);
  world.sh("echo long >> base.txt");
  await world.hook("post_tool_use", { ...mine, toolUseId: "long" });
  await world.hook("turn_end", other);
  await world.call("m2", "echo m2 >> base.txt", mine);
  await world.hook("turn_end", mine);
  expect(await told(world)).toBe("alpha=before m1=m1 o1=o1 o2=o2 long=long m2=m2");
});

test("of two calls at once it is the one that names the file", async () => {
  const world = makeWorld();
  for (const [toolUseId, path] of [
    ["one", "base.txt"],
    ["two", "other.txt"],
  ] as const)
    await world.hook("pre_tool_use", { toolUseId, toolName: "Write", toolInput: { path } as never });
  world.sh("echo x >> base.txt; echo y > other.txt");
  for (const toolUseId of ["two", "one"]) await world.hook("post_tool_use", { toolUseId, toolName: "Write" });
  expect([await told(world), await told(world, "other.txt")]).toEqual(["alpha=before x=one", "y=two"]);
});

test("what an undo, a redo or a restore brings back is of those who wrote it", async () => {
  const world = makeWorld();
  await world.turn("echo one >> base.txt", { sessionId: "first" });
  await world.turn("printf 'alpha\\nnew\\n' > base.txt", { sessionId: "second" });
  await undo(world.io, world.root);
  expect(await told(world)).toBe("alpha=before one=first");
  await redo(world.io, world.root);
  expect(await told(world)).toBe("alpha=before new=second");
  const [{ id } = { id: "" }] = (await listCheckpoints(world.io, world.root)).checkpoints;
  await restore(world.io, world.root, { checkpoint: id, after: true });
  await world.turn("echo two >> base.txt", { sessionId: "third" });
  expect(await told(world)).toBe("alpha=before one=first two=third");
  await world.turn("rm base.txt", { sessionId: "fourth" });
  await undo(world.io, world.root);
  expect(await told(world)).toBe("alpha=before one=first two=third");
});

test("lines of an undone turn that a newer one made again are of the newer one, until that is undone", async () => {
  const world = makeWorld();
  await world.turn("echo one >> base.txt", { sessionId: "first" });
  await world.turn("echo two >> base.txt", { sessionId: "third" });
  await undo(world.io, world.root);
  world.sh("echo two >> base.txt");
  expect(await told(world)).toBe("alpha=before one=first two=third");
  world.sh("printf 'alpha\\none\\n' > base.txt");
  await world.turn("echo two >> base.txt", { sessionId: "fourth" });
  expect(await told(world)).toBe("alpha=before one=first two=fourth");
  await undo(world.io, world.root);
  await redo(world.io, world.root);
  expect(await told(world)).toBe("alpha=before one=first two=fourth");
});

test("an open turn has written what came since it began, and a state that somebody made by hand is a person's", async () => {
  const world = makeWorld();
  await world.turn("echo one >> base.txt", { sessionId: "first" });
  world.sh("echo mine >> base.txt");
  const { snapshotNow } = await import("../../../../../shadow-repo/record/snapshot-now.ts");
  await snapshotNow(world.io, world.root);
  await world.hook("turn_start", { sessionId: "open" });
  world.sh("echo two >> base.txt");
  expect(await told(world)).toBe("alpha=before one=first mine=you two=open");
});

test("a file that only came into sight was there before", async () => {
  const world = makeWorld(`${COMMITTED}; echo hidden > hidden.txt; echo hidden.txt > .gitignore`);
  await world.turn("echo x > .gitignore", { sessionId: "agent" });
  expect(await told(world, "hidden.txt")).toBe("hidden=before");
  expect(await told(world, ".gitignore")).toBe("x=agent");
});

test("a file that is tracked although a rule ignores it is told of", async () => {
  const world = makeWorld(
    `${COMMITTED}; echo '*.log' > .gitignore; echo x > a.log; git add -f a.log; git commit -qm log`,
  );
  await world.turn("echo one >> base.txt");
  expect(await told(world, "a.log")).toBe("x=before");
  await world.turn("echo y >> a.log");
  expect(await told(world, "a.log")).toBe("x=before y=s");
});

test("lines that came while HEAD moved may have come with commits", async () => {
  const world = makeWorld();
  await world.turn("echo one >> base.txt");
  world.sh("echo pulled >> base.txt; git commit -qam second");
  await world.turn("echo two >> base.txt");
  const { lines } = await blame(world.io, world.root, "base.txt");
  expect(lines.map(({ text, head_moved }) => (head_moved ? text : ""))).toEqual(["", "", "pulled", ""]);
});

test("what prune forgot is of before, and a file that no state holds is refused", async () => {
  const world = makeWorld(`${COMMITTED}; echo '*.log' > .gitignore; echo x > a.log; printf 'a\\0b' > b; mkdir d`);
  await world.turn("echo one >> base.txt", { sessionId: "old" });
  const io = world.io as { now: () => Date };
  io.now = () => new Date(Date.now() + 9 * 24 * 3_600_000);
  await world.turn("echo two >> base.txt", { sessionId: "new" });
  await prune(world.io, world.root, { budget: { bytes: 1e9, days: 3 } });
  expect(await told(world)).toBe("alpha=before one=before two=new");
  const why = async (path: string) => blame(world.io, world.root, path).catch((error: Error) => error.message);
  expect(await why("a.log")).toMatch(/not recorded: it is ignored/);
  expect(await why("b")).toMatch(/is binary/);
  expect(await why("d")).toMatch(/is no file/);
  expect(await why("gone")).toMatch(/^There is no file gone\./);
});
