import { spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test, type TestContext } from "vitest";

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
  const { status } = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--prefix", prefix, `node@${version}`], {
    stdio: "ignore",
  });
  if (status === 0) return join(prefix, "node_modules/node/bin/node");
  process.stderr.write(`left out: smoke test on Node ${version}, which could not be installed\n`);
  return undefined;
}

describe.each(VERSIONS)("on Node %s", { tags: ["long"] }, (version) => {
  let node: string | undefined;
  beforeAll(() => {
    node = install(version);
  });
  const needNode = ({ skip }: TestContext) => skip(!node, `Node ${version} could not be installed`);

  test("a hook redacts, a turn is recorded and undone", async (context) => {
    needNode(context);
    const start = (words: string[], input = "") =>
      run(node!, [BINARY, ...words], { env: world.env, cwd: world.cwd, input });
    expect((await run(node!, ["--version"], { env: world.env, cwd: world.cwd })).stdout).toMatch(
      new RegExp(`^v${version}\\.`),
    );
    const redacted = await start(
      ["hook"],
      JSON.stringify({ hook_event_name: "tool_response_transform", tool_response: TOKEN }),
    );
    expect(redacted).toEqual({
      stdout:
        '{"hook_specific_output":{"hook_event_name":"tool_response_transform","updated_tool_response":"[REDACTED]"}}\n',
      stderr: "",
      exitCode: 0,
    });
    const event = (name: string) =>
      start(["hook", "snapshot"], JSON.stringify({ session_id: "s", cwd: world.cwd, hook_event_name: name }));
    await run("bash", ["-ec", "git init -q . && echo one > file"], { env: world.env, cwd: world.cwd });
    await event("turn_start");
    await run("bash", ["-ec", "echo two > file"], { env: world.env, cwd: world.cwd });
    await event("turn_end");
    const undone = await start(["undo", "--yes", "--json"]);
    expect(JSON.parse(undone.stdout)).toMatchObject({ restored: true, files: 1 });
  });

  test("it takes the bytecode that it wrote", async (context) => {
    needNode(context);
    const dist = join(world.tmp, `dist-${version}`);
    const list = join(world.tmp, "chunks.json");
    cpSync(join(BINARY, ".."), dist, { recursive: true });
    expect(
      await run(node!, [join(dist, "write-code-cache.cjs")], { env: world.env, cwd: world.cwd, input: "" }),
    ).toEqual({ stdout: "", stderr: "", exitCode: 0 });
    const input = JSON.stringify({ hook_event_name: "tool_response_transform", tool_response: TOKEN });
    await run(node!, ["--require", chunkLister(world.tmp), join(dist, "snapveil.cjs"), "hook", "redact_secrets"], {
      env: { ...world.env, LIST: list },
      cwd: world.cwd,
      input,
    });
    const chunks = JSON.parse(readFileSync(list, "utf8")) as LoadedChunk[];
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks.filter(({ cached }) => !cached)).toEqual([]);
  });
});
