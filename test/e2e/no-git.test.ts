import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { chunkLister, type LoadedChunk } from "../support/list-chunks.ts";
import { askSnapveil, runBash, runSnapveil } from "../support/run.ts";
import { temporaryWorld, type TemporaryWorld } from "../support/temporary-world.ts";

let world: TemporaryWorld;
/** Of a machine on which no git is installed. */
let without: Record<string, string>;

beforeEach(async () => {
  world = temporaryWorld();
  mkdirSync(join(world.tmp, "bin"));
  without = { ...world.env, PATH: join(world.tmp, "bin") };
  await sh(
    "git init -q . && printf 'one\\n' > file && mkdir sub && for i in $(seq 100); do echo $i > sub/$i; " +
      "done && git add . && git commit -qm first",
  );
});
afterEach(() => world.remove());

async function sh(script: string): Promise<string> {
  const { stdout, stderr, exitCode } = await runBash(script, { env: world.env, cwd: world.cwd });
  expect(exitCode, stderr).toBe(0);
  return stdout;
}

async function event(name: string, env: Record<string, string>, ask = askSnapveil): Promise<void> {
  const input = JSON.stringify({ session_id: "s", cwd: world.cwd, hook_event_name: name });
  expect(await ask(["hook", "snapshot"], { env, cwd: world.cwd, input })).toEqual({
    stdout: "",
    stderr: "",
    exitCode: 0,
  });
}

async function command(words: string[], env: Record<string, string>): Promise<Record<string, unknown>> {
  const { stdout, stderr, exitCode } = await askSnapveil([...words, "--json"], { env, cwd: world.cwd });
  expect(exitCode, stderr).toBe(0);
  return JSON.parse(stdout) as Record<string, unknown>;
}

async function turn(script: string, env: Record<string, string>): Promise<void> {
  await event("turn_start", env);
  await sh(script);
  await event("turn_end", env);
}

const EDIT =
  "printf 'one\\ntwo\\n' > file; rm sub/1; printf x > new; chmod +x sub/2; printf '*.log\\n' > .gitignore; " +
  "printf x > a.log";
const CHANGES = [
  { path: ".gitignore", status: "added" },
  { path: "file", status: "modified", size: 8, additions: 1, deletions: 0 },
  { path: "new", status: "added" },
  { path: "sub/1", status: "deleted" },
  { path: "sub/2", status: "mode" },
];

test("where no git is installed a turn is recorded, listed, shown, undone and redone", async () => {
  await turn(EDIT, without);
  expect(await command(["status"], without)).toMatchObject({ engine: "isomorphic-git", checkpoints: 1 });
  expect(await command(["checkpoints"], without)).toMatchObject({ checkpoints: [{ files: CHANGES }] });
  expect(await command(["undo", "--yes"], without)).toMatchObject({ restored: true, files: 5 });
  expect(
    await sh("cat file; ls new 2>/dev/null || true; cat sub/1 a.log; test ! -x sub/2; git status --porcelain"),
  ).toBe("one\n1\nx?? a.log\n");
  expect(await command(["redo", "--yes"], without)).toMatchObject({ restored: true, files: 5 });
  expect(await sh("cat file new; test ! -e sub/1; test -x sub/2")).toBe("one\ntwo\nx");
  expect(await command(["prune"], without)).toMatchObject({ forgotten: 0 });
  expect(await command(["verify"], without)).toMatchObject({ ok: true });
});

test("git may come and go: what one engine recorded the other restores", async () => {
  await turn(EDIT, world.env); // more than a hundred files, so they lie in a pack
  await turn("printf 'three\\n' > file", without);
  await turn("printf 'four\\n' > file", world.env);
  expect(await command(["checkpoints"], without)).toEqual(await command(["checkpoints"], world.env));
  expect(await command(["undo", "3", "--yes"], without)).toMatchObject({ restored: true, files: 5 });
  expect(await sh("cat file sub/1")).toBe("one\n1\n");
  expect(await command(["redo", "--yes"], world.env)).toMatchObject({ restored: true });
  expect(await sh("cat file; test ! -e sub/1")).toBe("four\n");
  expect(await command(["verify"], world.env)).toMatchObject({ ok: true });
});

test("a setting of the user's chooses the engine, one of the project's does not", async () => {
  const config = join(world.home, "config.jsonc");
  writeFileSync(config, '{ "engine": "isomorphic-git" }');
  await turn(EDIT, { ...world.env, SNAPVEIL_CONFIG: config });
  expect(await command(["status"], { ...world.env, SNAPVEIL_CONFIG: config })).toMatchObject({
    engine: "isomorphic-git",
  });
  writeFileSync(join(world.cwd, ".snapveil.jsonc"), '{ "engine": "isomorphic-git" }');
  expect(await command(["status"], world.env)).toMatchObject({ engine: "git" });
});

test("a repository in SHA-256 is refused with a sentence, and the agent goes on", async () => {
  await sh("rm -rf .git && git init -q --object-format=sha256 .");
  const input = JSON.stringify({ session_id: "s", cwd: world.cwd, hook_event_name: "turn_start" });
  const { stdout, stderr, exitCode } = await askSnapveil(["hook", "snapshot"], { env: without, cwd: world.cwd, input });
  expect({ exitCode, said: /SHA-256.*install git/.test(stdout + stderr) }).toEqual({ exitCode: 0, said: true });
  expect(await command(["status"], without)).toMatchObject({
    refused: expect.stringMatching(/SHA-256/),
    checkpoints: 0,
  });
  await turn("printf x > new", world.env);
  expect(await command(["status"], without)).toMatchObject({
    refused: expect.stringMatching(/SHA-256/),
    checkpoints: 1,
  });
});

test("the engine without git is not loaded where git is, and else no more of it than is needed", async () => {
  const preload = chunkLister(world.tmp);
  const list = join(world.tmp, "loaded");
  const loaded = async (env: Record<string, string>) => {
    await event("turn_start", env);
    await event("turn_start", { ...env, LIST: list, NODE_OPTIONS: `--require ${preload}` }, runSnapveil);
    const chunks = JSON.parse(readFileSync(list, "utf8")) as LoadedChunk[];
    return chunks
      .map(({ name }) => name)
      .filter((name) =>
        ["js-engine.cjs", "read-packed.cjs", "write-patch.cjs", "drop-unreachable.cjs", "ignore.cjs"].includes(name),
      );
  };
  expect(await loaded(world.env)).toEqual([]);
  expect((await loaded(without)).toSorted()).toEqual(["ignore.cjs", "js-engine.cjs"]);
});

test("doctor says that git is missing, and that this breaks nothing", async () => {
  const machine = async (env: Record<string, string>) => (await command(["doctor"], env))["machine"];
  const missing = expect.objectContaining({ name: "git", state: "warning" }) as object;
  expect(await machine(without)).toContainEqual(missing);
  expect(await machine(world.env)).not.toContainEqual(missing);
});
