import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, describe, expect, test, vi } from "vitest";

import type { CheckpointList } from "../../shadow-repo/journal/checkpoint.ts";
import { KEY, missing, snapveilOn, type PseudoTerminal } from "../support/pseudo-terminal.ts";
import { worldPutBack } from "../support/temporary-world.ts";
import { startKillable } from "../torture/support/start-killable.ts";

vi.setConfig({ testTimeout: 300_000 });

/** The agent is started in a folder with two repositories, and works in a third one beside it, too. */
const world = worldPutBack(async ({ sh, configure, hook }) => {
  configure({ deadline: 15 });
  sh(
    `for r in a b ../beside; do git init -q $r; seq 40 > $r/f; git -C $r add .; git -C $r commit -qm one; done; echo n > notes`,
  );
  const event = (hook_event_name: string, more = {}) =>
    hook(["--agent", "claude-code", "snapshot"], { hook_event_name, ...more });
  const turn = async (prompt: string, command: string) => {
    const call = { tool_name: "Bash", tool_use_id: prompt, tool_input: { command } };
    await event("UserPromptSubmit", { prompt });
    await event("PreToolUse", call);
    sh(command);
    await event("PostToolUse", { ...call, tool_response: {} });
    await event("Stop");
  };
  await turn("Only in b", "sed -i 's/^3$/three/' b/f");
  await turn(
    "Everywhere",
    "mv a/f a/g; echo B > b/new; echo changed > notes; cd ../beside && sed -i 's/^7$/needle/' f",
  );
});

const FILES = ["a/f", "a/g", "b/f", "b/new", "../beside/f", "notes"];
const state = () => FILES.map((path) => (existsSync(world.at(path)) ? world.read(path) : null));
const count = (until: number, changes: Record<number, string> = {}) =>
  Array.from({ length: until }, (_, at) => `${changes[at + 1] ?? at + 1}\n`).join("");
const AFTER = [null, count(40), count(40, { 3: "three" }), "B\n", count(40, { 7: "needle" }), "changed\n"];
const BEFORE = [count(40), null, count(40, { 3: "three" }), null, count(40), "changed\n"];
const FIRST = [count(40), null, count(40), null, count(40), "changed\n"];
const say = async (...words: string[]) => (await world.snapveil(words)).stdout;
const list = async (...words: string[]) => (await world.json<CheckpointList>(["checkpoints", ...words])).checkpoints;

test("undo and redo there are about all of them, and files of the folder itself stay", async () => {
  const git = () => world.sh("cat a/.git/* b/.git/* ../beside/.git/* 2>/dev/null | sha256sum");
  const untouched = git();
  expect(state()).toEqual(AFTER);
  expect(await say("undo", "--yes")).toContain("In 3 repositories: a (2 files), b (1 file), ../beside (1 file).");
  expect(state()).toEqual(BEFORE);
  expect(await say("undo", "--yes")).toContain("In 1 repository: b (1 file).");
  expect(state()).toEqual(FIRST);
  await say("redo", "--yes");
  await say("redo", "--yes");
  expect(state()).toEqual(AFTER);
  await say("undo", "../beside", "--yes");
  expect(state()).toEqual(AFTER.with(4, count(40)));
  expect(git()).toBe(untouched);
});

test("a command about one repository's part names the others, and a pin is for all of these", async () => {
  const [, { id, repositories = [] } = { id: "" }] = (await list()).filter(({ scope }) => scope === "turn");
  const part = repositories.find(({ worktree }) => worktree === world.at("b"))!.checkpoint;
  const others = repositories.filter(({ checkpoint }) => checkpoint !== part);
  for (const words of [
    ["show", part],
    ["export", part, "--patch"],
    ["restore", part, "--dry-run"],
  ]) {
    const { stdout, stderr } = await world.snapveil(words);
    const text = stdout + stderr;
    for (const { checkpoint, worktree } of others) expect(text, words[0]).toContain(`${checkpoint} in ${worktree}`);
  }
  await say("pin", id, "all of it");
  const pinned = async (name: string) =>
    (await world.json<CheckpointList>(["checkpoints"], { cwd: world.at(name) })).checkpoints.map((one) => one.pinned);
  for (const name of ["a", "b", "../beside"]) expect(await pinned(name), name).toContain(true);
  await say("unpin", part);
  for (const name of ["a", "b", "../beside"]) expect(await pinned(name), name).not.toContain(true);
  const inB = await world.snapveil(["undo", "--yes"], { cwd: world.at("b") });
  expect(inB.stdout).toContain(`snapveil undo in ${world.cwd} takes back the whole`);
  expect(inB.stdout).toContain(world.at("a"));
  expect(state()).toEqual(AFTER.with(3, null));
});

test("what names a turn there finds it in its repository", { tags: ["long"] }, async () => {
  const turns = (await list()).filter(({ scope }) => scope === "turn");
  expect(turns.map(({ title, files }) => [title, files.map(({ path }) => path)])).toEqual([
    ["Only in b", ["b/f"]],
    ["Everywhere", ["a/f", "a/g", "b/new", "../beside/f"]],
  ]);
  const [first, second] = turns as [(typeof turns)[0], (typeof turns)[0]];
  const inB = second.repositories!.find(({ worktree }) => worktree === world.at("b"))!;
  expect(await say("show", inB.checkpoint)).toContain("new");
  const found = await say("checkpoints", "-S", "needle");
  const beside = second.repositories!.find(({ worktree }) => worktree.endsWith("beside"))!;
  expect(found).toContain(`snapveil restore ${beside.checkpoint} ../beside/f`);
  await say("restore", beside.checkpoint, "../beside/f", "--yes");
  expect(world.read("../beside/f")).toBe(count(40));
  expect(await say("pin", inB.checkpoint, "good")).toContain(`Pinned checkpoint ${inB.checkpoint}: good`);
  expect(await say("export", first.repositories![0]!.checkpoint, "--patch")).toContain("+three");
  await say("undo", "--step", first.id, "--yes");
  expect(world.read("b/f")).toBe(count(40));
  const { stdout, exitCode } = await world.snapveil(["undo", "--step", inB.checkpoint, "-p", "--dry-run"]);
  expect([stdout.includes("new"), exitCode]).toEqual([true, 0]);
  expect(await say("status", "--line")).toContain("undo ready");
  const { stderr } = await world.snapveil(["prune"]);
  expect(stderr).toContain(`work here; for other commands, go into one of these: ${world.at("a")}`);
});

test("status and verify there tell of each repository", async () => {
  const text = await say("status");
  expect(text).toContain("in 3 repositories; files of the folder that are in none of them are not recorded");
  for (const name of ["a", "b", "../beside"]) expect(text).toMatch(new RegExp(`^recorded together  ${name}$`, "m"));
  expect(await world.json(["status"])).toMatchObject({
    worktree: world.cwd,
    torn: null,
    repositories: [
      { worktree: world.at("a"), checkpoints: 2, refused: null },
      { worktree: world.at("b"), checkpoints: 4 },
      { worktree: world.at("../beside"), checkpoints: 2 },
    ],
  });
  expect(await say("verify")).toBe("Everything is sound in 3 repositories.\n");
  world.sh(
    'for shadow in "$SNAPVEIL_DATA_DIR"/snapshot/*; do grep -q "/b$" "$shadow/worktree" && echo odd >> "$shadow/journal"; done; true',
  );
  const { stdout, exitCode } = await world.snapveil(["verify"]);
  expect([stdout, exitCode]).toEqual([expect.stringMatching(/^b: Line \d+ of the journal is damaged/), 1]);
  expect(JSON.parse((await world.snapveil(["verify", "--json"])).stdout)).toMatchObject({
    ok: false,
    problems: [expect.stringMatching(/^b: Line/)],
    repositories: [{ worktree: world.at("a"), ok: true }, { worktree: world.at("b"), ok: false }, { ok: true }],
  });
});

test("a path leads blame and diff into its repository", async () => {
  expect(await say("blame", "b/f:3")).toMatch(/^f:3: three\n(?:.*\n)*Prompt +Only in b/);
  expect(await world.json(["blame", "../beside/f:7"])).toMatchObject({
    worktree: world.at("../beside"),
    path: "f",
    lines: [{ text: "needle", by: "agent", title: "Everywhere" }],
  });
  world.write("b/f", "mine\n");
  expect((await world.json<CheckpointList & { files: object[] }>(["diff", "b/f"])).files).toMatchObject([
    { path: "f" },
  ]);
  expect((await world.json<CheckpointList & { files: object[] }>(["diff", "b"])).files).toMatchObject([{ path: "f" }]);
  const { stderr, exitCode } = await world.snapveil(["diff", "a", "b"]);
  expect([stderr, exitCode]).toEqual([expect.stringContaining("These paths lie in several repositories"), 2]);
});

interface Hunks {
  readonly hunks: readonly { readonly number: number; readonly id: string; readonly path: string }[];
}

test("undo -p there lists the hunks of all, and takes the chosen ones back in one operation", {
  tags: ["long"],
}, async () => {
  world.sh("printf 'x\\n' >> b/f; printf 'x\\n' >> ../beside/f"); // edits elsewhere in the files stay
  const { hunks } = await world.json<Hunks>(["undo", "-p", "--dry-run"]);
  expect(hunks.map(({ number, path }) => [number, path])).toEqual([
    [1, "a/g"],
    [2, "b/new"],
    [3, "../beside/f"],
  ]);
  expect(await say("undo", "-p", "--dry-run", "../beside")).toMatch(/^\.\.\/beside\/f\n\[1\] /);
  const taken = await say("undo", "--hunks", `3,${hunks[0]!.id}`, "--yes");
  expect(taken).toContain("In 2 repositories: a (2 files), ../beside (1 file).");
  expect(state()).toEqual([count(40), null, `${count(40, { 3: "three" })}x\n`, "B\n", `${count(40)}x\n`, "changed\n"]);
  expect((await list()).at(-1)!.files.map(({ path }) => path)).toEqual(["b/new"]);
  await say("redo", "--yes");
  expect(world.read("../beside/f")).toBe(`${count(40, { 7: "needle" })}x\n`);
  expect(state().slice(0, 2)).toEqual([null, count(40)]);
  const { stderr, exitCode } = await world.snapveil(["undo", "--hunks", "4", "--yes"]);
  expect([stderr, exitCode]).toEqual([expect.stringContaining('"4"'), 2]);
});

test("an undo there that is killed at any point is brought back in all of them", {
  timeout: 900_000,
  tags: ["long"],
}, async () => {
  const place = { root: world.cwd, env: world.env } as Parameters<typeof startKillable>[0];
  const file = world.at("../count");
  await startKillable(place, ["undo", "--yes"], { death: { countTo: file } });
  const calls = Number(readFileSync(file, "utf8").trim().split("\n").at(-1));
  await say("redo", "--yes");
  let torn = 0;
  for (let at = 3; at <= 7; at += 1) {
    const { killed } = await startKillable(place, ["undo", "--yes"], {
      death: { call: Math.floor((calls * at) / 8), half: at % 2 === 0 },
    });
    expect(killed).toBe(true);
    if ((await say("undo", "--dry-run")).includes("died on the way; this brings back")) {
      torn += 1;
      await say("undo", "--yes");
    }
    expect(state(), `call ${at}`).toEqual(AFTER);
    await say("undo", "--yes");
    expect(state(), `call ${at}`).toEqual(BEFORE);
    await say("redo", "--yes");
  }
  expect(torn).toBeGreaterThan(0);
});

test.each(["mkdir plain", "git init -q --bare plain"])(
  "nothing is written for a folder without any: %s",
  async (make) => {
    world.sh(make);
    const cwd = world.at("plain");
    for (const hook_event_name of ["SessionStart", "UserPromptSubmit", "Stop"])
      await world.hook(["--agent", "claude-code", "snapshot"], { hook_event_name, session_id: "elsewhere", cwd });
    expect(world.sh(`grep -rl '${cwd}$' "$SNAPVEIL_DATA_DIR" || true`)).toBe("");
  },
);

test("a folder that is gone is forgotten with its repositories", async () => {
  const notes = join(world.data, "together");
  expect(readdirSync(notes)).toHaveLength(1);
  world.sh("rm -r a b ../beside && cd .. && rm -r project && mkdir elsewhere");
  await world.snapveil(["prune", "--orphans"], { cwd: world.at("../elsewhere") });
  expect(readdirSync(notes)).toEqual([]);
});

describe.skipIf(missing !== undefined)("the picker there", () => {
  const open: PseudoTerminal[] = [];
  afterEach(() => {
    for (const terminal of open.splice(0)) terminal.kill();
  });
  const start = (words: string[]) => {
    const terminal = snapveilOn(words, { env: world.env, cwd: world.cwd });
    open.push(terminal);
    return terminal;
  };

  test("shows the files of all, and takes back those that are ticked", { tags: ["long"] }, async () => {
    const terminal = start(["undo"]);
    await terminal.shows("Undo the last turn");
    await terminal.shows("Everywhere");
    terminal.press(KEY.enter);
    await terminal.shows("Put back 3 files"); // a renamed file is one
    await terminal.shows("../beside/f");
    terminal.press(" "); // not a/g → a/f
    await terminal.shows("Put back 2 files");
    terminal.press(KEY.enter);
    await terminal.shows("Put back 2 files:");
    terminal.press("y");
    await terminal.ends();
    expect(state()).toEqual(BEFORE.with(0, null).with(1, count(40)));
  });

  test("divides a file of one of them into hunks", { tags: ["long"] }, async () => {
    world.sh("sed -i 's/^30$/thirty/' ../beside/f");
    const terminal = start(["undo"]);
    await terminal.shows("Everywhere");
    terminal.press(KEY.enter);
    await terminal.shows("Put back 3 files");
    terminal.press("beside");
    await terminal.shows("of 3");
    terminal.press(KEY.tab);
    await terminal.shows("1 hunk of ../beside/f");
    await terminal.shows("+needle");
    terminal.press(KEY.ctrlC);
    expect((await terminal.ends()).exitCode).toBe(130);
  });

  test("restores the state of one repository", { tags: ["long"] }, async () => {
    writeFileSync(world.at("../beside/f"), "mine\n");
    const terminal = start(["restore"]);
    await terminal.shows("Restore the state before");
    terminal.press("beside");
    terminal.press(KEY.enter);
    await terminal.shows("Put back 1 file");
    terminal.press(KEY.enter);
    await terminal.shows("Put back 1 file:");
    terminal.press("y");
    await terminal.ends();
    expect(world.read("../beside/f")).toBe(count(40));
  });
});
