import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { chunkLister, type LoadedChunk } from "../support/list-chunks.ts";
import { run } from "../support/run.ts";
import { temporaryWorld } from "../support/temporary-world.ts";

const BINARY = join(import.meta.dirname, "../../dist/snapveil.cjs");
const TOKEN = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");
/** Versions that the tests as a whole do not run on; `SNAPVEIL_TEST_NODES=24` asks for one alone. */
const VERSIONS = (process.env["SNAPVEIL_TEST_NODES"] ?? "22,24,26").split(",");

const world = temporaryWorld();
afterAll(() => world.remove());

/** A Node of another version, as the registry's package `node` brings it; `undefined` where it cannot be had. */
function install(version: string): string | undefined {
  const prefix = join(world.tmp, `node-${version}`);
  const { status } = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--prefix", prefix, `node@${version}`], { stdio: "ignore" });
  if (status === 0) return join(prefix, "node_modules/node/bin/node");
  process.stderr.write(`left out: smoke test on Node ${version}, which could not be installed\n`);
  return undefined;
}

/** A script to load before a hook: says on standard error, when the hook leaves, which of Node's bindings it asked for. */
function listener(): string {
  const file = join(world.tmp, "asked.cjs");
  writeFileSync(file, `require(${JSON.stringify(join(import.meta.dirname, "../support/run-at-exit.cjs"))}); const asked = []; const { binding } = process; process.binding = (name) => { asked.push(name); return binding.call(process, name); }; process.on("exit", () => require("fs").writeSync(2, asked.join()));`);
  return file;
}

test("in a Node that is not known a hook asks what is documented, and answers the same", async () => {
  const dist = join(world.tmp, "dist-unknown");
  cpSync(join(BINARY, ".."), dist, { recursive: true });
  const files = ["snapveil.cjs", "main.cjs"].map((name) => join(dist, name));
  for (const file of files) {
    const code = readFileSync(file, "utf8");
    expect(code).toContain("20: [16, 20]");
    writeFileSync(file, code.replace("20: [16, 20]", "20: [16, 15]").replace(/2[246]: \[\d+, \d+\]/g, "99: [0, 0]"));
  }
  rmSync(join(dist, "code-cache"), { recursive: true }); // of other code
  const log = listener();
  const events = [{ hook_event_name: "session_start" }, { hook_event_name: "turn_start" }, { hook_event_name: "tool_response_transform", tool_response: `in ${TOKEN}` }];
  await run("bash", ["-ec", "git init -q . && echo Test first. > AGENTS.md"], { env: world.env, cwd: world.cwd });
  for (const event of events) {
    const input = JSON.stringify({ session_id: "unknown", cwd: world.cwd, ...event });
    const answer = async (folder: string) => run(process.execPath, ["-r", log, join(folder, "snapveil.cjs"), "hook", "--agent", "docker-agent"], { env: world.env, cwd: world.cwd, input });
    const [known, unknown] = [await answer(join(BINARY, "..")), await answer(dist)];
    expect(unknown).toEqual({ ...known, stderr: "" });
    expect(known.stderr).toContain("fs");
  }
});

describe.each(VERSIONS)("on Node %s", (version) => {
  const node = install(version);

  test.skipIf(!node)("a hook redacts, a turn is recorded and undone", async () => {
    const start = (words: string[], input = "") => run(node!, [BINARY, ...words], { env: world.env, cwd: world.cwd, input });
    expect((await run(node!, ["--version"], { env: world.env, cwd: world.cwd })).stdout).toMatch(new RegExp(`^v${version}\\.`));
    const redacted = await start(["hook"], JSON.stringify({ hook_event_name: "tool_response_transform", tool_response: TOKEN }));
    expect(redacted).toEqual({ stdout: '{"hook_specific_output":{"hook_event_name":"tool_response_transform","updated_tool_response":"[REDACTED]"}}\n', stderr: "", exitCode: 0 });
    const event = (name: string) => start(["hook", "snapshot"], JSON.stringify({ session_id: "s", cwd: world.cwd, hook_event_name: name }));
    await run("bash", ["-ec", "git init -q . && echo one > file"], { env: world.env, cwd: world.cwd });
    await event("turn_start");
    await run("bash", ["-ec", "echo two > file"], { env: world.env, cwd: world.cwd });
    await event("turn_end");
    const undone = await start(["undo", "--yes", "--json"]);
    expect(JSON.parse(undone.stdout)).toMatchObject({ restored: true, files: 1 });
  });

  test.skipIf(!node)("it is one whose bindings are known, or this is said", async () => {
    const input = JSON.stringify({ hook_event_name: "turn_start", cwd: world.cwd });
    const { stderr } = await run(node!, ["-r", listener(), BINARY, "hook", "--agent", "docker-agent", "add_date"], { env: world.env, cwd: world.cwd, input });
    if (!stderr.includes("fs")) process.stderr.write(`Node ${version}: the newest release is not named in kit/is-known-node.ts, so that hooks are slower there\n`);
    expect(stderr.includes("fs") || process.env["SNAPVEIL_TEST_NODES"] === undefined).toBe(true);
  });

  test.skipIf(!node)("it takes the bytecode that it wrote", async () => {
    const dist = join(world.tmp, `dist-${version}`);
    const list = join(world.tmp, "chunks.json");
    cpSync(join(BINARY, ".."), dist, { recursive: true });
    expect(await run(node!, [join(dist, "write-code-cache.cjs")], { env: world.env, cwd: world.cwd, input: "" })).toEqual({ stdout: "", stderr: "", exitCode: 0 });
    const input = JSON.stringify({ hook_event_name: "tool_response_transform", tool_response: TOKEN });
    await run(node!, ["--require", chunkLister(world.tmp), join(dist, "snapveil.cjs"), "hook", "redact_secrets"], { env: { ...world.env, LIST: list }, cwd: world.cwd, input });
    const chunks = JSON.parse(readFileSync(list, "utf8")) as LoadedChunk[];
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks.filter(({ cached }) => !cached)).toEqual([]);
  });
});
