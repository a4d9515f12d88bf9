import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import { beforeEach, describe, expect, test } from "vitest";

import type { CheckpointList } from "../../shadow-repo/journal/checkpoint.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";
import { startKillable } from "../torture/support/start-killable.ts";

const world = worldOfEachTest(
  "mkdir -p sub node_modules/p cache/.cache && echo one > a.txt && echo s > sub/s.txt && echo m > node_modules/p/m.js && " +
    "echo '*.log' > sub/.gitignore && echo l > sub/x.log && echo K=1 > .env && echo c > cache/.cache/c",
);

interface Tracked {
  folder: string;
  checkpoint: string | null;
  skipped: object[];
}

const track = (...words: string[]) => world.json<Tracked>(["track", ".", ...words]);
const checkpoints = async () => (await world.json<CheckpointList>(["checkpoints"])).checkpoints;
const undo = (...words: string[]) => world.snapveil(["undo", ...words, "--yes"]);
const notes = () => (existsSync(join(world.data, "tracked")) ? readdirSync(join(world.data, "tracked")) : []);
const shadows = () => (existsSync(join(world.data, "snapshot")) ? readdirSync(join(world.data, "snapshot")) : []);

async function turn(script: string, cwd = world.cwd): Promise<void> {
  const hook = (event: object) => world.hook(["--agent", "claude-code", "snapshot"], { cwd, ...event });
  await hook({ hook_event_name: "UserPromptSubmit", prompt: "Go on." });
  world.sh(script);
  await hook({ hook_event_name: "Stop", stop_hook_active: false });
}

describe.each(["git", "no git"])("a folder without git, with %s", (engine) => {
  beforeEach(() => world.configure(engine === "git" ? {} : { engine: "isomorphic-git" }));

  test("is recorded and undone once a person says so, from its sub-folders too, and never by itself", async () => {
    await turn("echo two > a.txt");
    expect([existsSync(join(world.data, "snapshot")), (await world.snapveil(["checkpoints"])).exitCode]).toEqual([
      false,
      2,
    ]);
    const { folder, checkpoint } = await track();
    expect(folder).toBe(world.cwd);
    expect(checkpoint).toMatch(/^[0-9a-f]{8}$/);
    await turn(
      "echo three > a.txt; rm sub/s.txt; echo n > sub/new; echo y > sub/x.log; echo z > node_modules/p/m.js",
      join(world.cwd, "sub"),
    );
    expect((await checkpoints()).at(-1)!.files.map(({ path, status }) => [path, status])).toEqual([
      ["a.txt", "modified"],
      ["sub/new", "added"],
      ["sub/s.txt", "deleted"],
    ]);
    expect((await world.snapveil(["diff"])).stdout).toContain("Nothing has changed");
    await undo();
    expect([world.read("a.txt"), world.read("sub/s.txt"), existsSync(world.at("sub/new"))]).toEqual([
      "two\n",
      "s\n",
      false,
    ]);
    expect([world.read("sub/x.log"), world.read("node_modules/p/m.js")]).toEqual(["y\n", "z\n"]);
    await world.snapveil(["redo", "--yes"]);
    expect(world.read("a.txt")).toBe("three\n");
    const files = world.sh(
      `git --git-dir=${join(world.data, "snapshot", shadows()[0]!)} ls-tree -r --name-only ` +
        (await checkpoints())[0]!.after,
    );
    expect(files).toBe("a.txt\nsub/.gitignore\nsub/s.txt\n");
    expect(await world.json(["verify"])).toMatchObject({ ok: true });
  });

  test("keeps its history after a git init, and its built-in rules end there", async () => {
    await track();
    await turn("echo two > a.txt");
    world.sh("git init -q . && git add a.txt && git commit -qm one");
    await turn("echo three > a.txt; echo K=2 > .env");
    expect((await checkpoints()).map(({ files }) => files.length)).toEqual([0, 1, 2]);
    await undo("2");
    expect(world.read("a.txt")).toBe("one\n");
    expect(shadows()).toHaveLength(1);
    await turn("echo K=3 > .env"); // by now it is what git does not ignore
    expect((await checkpoints()).at(-1)!.files).toMatchObject([{ path: ".env" }]);
  });

  test("is let go of by untrack: nothing more is recorded, and its history stays until it is taken away", async () => {
    await track();
    await turn("echo two > a.txt");
    expect((await world.json<{ orphans: object[] }>(["prune", "--orphans"])).orphans).toEqual([]);
    await world.json(["untrack", "."]);
    await turn("echo three > a.txt");
    expect(await checkpoints()).toHaveLength(2);
    expect((await undo()).stdout).toContain("a.txt");
    expect(world.read("a.txt")).toBe("one\n");
    expect(await world.json(["prune", "--orphans"], { cwd: world.home })).toMatchObject({
      orphans: [{ worktree: world.cwd }],
    });
    expect([shadows(), notes()]).toEqual([[], []]);
    await track();
    expect((await world.snapveil(["untrack", ".", "--forget"])).stderr).toContain("Add --yes");
    expect(await world.json(["untrack", ".", "--forget", "--yes"])).toEqual({ folder: world.cwd, forgotten: true });
    expect([shadows(), notes(), world.read("a.txt")]).toEqual([[], [], "one\n"]);
  });
});

test("what is none of a person's choice is refused, with a sentence, and leaves nothing behind", async () => {
  world.sh("mkdir -p ../repo/in ../plain && git init -q ../repo");
  const said = async (folder: string) => {
    const { stderr, exitCode } = await world.snapveil(["track", folder], { env: { SNAPVEIL_ALLOW: "home,large" } });
    expect(exitCode, folder).toBe(2);
    return stderr;
  };
  for (const folder of ["/", world.home, join(world.home, "..")])
    expect(await said(folder)).toContain("your home folder");
  expect(await said("../repo/in")).toContain("which is recorded anyway");
  expect(await said("../none")).toContain("is no folder");
  expect(await said("a.txt")).toContain("is no folder");
  mkdirSync(join(world.data, "x"), { recursive: true });
  expect(await said(join(world.data, "x"))).toContain("own data folder");
  expect([notes(), shadows()]).toEqual([[], []]);
  await track();
  expect(await track()).toEqual({ folder: world.cwd, checkpoint: null, skipped: [] });
  expect(await said("sub")).toContain("which is tracked already");
  expect(await said("..")).toContain(`snapveil untrack ${world.cwd}`);
  expect((await world.snapveil(["untrack", "../plain"])).stderr).toContain(`Tracked are: ${world.cwd}.`);
});

test("a repository in it is one of its own, and a repository around it leaves it its history", async () => {
  world.sh("git init -q sub/repo && echo r > sub/repo/r");
  expect((await track()).skipped).toEqual([{ path: "sub/repo/", why: "a repository of its own" }]);
  await turn("echo R > sub/repo/r; echo two > a.txt", world.at("sub/repo"));
  expect((await checkpoints()).length).toBe(1); // that of the repository has it
  const inner = await world.json<CheckpointList>(["checkpoints"], { cwd: world.at("sub/repo") });
  expect(inner.checkpoints.at(-1)!.files).toMatchObject([{ path: "r" }]);
  world.sh("git init -q ..");
  await turn("echo three > a.txt");
  expect((await checkpoints()).at(-1)!.files).toMatchObject([{ path: "a.txt" }]);
  await undo();
  expect(world.read("a.txt")).toBe("two\n");
});

test("more files than a project has need a word more", { tags: ["long"] }, async () => {
  world.sh("mkdir many && cd many && seq 20001 | xargs touch");
  const { stderr, exitCode } = await world.snapveil(["track", "."]);
  expect({ stderr, exitCode }).toEqual({ stderr: expect.stringContaining("it holds 20004 files of"), exitCode: 2 });
  expect(stderr).toContain("--allow-large");
  expect([notes(), shadows()]).toEqual([[], []]);
  expect((await track("--allow-large")).checkpoint).not.toBeNull();
});

test("what is kept of it is private, and a folder of that name that is a link is the same", async () => {
  world.sh("ln -s project ../link");
  await world.json(["track", "../link"]);
  expect(readFileSync(join(world.data, "tracked", notes()[0]!), "utf8")).toBe(`done ${world.cwd}\n`);
  expect(statSync(join(world.data, "tracked")).mode & 0o777).toBe(0o700);
  expect(statSync(join(world.data, "tracked", notes()[0]!)).mode & 0o777).toBe(0o600);
  await turn("echo two > a.txt", join(world.cwd, "../link"));
  expect((await checkpoints()).at(-1)!.files).toMatchObject([{ path: "a.txt" }]);
});

test("a session is told how a folder without git is recorded, and not once it is", async () => {
  const start = () =>
    world.hook(["--agent", "claude-code"], {
      hook_event_name: "SessionStart",
      source: "startup",
      session_id: Math.random().toString(),
    });
  expect((await start()).stdout).toContain("snapveil track");
  await track();
  expect((await start()).stdout).not.toContain("snapveil track");
});

test("track that is killed at any point leaves every file, records nothing by itself, and is gone on with", {
  tags: ["long"],
}, async () => {
  const place = { root: world.cwd, env: world.env } as Parameters<typeof startKillable>[0];
  const count = world.at("../count");
  await startKillable(place, ["track", "."], { death: { countTo: count } });
  const calls = Number(readFileSync(count, "utf8").trim().split("\n").at(-1));
  expect(calls).toBeGreaterThan(30);
  let torn = 0;
  for (let at = 0; at < 9; at += 1) {
    rmSync(world.data, { recursive: true, force: true });
    const call = 1 + Math.floor((calls * at) / 9);
    const { killed } = await startKillable(place, ["track", "."], { death: { call, half: at % 2 === 1 } });
    expect(killed, `call ${call}`).toBe(true);
    expect(world.read("a.txt")).toBe("one\n");
    const state = notes().map((name) => readFileSync(join(world.data, "tracked", name), "utf8").split(" ")[0])[0];
    if (state === "begun") {
      torn += 1;
      await turn("true");
      const { stderr, exitCode } = await world.snapveil(["checkpoints"]);
      if (shadows().length > 0 && existsSync(join(world.data, "snapshot", shadows()[0]!, "HEAD")))
        expect({ stderr, exitCode }).toEqual({
          stderr: expect.stringContaining("To go on with it: snapveil track"),
          exitCode: 2,
        });
    }
    await track();
    await turn("echo two > a.txt");
    expect((await checkpoints()).at(-1)!.files).toMatchObject([{ path: "a.txt" }]);
    await undo();
    expect(world.read("a.txt")).toBe("one\n");
    expect(await world.json(["verify"])).toMatchObject({ ok: true });
  }
  expect(torn).toBeGreaterThan(2);
});
