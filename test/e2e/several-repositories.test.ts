import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test, vi } from "vitest";

import type { CheckpointList } from "../../shadow-repo/journal/checkpoint.ts";
import { ownerLine, takeLock } from "../../shadow-repo/locks/owned-lock.ts";
import { askSnapveil } from "../support/run.ts";
import { silentIo } from "../support/silent-io.ts";
import { worldPutBack } from "../support/temporary-world.ts";
import { startKillable } from "../torture/support/start-killable.ts";

/** Each turn is recorded in three repositories, and looked at in all of them. */
vi.setConfig({ testTimeout: 300_000 });

interface Result {
  restored: boolean;
  complete: boolean;
  files: number;
  notes: string[];
  skipped: { path: string }[];
  repositories?: { worktree: string; files: number }[];
}

const world = worldPutBack(async ({ sh, configure }) => {
  configure({ deadline: 15 });
  sh(
    "git init -q ../lib && echo l > ../lib/l.txt && git -C ../lib add . && git -C ../lib commit -qm one && " +
      "git init -q . && git submodule add -q ../lib lib && echo a > a.txt && git add . && git commit -qm one && " +
      "git init -q tools/nested && echo n > tools/nested/n.txt",
  );
});

const hook = (event: object, cwd = world.cwd) =>
  askSnapveil(["hook", "--agent", "claude-code", "snapshot"], {
    env: world.env,
    cwd,
    input: JSON.stringify({ session_id: "s1", cwd, ...event }),
  });
async function turn(script: string, cwd = world.cwd): Promise<void> {
  await hook({ hook_event_name: "UserPromptSubmit", prompt: "Go on." });
  world.sh(script);
  await hook({ hook_event_name: "Stop", stop_hook_active: false }, cwd);
}
const ask = async (words: readonly string[], code = 0): Promise<Result> => {
  const { stdout, stderr, exitCode } = await askSnapveil([...words, "--json"], { env: world.env, cwd: world.cwd });
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: code });
  return JSON.parse(stdout) as Result;
};
const texts = () =>
  ["a.txt", "lib/l.txt", "tools/nested/n.txt"].map((path) => (existsSync(world.at(path)) ? world.read(path) : ""));
const ALL = "echo A > a.txt; echo L > lib/l.txt; echo N > tools/nested/n.txt; echo new > tools/nested/new";
const BEFORE = ["a\n", "l\n", "n\n"];
const AFTER = ["A\n", "L\n", "N\n"];
const shadowOf = (root: string) => {
  const all = join(world.data, "snapshot");
  return join(all, readdirSync(all).find((name) => readFileSync(join(all, name, "worktree"), "utf8") === `${root}\n`)!);
};

test("a turn is one checkpoint in all of its repositories: undo and redo name each, and touch no .git", async () => {
  const git = () => world.sh("cat .git/HEAD .git/index .git/modules/lib/index tools/nested/.git/HEAD | sha256sum");
  const clean = git();
  await turn(ALL, world.at("lib")); // the agent's shell ends elsewhere
  expect((await ask(["undo", "--dry-run"])).repositories).toHaveLength(3);
  expect(texts()).toEqual(AFTER);
  const result = await ask(["undo", "--yes"]);
  expect(result).toMatchObject({ restored: true, complete: true, files: 4 });
  expect(result.notes).toContain("In 3 repositories: . (1 file), lib (1 file), tools/nested (2 files).");
  expect(texts()).toEqual(BEFORE);
  expect(existsSync(world.at("tools/nested/new"))).toBe(false);
  expect(git()).toBe(clean);
  expect(await ask(["undo", "--yes"])).toMatchObject({ restored: false });
  expect((await ask(["redo", "--yes"])).repositories).toHaveLength(3);
  expect(texts()).toEqual(AFTER);
  expect(await ask(["undo", "--yes"])).toMatchObject({ restored: true, files: 4 });
  expect(texts()).toEqual(BEFORE);
});

test("a repository whose files are as before already is in the way of no other, and can still be undone", async () => {
  await turn(ALL);
  world.sh("echo l > lib/l.txt");
  expect(await ask(["undo", "--yes"], 2)).toMatchObject({ restored: true, skipped: [{ path: "lib/l.txt" }] });
  expect(texts()).toEqual(BEFORE);
  world.sh("echo L > lib/l.txt");
  expect(await ask(["undo", "--yes"])).toMatchObject({ restored: true, files: 1 });
  expect(texts()).toEqual(BEFORE);
});

test("a repository that is gone at the end of the turn is named", async () => {
  await turn("echo A > a.txt; echo N > tools/nested/n.txt; rm -rf tools/nested");
  const { stdout } = await world.snapveil(["undo", "--yes"]);
  expect(stdout).toContain(`changed files in ${world.at("tools/nested")}, too, which is gone`);
  expect(world.read("a.txt")).toBe("a\n");
});

test("of the turns in a repository that is gone only its own parts are named", async () => {
  await turn("echo N > tools/nested/n.txt");
  await turn("echo A > a.txt");
  await turn("echo AA > a.txt; echo NN > tools/nested/n.txt");
  world.sh("rm -rf tools/nested");
  const undone = async () => (await world.snapveil(["undo", "--yes"])).stdout.includes("too, which is gone");
  expect([await undone(), world.read("a.txt")]).toEqual([true, "A\n"]);
  expect([await undone(), world.read("a.txt")]).toEqual([false, "a\n"]);
});

test("turns are taken back in their order, whichever repositories each is in; several at once, too", {
  tags: ["long"],
}, async () => {
  await turn("echo A > a.txt");
  await turn("echo L > lib/l.txt");
  await turn("echo B > a.txt; echo N > tools/nested/n.txt");
  const { stdout } = await askSnapveil(["undo", "--yes"], { env: world.env, cwd: world.cwd });
  expect(stdout).toContain("tools/nested/n.txt");
  expect(texts()).toEqual(["A\n", "L\n", "n\n"]);
  expect((await ask(["undo", "--yes"])).repositories).toMatchObject([{ worktree: world.at("lib") }]);
  expect(texts()).toEqual(["A\n", "l\n", "n\n"]);
  await ask(["redo", "--yes"]);
  await ask(["redo", "--yes"]);
  expect(texts()).toEqual(["B\n", "L\n", "N\n"]);
  await ask(["undo", "3", "--yes"]);
  expect(texts()).toEqual(BEFORE);
  const { exitCode, stderr } = await askSnapveil(["undo", "2", "--yes"], { env: world.env, cwd: world.cwd });
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining("2 turns were asked for, and only 0"),
  });
});

test("from the repository itself, or of a path, only that repository's part is taken back", {
  tags: ["long"],
}, async () => {
  await turn(ALL);
  await world.snapveil(["undo", "--yes"], { cwd: world.at("lib") });
  expect(texts()).toEqual(["A\n", "l\n", "N\n"]);
  await ask(["undo", "1", "a.txt", "--yes"]);
  expect(texts()).toEqual(["a\n", "l\n", "N\n"]);
  await ask(["undo", "--yes"]);
  expect(texts()).toEqual(BEFORE);
  await turn(ALL);
  await ask(["undo", "lib/l.txt", "--yes"]);
  expect(texts()).toEqual(["A\n", "l\n", "N\n"]);
});

test("reset is about one repository, and names those in which the session's turns stay", async () => {
  await turn(ALL);
  const { notes } = await ask(["reset", "0", "--session", "s1", "--yes"]);
  expect(notes).toContain(
    "This is about one repository. Turns of the session in others stay: lib, tools/nested. snapveil undo N goes over all.",
  );
  expect(texts()).toEqual(["a\n", "L\n", "N\n"]);
});

test("status and verify tell of all, and of one from within it; the same change in two is two hunks", async () => {
  await turn("echo new > n.txt; echo new > lib/n.txt; echo N > tools/nested/n.txt");
  const { stdout } = await askSnapveil(["status"], { env: world.env, cwd: world.cwd });
  expect(stdout).toMatch(
    /^snapveil .*\nworktree .*\n(?:.*\n)*\nrecorded together {2}lib\n(?:.*\n)*\nrecorded together {2}tools\/nested\n/,
  );
  const status = async (cwd: string) =>
    JSON.parse((await askSnapveil(["status", "--json"], { env: world.env, cwd })).stdout) as Result & {
      worktree: string;
    };
  expect(await status(world.cwd)).toMatchObject({
    worktree: world.cwd,
    checkpoints: 1,
    repositories: [{ worktree: world.at("lib"), checkpoints: 1 }, { worktree: world.at("tools/nested") }],
  });
  expect((await status(world.at("lib"))).repositories).toBeUndefined();
  const { hunks } = (await ask(["undo", "-p", "--dry-run"])) as Result & { hunks: { id: string; path: string }[] };
  expect(hunks.map(({ path }) => path)).toEqual(["n.txt", "lib/n.txt", "tools/nested/n.txt"]);
  expect(new Set(hunks.map(({ id }) => id)).size).toBe(3);
  await ask(["undo", "--hunks", hunks[1]!.id, "--yes"]);
  expect([existsSync(world.at("n.txt")), existsSync(world.at("lib/n.txt"))]).toEqual([true, false]);
});

test("while a turn is open it is taken back in all of them, and what comes after is another turn", {
  tags: ["long"],
}, async () => {
  await hook({ hook_event_name: "UserPromptSubmit", prompt: "Go on." });
  world.sh(ALL);
  expect(await ask(["undo", "--yes"])).toMatchObject({ restored: true, files: 4 });
  expect(texts()).toEqual(BEFORE);
  world.sh("echo M > lib/l.txt; echo B > a.txt");
  await hook({ hook_event_name: "Stop", stop_hook_active: false });
  expect(await ask(["undo", "--yes"])).toMatchObject({ files: 2 });
  expect(texts()).toEqual(BEFORE);
});

test("where one refuses, nothing is done in any", async () => {
  await turn(ALL);
  writeFileSync(join(shadowOf(world.at("lib")), "config"), "broken");
  const { exitCode, stderr } = await askSnapveil(["undo", "--yes"], { env: world.env, cwd: world.cwd });
  expect(exitCode).toBe(2);
  expect(stderr).toContain("shadow repository is damaged");
  expect(texts()).toEqual(AFTER);
});

test("where nothing of the turn can be put back in one, nothing is done in any", async () => {
  await turn("echo A > a.txt; echo N > tools/nested/n.txt");
  world.sh("echo ignored > tools/nested/.git/info/exclude; rm tools/nested/n.txt; mkdir tools/nested/n.txt");
  world.write("tools/nested/n.txt/ignored", "mine");
  const result = await ask(["undo", "--yes"], 2);
  expect(result).toMatchObject({ restored: false, complete: false });
  expect(result.notes[0]).toContain("Nothing is changed in any repository");
  expect([world.read("a.txt"), world.read("tools/nested/n.txt/ignored")]).toEqual(["A\n", "mine"]);
});

test("where one fails on the way, the others are put back", { tags: ["long"] }, async () => {
  await turn(ALL);
  const io = silentIo(world.cwd, world.env);
  const lock = takeLock(join(shadowOf(world.at("tools/nested")), "restore.lock"), ownerLine(io), io);
  const { exitCode, stderr } = await askSnapveil(["undo", "--yes"], { env: world.env, cwd: world.cwd });
  lock!.release();
  expect(exitCode).toBe(2);
  expect(stderr).toContain(
    `since ${world.at("tools/nested")} refuses: Another snapveil command has been changing files`,
  );
  expect(texts()).toEqual(AFTER);
  expect(await ask(["undo", "--yes"])).toMatchObject({ restored: true, files: 4 });
  expect(texts()).toEqual(BEFORE);
});

test("repositories are looked for once a session, and a session in one of them is its own", async () => {
  await turn("echo A > a.txt");
  world.sh("git init -q late && echo x > late/x");
  await turn("echo B > a.txt; echo y > late/x");
  expect(readdirSync(join(world.data, "snapshot"))).toHaveLength(3);
  const { stdout } = await askSnapveil(["checkpoints", "--json"], { env: world.env, cwd: world.at("lib") });
  expect((JSON.parse(stdout) as CheckpointList).checkpoints).toEqual([]);
});

test("a repository that the session goes on in brings those below it, and is the home of both", {
  tags: ["long"],
}, async () => {
  const other = join(world.tmp, "other");
  world.sh(
    `git init -q ${other} && cd ${other} && echo o > o.txt && git submodule add -q ${world.at("../lib")} sub && git add . && ` +
      "git commit -qm one && git init -q sub/deep && echo d > sub/deep/d.txt",
  );
  const written = () => ["o.txt", "sub/l.txt", "sub/deep/d.txt"].map((path) => readFileSync(join(other, path), "utf8"));
  const asked = async (command: string) => {
    const { exitCode } = await askSnapveil([command, "--yes"], { env: world.env, cwd: other });
    expect(exitCode).toBe(0);
  };
  await turn("true");
  // In the next turn, and in the middle of one, at a call.
  for (const isAtCall of [false, true]) {
    const call = { tool_name: "Bash", tool_input: { command: "make" }, tool_use_id: "t1" };
    await hook({ hook_event_name: "UserPromptSubmit", prompt: "Go on." }, isAtCall ? world.cwd : other);
    if (isAtCall) await hook({ hook_event_name: "PreToolUse", ...call }, other);
    world.sh(`cd ${other} && echo O > o.txt && echo L > sub/l.txt && echo D > sub/deep/d.txt`);
    if (isAtCall) await hook({ hook_event_name: "PostToolUse", ...call, tool_response: { stdout: "" } }, other);
    await hook({ hook_event_name: "Stop", stop_hook_active: false }, other);
    await asked("undo");
    expect(written()).toEqual(["o\n", "l\n", "d\n"]);
    await asked("redo");
    expect(written()).toEqual(["O\n", "L\n", "D\n"]);
    await asked("undo");
    world.sh(`rm -rf ${world.data}/reach`);
  }
});

test("an undo that is killed at any point loses nothing, and the next one brings back what was before it", {
  timeout: 900_000,
  tags: ["long"],
}, async () => {
  const place = { root: world.cwd, env: world.env } as Parameters<typeof startKillable>[0];
  await turn(ALL);
  const count = world.at("../count");
  await startKillable(place, ["undo", "--yes"], { death: { countTo: count } });
  expect(texts()).toEqual(BEFORE);
  const calls = Number(readFileSync(count, "utf8").trim().split("\n").at(-1));
  await ask(["redo", "--yes"]);
  let torn = 0;
  for (let at = 1; at <= 5; at += 1) {
    const call = Math.floor((calls * at) / 6);
    const { killed } = await startKillable(place, ["undo", "--yes"], { death: { call, half: at % 2 === 0 } });
    expect(killed, `call ${call}`).toBe(true);
    const status = await world.json<{ torn: string | null }>(["status"]);
    const isMixed = !AFTER.every((text, n) => text === texts()[n]);
    if (isMixed) {
      torn += 1;
      const { stdout } = await askSnapveil(["undo", "--dry-run"], { env: world.env, cwd: world.cwd });
      expect(stdout).toContain("died on the way; this brings back the state before it");
      expect(status.torn).not.toBeNull();
      expect(await ask(["undo", "--yes"])).toMatchObject({ restored: true });
    }
    expect(texts(), `call ${call}`).toEqual(AFTER);
    expect(await ask(["undo", "--yes"]), `call ${call}`).toMatchObject({ restored: true, files: 4 });
    expect(texts()).toEqual(BEFORE);
    await ask(["redo", "--yes"]);
    expect(texts()).toEqual(AFTER);
  }
  expect(torn).toBeGreaterThan(0);
});
