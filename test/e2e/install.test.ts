// @module-tag long
import { spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { run } from "../support/run.ts";
import { removeSmallDisks, smallDisk } from "../support/small-disk.ts";
import { temporaryWorld, type TemporaryWorld } from "../support/temporary-world.ts";

const ROOT = join(import.meta.dirname, "../..");
const SECRET = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");

let world: TemporaryWorld;
let binary: string;

/** Packs what would be published, installs it as npx does, and starts it in a home that has nothing in it. */
beforeAll(async () => {
  world = temporaryWorld();
  const env = { ...world.env, npm_config_cache: join(world.tmp, "cache") };
  const packed = await run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", world.tmp], {
    env,
    cwd: ROOT,
  });
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  const folder = join(world.tmp, "npx");
  mkdirSync(folder);
  const result = await run(
    "npm",
    ["install", "--offline", "--no-audit", "--no-fund", "--prefix", folder, join(world.tmp, filename)],
    { env, cwd: folder },
  );
  expect(result, result.stderr).toMatchObject({ exitCode: 0 });
  binary = join(folder, "node_modules/.bin/snapveil");
});
afterAll(() => {
  removeSmallDisks();
  world.remove();
});

/** An empty home with its own place for state, as on a new machine. */
function emptyHome(name: string): { home: string; env: Record<string, string> } {
  const home = join(world.tmp, name);
  mkdirSync(home);
  const { SNAPVEIL_DATA_DIR: _, ...env } = world.env;
  return { home, env: { ...env, HOME: home, SHELL: "/bin/sh" } };
}

const start = (words: readonly string[], env: Record<string, string>, input = "") =>
  run(binary, words, { env, cwd: world.cwd, input });

/** Starts the program without a word and without a pipe, as a person does. */
const alone = (env: Record<string, string>) =>
  spawnSync(binary, [], { env, cwd: world.cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

describe("from the packed tarball, in an empty home", () => {
  test("install, an event, doctor, uninstall, and nothing is left but backups", async () => {
    const { home, env } = emptyHome("new");
    const installed = await start(["install", "claude-code", "docker-agent", "opencode", "--yes", "--json"], env);
    expect(installed, installed.stderr).toMatchObject({ exitCode: 0, stderr: "" });
    expect(JSON.parse(installed.stdout)).toMatchObject({
      changed: true,
      dry_run: false,
      agents: [{ agent: "claude-code", files: [{ action: "create" }], todo: [expect.any(String)] }, {}, {}],
      warnings: [],
    });
    const data = join(home, ".local/share/snapveil");
    expect(readlinkSync(join(data, "runtime/current"))).toBe(
      (JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string }).version,
    );
    expect(existsSync(join(data, "runtime/current/code-cache"))).toBe(true);

    const settings = JSON.parse(readFileSync(join(home, ".claude/settings.json"), "utf8")) as {
      hooks: Record<string, [{ hooks: [{ command: string }] }]>;
    };
    const line = settings.hooks["PostToolUse"]![0].hooks[0].command;
    expect(line).not.toContain(world.tmp + "/npx");
    const input = JSON.stringify({
      hook_event_name: "PostToolUse",
      session_id: "s",
      cwd: world.cwd,
      tool_name: "Bash",
      tool_input: {},
      tool_response: { stdout: SECRET, stderr: "" },
    });
    const answered = await run("/bin/sh", ["-c", line], { env, cwd: world.cwd, input });
    expect(answered).toMatchObject({ exitCode: 0, stderr: "" });
    expect(JSON.parse(answered.stdout)).toMatchObject({
      hookSpecificOutput: { updatedToolOutput: { stdout: "[REDACTED]", stderr: "" } },
    });

    const doctor = await start(["doctor"], env);
    expect(doctor, doctor.stdout).toMatchObject({ exitCode: 0, stderr: "" });
    const plugin = readFileSync(join(home, ".config/opencode/plugins/snapveil.ts"), "utf8");
    expect(plugin).toContain(`const PROGRAM: readonly string[] = ["${join(data, "runtime/snapveil-hook")}"];`);

    expect(await start(["uninstall", "--all", "--yes"], env)).toMatchObject({ exitCode: 0, stderr: "" });
    expect(readdirSync(home)).toEqual([".local"]);
    // The events above left their counts and the like; the program and what was remembered of files are gone.
    // A session that began before starts a script that does nothing.
    expect(readdirSync(join(data, "runtime"))).toEqual(["snapveil-hook"]);
    expect(readdirSync(data)).not.toEqual(expect.arrayContaining(["installed"]));
  });

  test("a dry run, and a run without anybody to ask, write nothing", async () => {
    const { home, env } = emptyHome("dry");
    expect(await start(["install", "codex", "--dry-run"], env)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(
        /^ {2}Codex: will register .*\/\.codex\/hooks\.json; .*\n {4}added {2}SessionStart, .*\n {4}kept {3}nothing: the file is new\n/,
      ),
    });
    expect((await start(["install", "codex", "--dry-run", "--diff"], env)).stdout).toContain(
      `+++ ${home}/.codex/hooks.json`,
    );
    expect(await start(["install", "codex"], env)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--yes"),
    });
    expect(readdirSync(home)).toEqual([]);
  });

  test("it says in a line what would be done, and shows the lines where they are asked for", async () => {
    const { home, env } = emptyHome("summary");
    const file = `${home}/.claude/settings.json`;
    mkdirSync(join(home, ".claude"));
    writeFileSync(file, '{\n  "model": "opus"\n}\n');
    const { stdout } = await start(["install", "claude-code", "--yes"], env);
    expect(stdout).toMatch(
      /^ {2}Claude Code: will register \d+ events, one program, in \S+settings\.json; nothing else changes\.\n/,
    );
    expect(stdout).toMatch(/^ {4}kept {3}all of the file that is not snapveil's, 3 lines$/m);
    expect(stdout).not.toContain("+++");
    rmSync(file);
    await start(["install", "claude-code", "--yes"], env);
    const dry = (await start(["uninstall", "claude-code", "--dry-run"], env)).stdout;
    expect(dry).toContain(`deletes ${file}`);
    expect(dry).not.toContain("--- ");
    const removed = (await start(["uninstall", "claude-code", "--diff", "--yes"], env)).stdout;
    expect(removed).toContain(`--- ${file}`);
    expect(removed).toContain(`deletes ${file}, which install made; nothing else changes.`);
  });

  test("an agent that is known at second hand is called experimental, and no other", async () => {
    const { env } = emptyHome("experimental");
    expect((await start(["install", "codebuddy", "--dry-run"], env)).stdout).toContain("CodeBuddy is experimental");
    expect((await start(["install", "codex", "--dry-run"], env)).stdout).not.toContain("is experimental");
    expect((await start(["agents", "codebuddy"], env)).stdout).toContain("Evidence: experimental");
  });

  test("--all takes the agents that are there, and says so where there is none", async () => {
    const { home, env } = emptyHome("all");
    expect(await start(["install", "--all", "--yes"], env)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("No agent was found"),
    });
    mkdirSync(join(home, ".codex"));
    mkdirSync(join(home, ".qwen"));
    const { stdout } = await start(["install", "--all", "--yes", "--json"], env);
    expect((JSON.parse(stdout) as { agents: { agent: string }[] }).agents.map(({ agent }) => agent)).toEqual([
      "codex",
      "qwen-code",
    ]);
  });

  test("--all takes an agent with an empty folder, and one of which only the program is there", async () => {
    const { home, env } = emptyHome("never-started");
    mkdirSync(join(home, ".gemini"));
    mkdirSync(join(home, "bin"));
    // Two agents share the name `kimi`.
    for (const name of ["opencode", "kimi"]) writeFileSync(join(home, "bin", name), "#!/bin/sh\n", { mode: 0o755 });
    const path = `${join(home, "bin")}:${env["PATH"]}`;
    const { stdout } = await start(["install", "--all", "--dry-run"], { ...env, PATH: path });
    expect(stdout).toMatch(/^ {2}Gemini CLI: .* nothing else changes\.$/m);
    expect(stdout).toMatch(/^ {2}OpenCode: .* It was found by its program, \S+\/bin\/opencode\.$/m);
    expect(stdout).not.toContain("Kimi");
    mkdirSync(join(home, ".gemini/antigravity-cli"));
    const { stdout: shared } = await start(["install", "--all", "--dry-run"], env);
    expect(shared).toMatch(/^ {2}Antigravity/m);
    expect(shared).not.toContain("Gemini CLI");
  });

  test("without a name the agents that are there are registered, and what to do next is said", async () => {
    const { home, env } = emptyHome("nameless");
    for (const folder of [".claude", ".codex"]) mkdirSync(join(home, folder));
    expect(alone(env)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^snapveil is not on yet/) });
    expect(await start(["install"], env)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("no terminal"),
    });
    expect(existsSync(join(home, ".claude/settings.json"))).toBe(false);
    const { stdout } = await start(["install", "--yes"], env);
    expect(stdout).toMatch(
      / {2}Claude Code: will register [^]* {2}Codex: will register [^]*Next: [^]*snapveil checkpoints[^]*snapveil undo/,
    );
    expect(alone(env).stdout).toMatch(
      /^snapveil is on, for Claude Code · .*\nCodex waits for your trust \(start codex, .*\)\n/,
    );
    const hook = `[hooks.state."${join(home, ".codex/hooks.json")}:pre_tool_use:0:0"]`;
    writeFileSync(join(home, ".codex/config.toml"), `${hook}\ntrusted_hash = "sha256:00"\n`);
    expect(alone(env).stdout).toMatch(/^snapveil is on, for Claude Code and Codex · /);
    // The folder is no repository, and the question is answered all the same.
    expect(await start(["status"], env)).toMatchObject({
      exitCode: 2,
      stdout: "snapveil  on, for Claude Code and Codex\n",
    });
    mkdirSync(join(home, "project"));
    spawnSync("git", ["init", "-q", join(home, "project")], { env });
    const state = async (more: Record<string, string> = {}) => {
      const how = { env: { ...env, ...more }, cwd: join(home, "project"), input: "" };
      return JSON.parse((await run(binary, ["status", "--json"], how)).stdout) as object;
    };
    expect(await state()).toMatchObject({ on: true, agents: ["claude-code", "codex"] });
    expect(await state({ SNAPVEIL_DISABLE: "1" })).toMatchObject({ on: false });
    expect(await start(["uninstall"], env)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("Which agent? claude-code, codex, or say --all."),
    });
  });

  test("an agent whose file cannot be used is left out, and the others are registered", async () => {
    const { home, env } = emptyHome("unusable");
    for (const folder of [".claude", ".codex"]) mkdirSync(join(home, folder));
    writeFileSync(join(home, ".claude/settings.json"), "{ no settings");
    const { stdout, exitCode } = await start(["install", "--yes"], env);
    expect({ exitCode, stdout }).toMatchObject({ exitCode: 2, stdout: expect.stringContaining("✗ claude-code: ") });
    expect(existsSync(join(home, ".codex/hooks.json"))).toBe(true);
    expect(readFileSync(join(home, ".claude/settings.json"), "utf8")).toBe("{ no settings");
    expect(await start(["install", "claude-code", "--yes"], env)).toMatchObject({ exitCode: 2, stdout: "" });
  });

  test("a secret in a configuration is in no diff, and its copy is for its owner alone", async () => {
    const { home, env } = emptyHome("secret");
    mkdirSync(join(home, ".gemini"));
    writeFileSync(join(home, ".gemini/settings.json"), `{\n  "key": "${SECRET}"\n}\n`);
    for (const words of [
      ["install", "gemini-cli", "--dry-run"],
      ["install", "gemini-cli", "--dry-run", "--json"],
      ["install", "gemini-cli", "--yes"],
      ["doctor"],
      ["doctor", "--json"],
      ["uninstall", "gemini-cli", "--yes"],
    ]) {
      const { stdout, stderr } = await start(words, env);
      expect(stdout + stderr, words.join(" ")).not.toContain(SECRET);
    }
    expect(readFileSync(join(home, ".gemini/settings.json"), "utf8")).toContain(SECRET);
    const backups = join(home, ".local/share/snapveil/backups");
    for (const name of readdirSync(backups, { recursive: true, encoding: "utf8" }))
      expect(lstatSync(join(backups, name)).mode & 0o077).toBe(0);
  });

  test("a newer build goes into a folder of its own, and lines stay as they are", async () => {
    const { home, env } = emptyHome("newer");
    await start(["install", "codex", "--yes"], env);
    const lines = readFileSync(join(home, ".codex/hooks.json"), "utf8");
    const runtime = join(home, ".local/share/snapveil/runtime");
    const before = readlinkSync(join(runtime, "current"));
    const program = join(world.tmp, "npx/node_modules/snapveil/dist/snapveil.cjs");
    const text = readFileSync(program, "utf8");
    writeFileSync(program, `${text}\n// newer\n`);
    try {
      expect(await start(["install", "codex", "--yes"], env)).toMatchObject({ exitCode: 0 });
    } finally {
      writeFileSync(program, text);
    }
    expect(readFileSync(join(home, ".codex/hooks.json"), "utf8")).toBe(lines);
    expect(readlinkSync(join(runtime, "current"))).toMatch(
      new RegExp(`^${before.replaceAll(".", "\\.")}-[0-9a-f]{12}$`),
    );
    expect(existsSync(join(runtime, before))).toBe(true);
  });
});

describe("where the disk is full", () => {
  test("under the program: no configuration names what is not there", async (context) => {
    const disk = join(world.tmp, "full-data");
    if (!smallDisk(disk, 600)) return context.skip();
    const { home, env } = emptyHome("full-data-home");
    const result = await start(["install", "claude-code", "--yes"], { ...env, SNAPVEIL_DATA_DIR: join(disk, "data") });
    expect(result).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("disk is full") });
    expect(readdirSync(home)).toEqual([]);
    expect(readdirSync(join(disk, "data/runtime")).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("under the configuration: every file is as it was, the ones on other disks too", async (context) => {
    const disk = join(world.tmp, "full-home");
    if (!smallDisk(disk, 64)) return context.skip();
    const { home, env } = emptyHome("full-home-home");
    mkdirSync(join(disk, "codex"));
    writeFileSync(join(disk, "codex/hooks.json"), '{ "hooks": {} }\n');
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, "ballast"), Buffer.alloc(bavail * bsize));
    const result = await start(["install", "claude-code", "codex", "--yes"], {
      ...env,
      CODEX_HOME: join(disk, "codex"),
    });
    expect(result).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("disk is full") });
    expect(readFileSync(join(disk, "codex/hooks.json"), "utf8")).toBe('{ "hooks": {} }\n');
    expect(readdirSync(join(disk, "codex"))).toEqual(["hooks.json"]);
    expect(existsSync(join(home, ".claude"))).toBe(false);
  });

  test("or read-only: it is said, and nothing changes", async (context) => {
    const disk = join(world.tmp, "read-only");
    if (!smallDisk(disk, 64)) return context.skip();
    const { home, env } = emptyHome("read-only-home");
    writeFileSync(join(disk, "hooks.json"), "{}");
    spawnSync("mount", ["-o", "remount,ro", disk]);
    const result = await start(["install", "claude-code", "codex", "--yes"], { ...env, CODEX_HOME: disk });
    expect(result).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("hooks.json cannot be written (the disk is read-only). Nothing was changed."),
    });
    expect(readFileSync(join(disk, "hooks.json"), "utf8")).toBe("{}");
    expect(existsSync(join(home, ".claude"))).toBe(false);
  });
});
