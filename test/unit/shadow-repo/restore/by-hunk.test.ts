import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { showCheckpoint } from "../../../../shadow-repo/look/checkpoint-diff.ts";
import { verify } from "../../../../shadow-repo/maintenance/verify.ts";
import { prune } from "../../../../shadow-repo/maintenance/prune.ts";
import type { ListedHunk } from "../../../../shadow-repo/restore/hunks/choose-hunks.ts";
import { redo } from "../../../../shadow-repo/restore/redo.ts";
import { restore } from "../../../../shadow-repo/restore/restore.ts";
import { undo, type UndoOptions } from "../../../../shadow-repo/restore/undo.ts";
import { makeWorld, type World } from "../world.ts";

const SETUP = "git init -q -b main . && seq 0 29 > a && cp a b && git add . && git commit -qm first";
/** Replaces lines, whose texts are their numbers. */
const put = (file: string, ...changes: readonly (readonly [number | string, string])[]) =>
  changes.map(([line, text]) => `sed -i 's/^${line}$/${text}/' ${file}`).join("; ");
const lines = (changes: Record<number, string> = {}) =>
  Array.from({ length: 30 }, (_, at) => `${changes[at] ?? at}\n`).join("");
const read = ({ root }: World, file = "a") => readFileSync(join(root, file), "latin1");
const take = (world: World, chosen?: string[], options: UndoOptions = {}) =>
  undo(world.io, world.root, { ...options, hunks: { chosen } });
const list = async (world: World, options: UndoOptions = {}): Promise<readonly ListedHunk[]> =>
  (await undo(world.io, world.root, { hunks: {}, ...options, dryRun: true })).hunks!;
/** What each checkpoint in effect is about, in added lines. */
const live = async ({ io, root }: World) =>
  (await listCheckpoints(io, root)).checkpoints.map(({ scope, files }) =>
    [scope, ...files.map(({ path, additions }) => `${path}+${additions ?? ""}`)].join(" "),
  );

async function threeHunks(): Promise<World> {
  const world = makeWorld(SETUP);
  await world.turn(put("a", [2, "two"], [12, "twelve"], [22, "last"]));
  return world;
}

describe("undo by hunk", () => {
  test("lists hunks with numbers and ids, and changes nothing by that", async () => {
    const world = await threeHunks();
    const hunks = await list(world);
    expect(hunks.map(({ number, path, kind, state }) => [number, path, kind, state])).toEqual(
      [1, 2, 3].map((number) => [number, "a", "lines", "there"]),
    );
    expect(hunks[1]!.patch).toContain("-12\n+twelve\n");
    expect(read(world)).toBe(lines({ 2: "two", 12: "twelve", 22: "last" }));
  });

  test("uses up just what was put back, hunk by hunk; each redo brings one back byte for byte", async () => {
    const world = await threeHunks();
    const result = await take(world, ["2"]);
    expect(result).toMatchObject({ restored: true, complete: true, files: 1, conflicts: [], skipped: [] });
    expect(result.changes).toMatchObject([{ path: "a", additions: 1, deletions: 1 }]);
    expect(read(world)).toBe(lines({ 2: "two", 22: "last" }));
    expect(await live(world)).toEqual(["turn a+2"]);
    expect((await list(world)).length).toBe(2);
    await take(world, [(await list(world))[1]!.id]);
    expect(read(world)).toBe(lines({ 2: "two" }));
    expect(await live(world)).toEqual(["turn a+1"]);
    expect(await take(world, ["1"])).toMatchObject({ complete: true });
    expect(await live(world)).toEqual([]);
    const states = [];
    for (let step = 0; step < 3; step += 1) {
      await redo(world.io, world.root);
      states.push([read(world), ...(await live(world))]);
    }
    expect(states).toEqual([
      [lines({ 2: "two" }), "turn a+1"],
      [lines({ 2: "two", 22: "last" }), "turn a+2"],
      [lines({ 2: "two", 12: "twelve", 22: "last" }), "turn a+3"],
    ]);
  });

  test("shows no line of a file that alsoRecord names, and takes it back as a whole", async () => {
    const world = makeWorld(`${SETUP} && echo .env > .gitignore && echo A=one > .env`, { SNAPVEIL_CONFIG: "" });
    const folder = join(world.home, ".config/snapveil");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "config.jsonc"), JSON.stringify({ alsoRecord: [".env"] }));
    await world.turn("echo A=two > .env; echo B=three >> .env");
    const hunks = await list(world);
    expect(hunks).toMatchObject([{ path: ".env", kind: "file", state: "there", patch: "", withheld: true, parts: [] }]);
    expect(JSON.stringify(hunks)).not.toMatch(/one|two|three/);
    expect(await take(world, ["1"])).toMatchObject({ complete: true, files: 1 });
    expect(read(world, ".env")).toBe("A=one\n");
  });

  test("leaves the rest to a whole undo, which finds no edit in it", async () => {
    const world = await threeHunks();
    await take(world, ["1"]);
    const whole = await undo(world.io, world.root);
    expect(whole).toMatchObject({ complete: true, conflicts: [], notes: [] });
    expect(read(world)).toBe(lines());
    await redo(world.io, world.root, { count: 2 });
    expect(read(world)).toBe(lines({ 2: "two", 12: "twelve", 22: "last" }));
  });

  test("counts what a person typed again as theirs: the rest of the turn leaves it", async () => {
    const world = await threeHunks();
    await take(world, ["1"]);
    world.sh(put("a", [2, "two"]));
    expect((await list(world)).length).toBe(2);
    await undo(world.io, world.root);
    expect(read(world)).toBe(lines({ 2: "two" }));
  });

  test("keeps the rest of the turn through prune and for verify, and shows it", async () => {
    const world = await threeHunks();
    const [{ id } = { id: "" }] = (await listCheckpoints(world.io, world.root)).checkpoints;
    await take(world, ["1", "2"]);
    await prune(world.io, world.root, {});
    expect(await verify(world.io, world.root)).toEqual({ ok: true, problems: [] });
    const { files, patch } = await showCheckpoint(world.io, world.root, { checkpoint: id });
    expect(files).toMatchObject([{ path: "a", additions: 1, deletions: 1 }]);
    expect(String(patch)).not.toContain("twelve");
    await restore(world.io, world.root, { checkpoint: id, after: true });
    expect(read(world)).toBe(lines({ 2: "two", 12: "twelve", 22: "last" }));
  });

  test("keeps later edits elsewhere, and leaves and names lines that were edited since", async () => {
    const world = await threeHunks();
    world.sh(put("a", [7, "mine"], ["twelve", "mine, too"]));
    expect((await list(world)).map(({ state }) => state)).toEqual(["there", "edited", "there"]);
    const result = await take(world, ["1", "2"]);
    expect(result).toMatchObject({
      restored: true,
      complete: false,
      skipped: [{ path: "a", why: "hunk 2: the same lines were edited since" }],
    });
    expect(read(world)).toBe(lines({ 7: "mine", 12: "mine, too", 22: "last" }));
    expect(await take(world, ["1"])).toMatchObject({ restored: false, complete: false, undone: [{ scope: "turn" }] });
    expect(await live(world)).toEqual(["turn a+2"]);
    const marked = await undo(world.io, world.root, { hunks: { chosen: ["1"], markers: true } });
    expect(marked).toMatchObject({ restored: true, conflicts: [{ path: "a" }] });
    expect(read(world)).toContain("<<<<<<< now\nmine, too\n||||||| after the turn\ntwelve\n=======\n12\n>>>>>>> ");
    await redo(world.io, world.root, { count: 2 });
    expect(read(world)).toBe(lines({ 2: "two", 7: "mine", 12: "mine, too", 22: "last" }));
  });

  test("takes files that have no hunks as a whole: new, deleted, binary, links; and a mode by itself", async () => {
    const world = makeWorld(`${SETUP}; printf 'x\\0' > bin; ln -s a link; git add .; git commit -qm more`);
    await world.turn(
      `printf new > new; rm b; printf 'y\\0' > bin; ln -sfn b link; chmod +x a; ${put("a", [2, "two"])}; printf odd > $'o\\n\\xff"'`,
    );
    const hunks = await list(world);
    expect(hunks.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      "a mode",
      "a lines",
      "b file",
      "bin file",
      "link file",
      "new file",
      'o\n�" file',
    ]);
    await take(world, ["1", "3", "4", "7"]);
    expect(world.sh("stat -c %A a; readlink link; cat b | wc -l; od -c bin | head -1; ls | wc -l")).toBe(
      "-rw-r--r--\nb\n30\n0000000   x  \\0\n5\n",
    );
    expect(read(world)).toBe(lines({ 2: "two" }));
    expect(await live(world)).toEqual(["turn a+1 link+1 new+1"]);
    await take(world, ["1", "2", "3"]);
    expect(await live(world)).toEqual([]);
    expect(world.sh("readlink link; git status --porcelain")).toBe("a\n");
    await redo(world.io, world.root, { count: 2 });
    expect(world.sh("stat -c %A a; cat new; ls | wc -l")).toBe("-rwxr-xr-x\nnew6\n");
  });

  test.each([
    ["deleted", "rm a", "+++ /dev/null"],
    ["made a link", "ln -sfn b a", "new file mode 120000"],
  ])(
    "shows a file that the step %s as the step left it, whatever a person made there since",
    async (_what, script, shown) => {
      const world = makeWorld(SETUP);
      await world.turn(script);
      const [before] = await list(world);
      world.sh("rm -f a; seq 0 29 > a; echo own >> a");
      const [hunk, ...others] = await list(world);
      expect(others).toEqual([]);
      expect(hunk).toMatchObject({ id: before!.id, kind: "file", state: "edited", patch: before!.patch });
      expect(hunk!.patch).toContain(shown);
    },
  );

  test("keeps line ends, bytes that are no UTF-8, and a missing line end", async () => {
    const before = "\xff one\r\n" + lines().replaceAll("\n", "\r\n") + "\xe9nd";
    const after = before.replace("\r\n5\r\n", "\r\nfive\r\n").replace("\xe9nd", "\xe9nde\n");
    const world = makeWorld(SETUP);
    writeFileSync(join(world.root, "a"), before, "latin1");
    await world.hook("turn_start");
    writeFileSync(join(world.root, "a"), after, "latin1");
    await world.hook("turn_end");
    await take(world, ["2"]);
    expect(read(world)).toBe(before.replace("\r\n5\r\n", "\r\nfive\r\n"));
    await take(world, ["1"]);
    expect(read(world)).toBe(before);
    await redo(world.io, world.root, { count: 2 });
    expect(read(world)).toBe(after);
  });

  test("of an unknown hunk, of several turns, or of none does nothing", async () => {
    const world = await threeHunks();
    await expect(take(world, ["4"])).rejects.toMatchObject({ code: "unknownHunk" });
    await expect(take(world, ["0"])).rejects.toMatchObject({ code: "unknownHunk" });
    await expect(take(world, ["1.2"])).rejects.toMatchObject({ code: "unknownHunk" });
    await expect(take(world, ["1"], { count: 2 })).rejects.toMatchObject({ code: "oneStep" });
    expect(await take(world, [])).toMatchObject({ restored: false, complete: true });
    expect(await live(world)).toEqual(["turn a+3"]);
    expect(read(world)).toBe(lines({ 2: "two", 12: "twelve", 22: "last" }));
  });

  test("can divide a hunk", async () => {
    const world = makeWorld(SETUP);
    await world.turn(put("a", [2, "two"], [5, "five"]));
    const [hunk] = await list(world);
    expect(hunk!.parts.length).toBe(2);
    await take(world, ["1.2"]);
    expect(read(world)).toBe(lines({ 2: "two" }));
    expect(await live(world)).toEqual(["turn a+1"]);
  });
});

describe("a turn out of the middle", () => {
  test("goes, and what came later in the file stays and can still be undone", async () => {
    const world = await threeHunks();
    const [{ id } = { id: "" }] = (await listCheckpoints(world.io, world.root)).checkpoints;
    await world.turn(put("a", [7, "later"]));
    world.sh(put("a", [17, "mine"]));
    await take(world, ["1", "3"], { step: id });
    expect(read(world)).toBe(lines({ 7: "later", 12: "twelve", 17: "mine" }));
    expect(await live(world)).toEqual(["turn a+1", "turn a+1"]);
    expect(await undo(world.io, world.root, { step: id })).toMatchObject({ complete: true, conflicts: [] });
    expect(read(world)).toBe(lines({ 7: "later", 17: "mine" }));
    await expect(undo(world.io, world.root, { step: id })).rejects.toMatchObject({ code: "notAStep" });
    await undo(world.io, world.root);
    expect(read(world)).toBe(lines({ 17: "mine" }));
    await redo(world.io, world.root, { count: 3 });
    expect(read(world)).toBe(lines({ 2: "two", 7: "later", 12: "twelve", 17: "mine", 22: "last" }));
  });

  test("can be one call of a turn", async () => {
    const world = makeWorld(SETUP);
    await world.hook("turn_start");
    await world.call("c1", put("a", [2, "two"]));
    await world.call("c2", put("a", [12, "twelve"]));
    await world.hook("turn_end");
    const call = (await listCheckpoints(world.io, world.root)).checkpoints.find(({ scope }) => scope === "tool");
    await undo(world.io, world.root, { step: call!.id });
    expect(read(world)).toBe(lines({ 12: "twelve" }));
    await undo(world.io, world.root);
    expect(read(world)).toBe(lines());
  });
});

test("restore by hunk brings back hunks of a state, and undo takes that back", async () => {
  const world = await threeHunks();
  const [{ id: checkpoint } = { id: "" }] = (await listCheckpoints(world.io, world.root)).checkpoints;
  world.sh(put("b", [28, "mine"]));
  const { hunks } = await restore(world.io, world.root, { checkpoint, hunks: {}, dryRun: true });
  expect(hunks!.map(({ patch }) => /^-.*$/m.exec(patch)![0])).toEqual(["-two", "-twelve", "-last", "-mine"]);
  expect(await restore(world.io, world.root, { checkpoint, hunks: { chosen: ["2", "4"] } })).toMatchObject({
    restored: true,
    changes: [
      { path: "a", additions: 1, deletions: 1 },
      { path: "b", additions: 1, deletions: 1 },
    ],
  });
  expect([read(world), read(world, "b")]).toEqual([lines({ 2: "two", 22: "last" }), lines()]);
  await undo(world.io, world.root);
  expect([read(world), read(world, "b")]).toEqual([
    lines({ 2: "two", 12: "twelve", 22: "last" }),
    lines({ 28: "mine" }),
  ]);
});

describe("a renamed file is one choice", () => {
  const renamed = async (script: string) => {
    const world = makeWorld(SETUP);
    await world.turn(script);
    return world;
  };

  test.each([
    ["mv a c", "rename from a\nrename to c\n"],
    [`mv a c; ${put("c", [2, "two"])}`, "-2\n+two\n"],
  ])("%s", async (script, shown) => {
    const world = await renamed(`${script}; echo new > other`);
    const hunks = await list(world);
    expect(hunks.map(({ number, path, former, kind }) => [number, path, former, kind])).toEqual([
      [1, "c", "a", "file"],
      [2, "other", undefined, "file"],
    ]);
    expect(hunks[0]!.patch).toContain(shown);
    await take(world, ["1"]);
    expect([read(world), world.files("c", "other")]).toEqual([lines(), "- new"]);
    expect(await live(world)).toEqual(["turn other+1"]);
    await redo(world.io, world.root);
    expect(world.files("a", "other")).toBe("- new");
  });

  test("also in a restore, whose list says which name it gets back", async () => {
    const world = await renamed("mv a c");
    const [{ id = "" } = {}] = (await listCheckpoints(world.io, world.root)).checkpoints;
    const preview = await restore(world.io, world.root, { checkpoint: id, hunks: {}, dryRun: true });
    expect(preview.hunks).toMatchObject([{ path: "c", former: "a", patch: "rename from c\nrename to a\n" }]);
    await restore(world.io, world.root, { checkpoint: id, hunks: { chosen: ["1"] } });
    expect([read(world), world.files("c")]).toEqual([lines(), "-"]);
  });

  test("unless less than half of its lines are the same", async () => {
    const world = await renamed("seq 100 200 > c; rm a");
    expect((await list(world)).map(({ path, former }) => [path, former])).toEqual([
      ["a", undefined],
      ["c", undefined],
    ]);
  });
});

test("no list of hunks shows what is in a file that alsoRecord names, whatever became of it", async () => {
  const world = makeWorld(
    `${SETUP} && seq 50 79 > d && echo .env > .gitignore && echo KEY=first > .env && cp .env .env.old`,
  );
  writeFileSync(join(world.home, "settings.yaml"), "alsoRecord: ['.env', '.env.*']\n");
  const own = { ...world.io.env, SNAPVEIL_CONFIG: join(world.home, "settings.yaml") };
  Object.assign(world.io, { env: own });
  for (const script of [
    "echo KEY=second > .env; echo KEY=made > .env.new; rm .env.old; echo x > b",
    "mv .env.new .env.moved; echo KEY=third >> .env.moved",
    "mv d .env.d; echo KEY=fourth >> .env.d",
    "mv .env.d e; sed -i '/KEY/d' e",
  ]) {
    await world.turn(script);
    const hunks = await list(world);
    expect(hunks.filter(({ path }) => path.startsWith(".env")).length).toBeGreaterThan(0);
    const restored = (await listCheckpoints(world.io, world.root)).checkpoints[0]!.id;
    const back = await restore(world.io, world.root, { checkpoint: restored, hunks: {}, dryRun: true });
    const shown = JSON.stringify([...hunks, ...back.hunks!]);
    expect(shown).toContain(".env");
    expect(shown).not.toMatch(/KEY|first|second|made|third|fourth/);
  }
});
