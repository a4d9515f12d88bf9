// @module-tag long
import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { chunkLister, type LoadedChunk } from "../support/list-chunks.ts";
import { run, runBash } from "../support/run.ts";
import { temporaryWorld, type TemporaryWorld } from "../support/temporary-world.ts";

const DIST = join(import.meta.dirname, "../../dist");
const TOKEN = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");

let world: TemporaryWorld;
/** A copy of the build, so that its cache can be spoilt. */
let dist: string;

beforeEach(() => {
  world = temporaryWorld();
  dist = join(world.tmp, "dist");
  cpSync(DIST, dist, { recursive: true });
});
afterEach(() => world.remove());

async function redact(): Promise<{ reply: string; chunks: LoadedChunk[] }> {
  const input = JSON.stringify({
    session_id: "s",
    cwd: world.cwd,
    hook_event_name: "tool_response_transform",
    tool_response: `token ${TOKEN}`,
  });
  const list = join(world.tmp, "chunks.json");
  const env = { ...world.env, LIST: list };
  const { stdout, stderr, exitCode } = await run(
    process.execPath,
    ["--require", chunkLister(world.tmp), join(dist, "snapveil.cjs"), "hook", "redact_secrets"],
    { env, cwd: world.cwd, input },
  );
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  expect(stdout).toContain("[REDACTED]");
  expect(stdout).not.toContain(TOKEN);
  return { reply: stdout, chunks: JSON.parse(readFileSync(list, "utf8")) as LoadedChunk[] };
}

/** The bytecode files, of the running Node alone. */
function cacheFiles(): string[] {
  const folder = join(dist, "code-cache");
  expect(readdirSync(folder)).toEqual([
    expect.stringMatching(new RegExp(`^[0-9a-f]{32}-${process.version}-${process.arch}$`)),
  ]);
  return readdirSync(join(folder, readdirSync(folder)[0]!), { recursive: true }).map((name) =>
    join(folder, readdirSync(folder)[0]!, String(name)),
  );
}

test("the build leaves bytecode for every chunk that a redaction loads", async () => {
  const { chunks } = await redact();
  expect(chunks.length).toBeGreaterThan(2);
  expect(chunks.filter(({ cached }) => !cached)).toEqual([]);
});

test("bytecode that lost pages in a power cut is not used", async () => {
  const { reply } = await redact();
  const whole = new Map(cacheFiles().map((file) => [file, readFileSync(file)]));
  const lost = async (from: (size: number) => number) => {
    for (const [file, bytes] of whole)
      writeFileSync(
        file,
        Buffer.from(bytes).fill(0, from(bytes.length), Math.min(bytes.length, from(bytes.length) + 4096)),
      );
    const { reply: answer, chunks } = await redact();
    expect(answer).toBe(reply);
    expect(chunks.filter(({ cached }) => cached)).toEqual([]);
  };
  for (const part of [0, 0.25, 0.5, 0.75]) await lost((size) => Math.floor((size * part) / 4096) * 4096);
  for (const [file, bytes] of whole) {
    truncateSync(file, bytes.length >> 1);
    truncateSync(file, bytes.length);
  }
  expect((await redact()).reply).toBe(reply);
});

test("without the cache, with another Node's, and with one cut short, the answer is the same", {
  tags: ["sample"],
}, async () => {
  const { reply } = await redact();
  for (const file of cacheFiles()) truncateSync(file, 100);
  expect((await redact()).reply).toBe(reply);
  for (const file of cacheFiles()) writeFileSync(file, "");
  expect((await redact()).reply).toBe(reply);
  rmSync(join(dist, "code-cache"), { recursive: true });
  const bare = await redact();
  expect(bare.reply).toBe(reply);
  expect(bare.chunks.filter(({ cached }) => cached)).toEqual([]);
});

test("a program of which a file is damaged refuses calls and prompts, and lets turns end", async () => {
  for (const name of ["main.cjs", "hook.cjs"]) truncateSync(join(dist, name), 100);
  rmSync(join(dist, "code-cache"), { recursive: true });
  const answer = (event: object) =>
    run(process.execPath, [join(dist, "snapveil.cjs"), "hook", "--agent", "claude-code"], {
      env: world.env,
      cwd: world.cwd,
      input: JSON.stringify(event),
    });
  const stderr = expect.stringContaining("snapveil install");
  expect(await answer({ hook_event_name: "PreToolUse", tool_name: "Bash" })).toEqual({
    stdout: "",
    stderr,
    exitCode: 2,
  });
  expect(await answer({ hook_event_name: "Stop", session_id: "s" })).toEqual({ stdout: "", stderr, exitCode: 1 });
});

test("it is written anew where it is missing, and only into its own folder", async () => {
  rmSync(join(dist, "code-cache"), { recursive: true });
  const before = readdirSync(dist);
  const { stdout, stderr, exitCode } = await run(process.execPath, [join(dist, "write-code-cache.cjs")], {
    env: world.env,
    cwd: world.cwd,
  });
  expect({ stdout, stderr, exitCode }).toEqual({ stdout: "", stderr: "", exitCode: 0 });
  expect(readdirSync(dist).filter((name) => !before.includes(name))).toEqual(["code-cache"]);
  expect(readdirSync(world.home)).toEqual([".gitconfig"]);
  expect(cacheFiles().filter((file) => !file.endsWith(".cjs.bin"))).toEqual([]);
  expect((await redact()).chunks.filter(({ cached }) => !cached)).toEqual([]);
});

test.each([
  ["where there is no git", undefined],
  ["where git does nothing but fail", "#!/bin/sh\nexit 1\n"],
])("it is also written %s, and nothing around is taken back", async (_, git) => {
  // A temporary folder inside a worktree of the user's, who works on.
  await runBash("git init -q && mkdir tmp bin && echo mine > file", world);
  if (git !== undefined) writeFileSync(join(world.cwd, "bin/git"), git, { mode: 0o755 });
  rmSync(join(dist, "code-cache"), { recursive: true });
  const env = { ...world.env, PATH: join(world.cwd, "bin"), TMPDIR: join(world.cwd, "tmp") };
  expect(await run(process.execPath, [join(dist, "write-code-cache.cjs")], { env, cwd: world.cwd })).toEqual({
    stdout: "",
    stderr: "",
    exitCode: 0,
  });
  expect(
    readdirSync(world.cwd, { recursive: true })
      .filter((name) => !String(name).startsWith(".git"))
      .toSorted(),
  ).toEqual(["bin", ...(git === undefined ? [] : ["bin/git"]), "file", "tmp"]);
  expect((await redact()).chunks.filter(({ cached }) => !cached)).toEqual([]);
});
