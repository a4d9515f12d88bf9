import { describe, expect, test } from "vitest";

import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { COMMITTED, makeWorld, type World } from "../world.ts";

/** As an agent whose folder follows its shell. */
const FOLLOWS = { recordsFolder: false };
const SETUP = `${COMMITTED}; mkdir -p sub/deep; printf s > sub/file; printf o > out`;

async function shown({ io, root }: World): Promise<string[]> {
  const { checkpoints } = await listCheckpoints(io, root);
  return checkpoints.map(({ scope, open, files }) =>
    [scope, ...(open ? ["open"] : []), ...files.map(({ path }) => path)].join(" "),
  );
}

describe("the whole worktree is recorded", () => {
  test("in a session that begins in a sub-folder, and what a person undoes there is what lies there", async () => {
    const world = makeWorld(SETUP);
    const cwd = `${world.root}/sub`;
    await world.turn("printf 2 > sub/file; printf 2 > out", { ...FOLLOWS, cwd });
    expect(await shown(world)).toEqual(["turn out sub/file"]);
    expect(await undo(world.io, cwd)).toMatchObject({ complete: false, skipped: [{ path: "out" }] });
    expect(world.files("out", "sub/file")).toBe("2 s");
    await undo(world.io, world.root);
    expect(world.files("out", "sub/file")).toBe("o s");
  });

  test("but only its folder in that of an agent whose folder stays", async () => {
    const world = makeWorld(SETUP);
    await world.turn("printf 2 > sub/file; printf 2 > out", { cwd: `${world.root}/sub` });
    expect(await shown(world)).toEqual(["turn sub/file"]);
  });
});

describe("the shell goes elsewhere in the turn, and its end is that of the turn all the same:", () => {
  const places: { name: string; go: string; cwd: (world: World) => string }[] = [
    { name: "into a sub-folder", go: "true", cwd: ({ root }) => `${root}/sub` },
    { name: "into a folder that it then deletes", go: "rm -r sub/deep", cwd: ({ root }) => `${root}/sub/deep` },
    {
      name: "into a folder that it then deletes, and nothing says any more which worktrees wait",
      go: 'rm -r sub/deep "$DATA/sessions"',
      cwd: ({ root }) => `${root}/sub/deep`,
    },
    { name: "into a new repository below", go: "git init -q sub/nested", cwd: ({ root }) => `${root}/sub/nested` },
    { name: "out of the worktree", go: "true", cwd: ({ home }) => home },
  ];
  test.each(places)("$name", async ({ go, cwd }) => {
    const world = makeWorld(SETUP);
    await world.hook("turn_start", FOLLOWS);
    await world.hook("pre_tool_use", { ...FOLLOWS, toolUseId: "c" });
    world.sh(`printf 2 > out; ${go}`);
    const there = { ...FOLLOWS, cwd: cwd(world) };
    await world.hook("post_tool_use", { ...there, toolUseId: "c" });
    world.sh("printf 3 > sub/file");
    await world.hook("turn_end", there);
    // A folder without files that the call deletes belongs to the step, too.
    const folder = go.startsWith("rm") ? " sub/deep/" : "";
    expect(await shown(world)).toEqual([`tool out${folder}`, `turn out sub/file${folder}`]);
    await undo(world.io, world.root);
    expect(world.files("out", "sub/file")).toBe("o s");
  });

  test.each(["turn_start", "session_start", "session_end"] as const)(
    "also where it has none, at the %s",
    async (event) => {
      const world = makeWorld(SETUP);
      await world.hook("turn_start", FOLLOWS);
      world.sh("printf 2 > out; git init -q sub/nested");
      await world.hook(event, { ...FOLLOWS, cwd: `${world.root}/sub/nested` });
      world.sh("printf p > person");
      // A turn of the session is one of all its repositories.
      expect(await shown(world)).toEqual(event === "turn_start" ? ["turn out", "turn open person"] : ["turn out"]);
    },
  );

  test("a turn in one worktree and a call in another, of one session, both end from outside", async () => {
    const world = makeWorld(`${SETUP}; git init -q sub/nested; printf n > sub/nested/n`);
    const nested = `${world.root}/sub/nested`;
    await world.hook("turn_start", FOLLOWS);
    await world.hook("pre_tool_use", { ...FOLLOWS, toolUseId: "c", cwd: nested });
    world.sh("printf 2 > out; printf 2 > sub/nested/n");
    await world.hook("post_tool_use", { ...FOLLOWS, toolUseId: "c", cwd: world.home });
    await world.hook("turn_end", { ...FOLLOWS, cwd: world.home });
    world.sh("printf p > out; printf p > sub/nested/n");
    expect(await shown(world)).toEqual(["tool sub/nested/n", "turn out sub/nested/n"]);
    const { checkpoints } = await listCheckpoints(world.io, nested);
    // The turn is recorded in both.
    expect(checkpoints).toMatchObject(["tool", "turn"].map((scope) => ({ scope, files: [{ path: "n" }] })));
    expect(checkpoints.filter(({ open }) => open)).toEqual([]);
  });

  test("a turn of each of two worktrees ends where it began", async () => {
    const world = makeWorld(`${SETUP}; git init -q sub/nested; printf n > sub/nested/n`);
    const nested = `${world.root}/sub/nested`;
    await world.hook("turn_start", FOLLOWS);
    await world.hook("turn_start", { ...FOLLOWS, sessionId: "inner", cwd: nested });
    world.sh("printf 2 > out; printf 2 > sub/nested/n");
    await world.hook("turn_end", { ...FOLLOWS, sessionId: "inner", cwd: nested });
    await world.hook("turn_end", { ...FOLLOWS, cwd: nested });
    expect(await shown(world)).toEqual(["turn out sub/nested/n"]);
    await undo(world.io, nested);
    expect(world.files("out", "sub/nested/n")).toBe("2 n");
    await undo(world.io, world.root);
    expect(world.files("out", "sub/nested/n")).toBe("o n");
  });
});

describe("the .git is", () => {
  const cases = [
    { name: "wiped", harm: "rm -rf .git" },
    { name: "moved", harm: "mv .git ../elsewhere" },
    { name: "made anew", harm: "rm -rf .git; git init -q ." },
  ];
  test.each(cases)("$name in the turn: its end makes a checkpoint, and undo takes it back", async ({ harm }) => {
    const world = makeWorld(SETUP);
    await world.turn("printf 1 > out");
    await world.hook("turn_start", FOLLOWS);
    world.sh(`printf 2 > out; printf n > new; ${harm}`);
    await world.hook("turn_end", FOLLOWS);
    expect(await shown(world)).toEqual(["turn out", "turn new out"]);
    await undo(world.io, world.root);
    expect(world.files("out", "new")).toBe("1 -");
    await undo(world.io, world.root);
    expect(world.files("out")).toBe("o");
  });

  test.each(cases)("$name in a turn that never ends: undo takes that back, too", async ({ harm }) => {
    const world = makeWorld(SETUP);
    await world.hook("turn_start", FOLLOWS);
    world.sh(`printf 2 > out; printf 2 > sub/file; ${harm}`);
    expect(await shown(world)).toEqual(["turn open out sub/file"]);
    expect(await undo(world.io, `${world.root}/sub`)).toMatchObject({ restored: true, skipped: [{ path: "out" }] });
    expect(world.files("out", "sub/file")).toBe("2 s");
    await undo(world.io, world.root);
    expect(world.files("out", "sub/file")).toBe("o s");
  });
});
