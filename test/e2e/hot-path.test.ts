import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { chunkLister, type LoadedChunk } from "../support/list-chunks.ts";
import { run } from "../support/run.ts";
import { temporaryWorld, type TemporaryWorld } from "../support/temporary-world.ts";

const DIST = join(import.meta.dirname, "../../dist");
/** What each kind of hook may load of Node beyond an empty script. Start-up is most of what a hook costs. */
const HEAVY = new Set(["child_process", "crypto", "net", "http", "https", "tls", "tty", "stream", "worker_threads", "zlib", "v8", "readline", "internal/modules/esm/loader", "internal/deps/undici/undici"]);

let world: TemporaryWorld;
beforeAll(() => {
  world = temporaryWorld();
});
afterAll(() => world.remove());

/** The internal modules that a hook loads and an empty script does not. */
async function loadedBeyondNode(words: string[], event: object): Promise<string[]> {
  const preload = join(world.tmp, "list.cjs");
  const empty = join(world.tmp, "empty.cjs");
  writeFileSync(preload, `require(${JSON.stringify(join(import.meta.dirname, "../support/run-at-exit.cjs"))}); process.on('exit', () => require('fs').writeSync(2, JSON.stringify(process.moduleLoadList)));`);
  writeFileSync(empty, "");
  const start = async (script: string[], input = "") => {
    const { stderr, exitCode } = await run(process.execPath, ["-r", preload, ...script], { env: world.env, cwd: world.cwd, input });
    expect(exitCode).toBe(0);
    return JSON.parse(stderr) as string[];
  };
  const bare = new Set(await start([empty]));
  const loaded = await start([join(DIST, "snapveil.cjs"), "hook", ...words], JSON.stringify({ session_id: "s", cwd: world.cwd, ...event }));
  // A module is heavy where the one call beneath it that a hook asks for is not.
  return loaded.filter((name) => !bare.has(name) && name !== "Internal Binding v8").map((name) => name.replace(/^(NativeModule|Internal Binding|Builtin) /, ""));
}

describe("the hook path loads nothing that it does not need", () => {
  test.each([
    ["add_date", {}],
    ["add_prompt_files", {}],
    ["add_directory_listing", {}],
    ["add_environment_info", {}],
    ["max_iterations", { iteration: 5 }],
    ["redact_secrets", { hook_event_name: "tool_response_transform", tool_response: "nothing here" }],
    ["redact_secrets", { hook_event_name: "tool_response_transform", tool_response: `token ${["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("")}` }],
  ])("%s %j", async (builtin, event) => {
    const loaded = await loadedBeyondNode([builtin], event);
    expect(loaded.filter((name) => HEAVY.has(name))).toEqual([]);
  });

  test.each([
    ["what is told at a glance", "42 files, 0 problems\n\u2713 adds two numbers\n", []],
    ["what the first look tells", "function next(key: string) { return tokens.find((token) => token.key === key); }\n", ["survey.cjs", "words.cjs", "names.cjs"]],
    ["a secret", `token ${["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("")}`, ["survey.cjs", "words.cjs", "names.cjs", "redactor.cjs", "values.cjs", "runs.cjs"]],
  ])("%s loads of the redactor only its part", async (_what, text, expected) => {
    const list = join(world.tmp, "chunks.json");
    const event = { session_id: "s", cwd: world.cwd, hook_event_name: "tool_response_transform", tool_response: text };
    await run(process.execPath, ["--require", chunkLister(world.tmp), join(DIST, "snapveil.cjs"), "hook", "redact_secrets"], { env: { ...world.env, LIST: list }, cwd: world.cwd, input: JSON.stringify(event) });
    const chunks = (JSON.parse(readFileSync(list, "utf8")) as LoadedChunk[]).map(({ name }) => name);
    // The first redaction on a machine makes the folder for the counts.
    expect(chunks.filter((name) => !["snapveil.cjs", "main.cjs", "veil.cjs", "files.cjs"].includes(name))).toEqual(expected);
  });

  test("a builtin that asks git starts a process and nothing more", async () => {
    await run("git", ["init", "-q", "project"], { env: world.env, cwd: world.cwd, input: "" });
    const loaded = await loadedBeyondNode(["add_git_status"], { hook_event_name: "turn_start", cwd: join(world.cwd, "project") });
    expect(loaded).toContain("spawn_sync");
    expect(loaded.filter((name) => HEAVY.has(name))).toEqual([]);
  });

  // From 24 on Node does not give what lies beneath node:crypto.
  test.skipIf(Number.parseInt(process.versions.node, 10) >= 24)("a snapshot of a changed file starts a process, counts ids, and loads nothing more", async () => {
    await run("bash", ["-ec", "git init -q changing && echo one > changing/file"], { env: world.env, cwd: world.cwd, input: "" });
    const event = (name: string) => loadedBeyondNode(["snapshot"], { hook_event_name: name, cwd: join(world.cwd, "changing") });
    await event("session_start");
    await event("turn_start");
    writeFileSync(join(world.cwd, "changing/file"), "two");
    const loaded = await event("turn_end");
    expect(loaded.filter((name) => HEAVY.has(name) && name !== "crypto")).toEqual([]); // the binding has the module's name
    expect(loaded.filter((name) => name.startsWith("internal/crypto/"))).toEqual([]);
  });

  test("where Node is to warn of what is not documented, git is started in the documented way, and nothing is said", async () => {
    await run("git", ["init", "-q", "project"], { env: world.env, cwd: world.cwd, input: "" });
    const hook = (env: Record<string, string>) => run(process.execPath, [join(DIST, "snapveil.cjs"), "hook", "add_git_status"], { env: { ...world.env, ...env }, cwd: world.cwd, input: JSON.stringify({ session_id: "s", cwd: join(world.cwd, "project"), hook_event_name: "turn_start" }) });
    const asked = [{ NODE_PENDING_DEPRECATION: "1" }, { NODE_OPTIONS: "--pending-deprecation" }, { NODE_OPTIONS: "--throw-deprecation --pending_deprecation" }];
    const [usual, ...warned] = await Promise.all([hook({}), ...asked.map(hook)]);
    expect(warned).toEqual(asked.map(() => usual));
    expect(usual).toMatchObject({ stdout: expect.stringContaining("No commits yet"), stderr: "", exitCode: 0 });
  });
});

describe("the bundle of the hook path", () => {
  const chunks = hookChunks();

  test.each([
    ["snapshot.cjs", ["main.cjs", "git.cjs"]],
    ["store.cjs", ["snapshot.cjs", "main.cjs", "git.cjs"]],
    ["veil.cjs", ["main.cjs"]],
    ["git-context.cjs", ["main.cjs", "veil.cjs", "git.cjs"]],
  ])("%s asks for no chunk but its own and what all need", (name, expected) => {
    // A module that two kinds of hooks share, and that no group claims, drags the whole of one into the other.
    const asked = [...chunks.get(name)!.matchAll(/^const require_\w+ = require\("\.\/([\w.-]+)"\)/gm)].map(([, chunk]) => chunk);
    expect(asked.filter((chunk) => !expected.includes(chunk!))).toEqual([]);
  });

  test("holds no library of the hand commands", () => {
    for (const [name, code] of chunks) {
      expect(code, name).not.toMatch(/node_modules\/(commander|secretlint|@secretlint|isomorphic-git|simple-git|ignore)\//);
    }
  });

  test.each([
    ["process.stdin", /process\.stdin\b/],
    ["process.stdout", /process\.stdout\b/],
    ["console", /\bconsole\.\w+\(/],
    ["fetch", /\bfetch\(/],
    ["Intl", /\bIntl\./],
    ["a unicode property class", /\\p\{/],
    ["an import() left in", /\bimport\(/],
  ])("uses no %s", (_what, pattern) => {
    for (const [name, code] of chunks) expect(code, name).not.toMatch(pattern);
  });
});

/** Every chunk that the entry can reach without going through the hand commands, a settings file, what settings alone ask for, or the engine for machines without git. */
function hookChunks(): Map<string, string> {
  const apart = new Set(["run-command.cjs", "jsonc-settings.cjs", "yaml-settings.cjs", "js-engine.cjs", "read-packed.cjs", "lint-leaves.cjs", "secretlint.cjs", "user-rules.cjs", "allow-lines.cjs"]);
  const found = new Map<string, string>();
  const visit = (name: string) => {
    if (found.has(name) || apart.has(name)) return;
    const code = readFileSync(join(DIST, name), "utf8").replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/(?!#region).*$/gm, "");
    found.set(name, code);
    for (const [, next] of code.matchAll(/require\("\.\/([\w.-]+\.cjs)"\)/g)) visit(next!);
  };
  visit("snapveil.cjs");
  visit("main.cjs");
  expect(found.size).toBeGreaterThan(5);
  expect(readdirSync(DIST).length).toBeGreaterThan(found.size);
  return found;
}
