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

test("what names a step there finds it in its repository", async () => {
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
  const { stderr } = await world.snapveil(["status"]);
  expect(stderr).toContain(
    `undo, redo, checkpoints and ui work here, and for all else go into one of them: ${world.at("a")}`,
  );
});

test("an undo there that is killed at any point is brought back in all of them", { timeout: 900_000 }, async () => {
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
    if ((await say("undo", "--dry-run")).includes("was ended on the way")) {
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

  test("shows the files of all, and takes back those that are ticked", async () => {
    const terminal = start(["undo"]);
    await terminal.shows("Undo the last step");
    await terminal.shows("Everywhere");
    terminal.press(KEY.enter);
    await terminal.shows("Put back 4 files");
    await terminal.shows("../beside/f");
    terminal.press(" "); // not a/f
    await terminal.shows("Put back 3 files");
    terminal.press(KEY.enter);
    await terminal.shows("Put back 3 files:");
    terminal.press("y");
    await terminal.ends();
    expect(state()).toEqual(BEFORE.with(0, null));
  });

  test("restores the state of one repository", async () => {
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
