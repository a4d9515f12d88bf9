import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { run } from "../support/run.ts";
import { temporaryWorld, type TemporaryWorld } from "../support/temporary-world.ts";

const DIST = join(import.meta.dirname, "../../dist");
/** What each kind of hook may load of Node beyond an empty script. Start-up is most of what a hook costs. */
const HEAVY = new Set([
  "child_process",
  "crypto",
  "net",
  "http",
  "https",
  "tls",
  "tty",
  "stream",
  "worker_threads",
  "zlib",
  "v8",
  "readline",
  "internal/modules/esm/loader",
  "internal/deps/undici/undici",
]);

let world: TemporaryWorld;
beforeAll(() => {
  world = temporaryWorld();
});
afterAll(() => world.remove());

/** The internal modules that a hook loads and an empty script does not. */
async function loadedBeyondNode(words: string[], event: object): Promise<string[]> {
  const preload = join(world.tmp, "list.cjs");
  const empty = join(world.tmp, "empty.cjs");
  writeFileSync(
    preload,
    `require(${JSON.stringify(join(import.meta.dirname, "../support/run-at-exit.cjs"))}); ` +
      "process.on('exit', () => require('fs').writeSync(2, JSON.stringify(process.moduleLoadList)));",
  );
  writeFileSync(empty, "");
  const start = async (script: string[], input = "") => {
    const { stderr, exitCode } = await run(process.execPath, ["-r", preload, ...script], {
      env: world.env,
      cwd: world.cwd,
      input,
    });
    expect(exitCode).toBe(0);
    return JSON.parse(stderr) as string[];
  };
  const bare = new Set(await start([empty]));
  const loaded = await start(
    [join(DIST, "snapveil.cjs"), "hook", ...words],
    JSON.stringify({ session_id: "s", cwd: world.cwd, ...event }),
  );
  return loaded
    .filter((name) => !bare.has(name) && name !== "Internal Binding v8")
    .map((name) => name.replace(/^(NativeModule|Internal Binding|Builtin) /, ""));
}

describe("the hook path loads nothing that it does not need", () => {
  test.each([
    ["add_date", {}],
    ["add_prompt_files", {}],
    ["add_directory_listing", {}],
    ["add_environment_info", {}],
    ["max_iterations", { iteration: 5 }],
    ["redact_secrets", { hook_event_name: "tool_response_transform", tool_response: "nothing here" }],
  ])("%s %j", async (builtin, event) => {
    const loaded = await loadedBeyondNode([builtin], event);
    expect(loaded.filter((name) => HEAVY.has(name))).toEqual([]);
  });

  test("but the digest with which a secret is let pass, once a session", async () => {
    const tool_response = `token ${["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("")}`;
    const heavy = async () => {
      const event = { hook_event_name: "tool_response_transform", tool_response, session_id: "digest" };
      return new Set((await loadedBeyondNode(["redact_secrets"], event)).filter((name) => HEAVY.has(name)));
    };
    expect(await heavy()).toEqual(new Set(["crypto", "stream"]));
    expect(await heavy()).toEqual(new Set());
  });
});

describe("around a call that only reads, within a turn that is recorded", () => {
  const read = { tool_name: "read_file", tool_use_id: "read", tool_input: { path: "notes.txt" } };
  const ROUND = [
    ["turn_start", {}],
    ["tool_input_transform", read],
    ["post_tool_use", { ...read, tool_response: "no secret" }],
  ] as const;

  test("nothing of what records is loaded", async () => {
    world.sh("git init -q . && echo text > notes.txt");
    const all: string[][] = [];
    for (const [hook_event_name, more] of ROUND)
      all.push(await loadedBeyondNode(["--agent", "docker-agent"], { hook_event_name, ...more }));
    const [begun, ...around] = all;
    expect(begun).toContain("child_process");
    for (const loaded of around) expect(loaded.filter((name) => HEAVY.has(name))).toEqual([]);
  });
});

describe("the bundle of the hook path", () => {
  const chunks = hookChunks();

  test("holds no library of the hand commands", () => {
    for (const [name, code] of chunks) {
      expect(code, name).not.toMatch(
        /node_modules\/(commander|secretlint|@secretlint|isomorphic-git|simple-git|ignore)\//,
      );
    }
  });

  test.each([
    ["process.stdin", /process\.stdin\b/],
    ["process.stdout", /process\.stdout\b/],
    ["console", /\bconsole\.\w+\(/],
    ["fetch", /\bfetch\(/],
    ["Intl", /\bIntl\./],
    ["class by a property of Unicode", /\\p\{/],
    ["import() left in", /\bimport\(/],
  ])("uses no %s", (_what, pattern) => {
    for (const [name, code] of chunks) expect(code, name).not.toMatch(pattern);
  });

  test.each(["hook.cjs", "codec.cjs", "redaction.cjs", "redactor.cjs", "found.cjs", "record.cjs", "git-context.cjs"])(
    "%s is ASCII, which is read in half the time: write \\u2026 in a String.raw, which the build cannot escape",
    (name) => expect(chunks.get(name)?.match(/[^\n]{0,40}[^\0-\x7f]/)).toBeNull(),
  );
});

/**
 * Every chunk that the entry can reach without going through the hand commands, the program that stays for a plugin,
 * what installs hooks, a settings file, what settings alone ask for, or the engine for machines without git.
 */
function hookChunks(): Map<string, string> {
  const apart = new Set([
    "run-command.cjs",
    "answer-lines.cjs",
    "install.cjs",
    "parse-jsonc.cjs",
    "parse-yaml.cjs",
    "js-engine.cjs",
    "read-packed.cjs",
    "lint-leaves.cjs",
    "secretlint.cjs",
    "user-rules.cjs",
    "allow-lines.cjs",
  ]);
  const found = new Map<string, string>();
  const visit = (name: string) => {
    if (found.has(name) || apart.has(name)) return;
    const code = readFileSync(join(DIST, name), "utf8")
      .replace(/\/\*[\s\S]*?\*\//g, "")
      .replace(/^\s*\/\/(?!#region).*$/gm, "");
    found.set(name, code);
    for (const [, next] of code.matchAll(/require\("\.\/([\w.-]+\.cjs)"\)/g)) visit(next!);
  };
  visit("snapveil.cjs");
  visit("main.cjs");
  expect(found.size).toBeGreaterThan(5);
  expect(readdirSync(DIST).length).toBeGreaterThan(found.size);
  return found;
}
