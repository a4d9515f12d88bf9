import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { run } from "../support/run.ts";
import { temporaryWorld, type TemporaryWorld } from "../support/temporary-world.ts";

const ROOT = join(import.meta.dirname, "../..");
const TOKEN = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");

let world: TemporaryWorld;
let installed: string;

/** Packs what would be published and installs it as a user's npm does, without any registry. */
beforeAll(async () => {
  world = temporaryWorld();
  const env = { ...world.env, npm_config_cache: join(world.tmp, "cache") };
  const packed = await run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", world.tmp], {
    env,
    cwd: ROOT,
  });
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  installed = join(world.tmp, "installed");
  mkdirSync(installed);
  const result = await run(
    "npm",
    ["install", "--offline", "--no-audit", "--no-fund", "--prefix", installed, join(world.tmp, filename)],
    { env, cwd: installed },
  );
  expect(result, result.stderr).toMatchObject({ exitCode: 0 });
});
afterAll(() => world.remove());

const binary = () => join(installed, "node_modules/.bin/snapveil");
const hook = (input: object, ...words: string[]) =>
  run(binary(), ["hook", ...words], { env: world.env, cwd: world.cwd, input: JSON.stringify(input) });

describe("the packed tarball", () => {
  test("brings no dependencies, no source and its licences", () => {
    expect(readdirSync(join(installed, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["snapveil"]);
    const files = readdirSync(join(installed, "node_modules/snapveil"));
    expect(files.sort()).toEqual([
      ".agents",
      ".claude-plugin",
      ".codex-plugin",
      ".copilot-plugin",
      ".cursor-plugin",
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "THIRD-PARTY-LICENSES.txt",
      "commands",
      "dist",
      "gemini-extension.json",
      "hooks",
      "package.json",
      "plugin.json",
      "qwen-extension.json",
    ]);
    expect(readFileSync(join(installed, "node_modules/snapveil/THIRD-PARTY-LICENSES.txt"), "utf8")).toContain(
      "commander",
    );
  });

  test("answers an event by its launcher, which may be run", async () => {
    const launcher = join(installed, "node_modules/snapveil/dist/snapveil");
    const input = JSON.stringify({ hook_event_name: "tool_response_transform", tool_response: TOKEN });
    const { stdout } = await run(launcher, ["hook"], { env: world.env, cwd: world.cwd, input });
    expect(stdout).toContain("[REDACTED]");
  });

  test("answers an event", async () => {
    const { stdout, stderr, exitCode } = await hook({ hook_event_name: "turn_start" }, "add_date");
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    expect(JSON.parse(stdout)).toEqual({
      hook_specific_output: {
        hook_event_name: "turn_start",
        additional_context: expect.stringMatching(/^Today's date: /),
      },
    });
  });

  test("is a hook when it is started bare with something piped in", async () => {
    const { stdout } = await run(binary(), [], {
      env: world.env,
      cwd: world.cwd,
      input: JSON.stringify({ hook_event_name: "tool_response_transform", tool_response: TOKEN }),
    });
    expect(stdout).toContain("[REDACTED]");
  });

  test("records a turn and undoes it, with the project's .git left alone", async () => {
    const sh = (script: string) => run("bash", ["-ec", script], { env: world.env, cwd: world.cwd });
    await sh("git init -q . && echo one > file.txt && git add . && git commit -qm one");
    const git = async () => (await sh("find .git -type f -printf '%p %T@ %m ' -exec sha256sum {} + | sort")).stdout;
    const before = await git();
    const base = { session_id: "s", cwd: world.cwd };
    for (const name of ["turn_start", "turn_end"]) {
      if (name === "turn_end") writeFileSync(join(world.cwd, "file.txt"), "two\n");
      expect((await hook({ ...base, hook_event_name: name }, "snapshot")).exitCode).toBe(0);
    }
    const undone = await run(binary(), ["undo", "--yes", "--json"], { env: world.env, cwd: world.cwd });
    expect(JSON.parse(undone.stdout)).toMatchObject({ restored: true, files: 1, skipped: [], conflicts: [] });
    expect(readFileSync(join(world.cwd, "file.txt"), "utf8")).toBe("one\n");
    expect(await git()).toBe(before);
  });

  test("installs itself into an empty home, where the line that it registers answers", async () => {
    const done = await run(binary(), ["install", "claude-code", "--yes"], { env: world.env, cwd: world.cwd });
    expect(done).toMatchObject({
      exitCode: 0,
      stderr: "",
      stdout: expect.stringMatching(/^Claude Code: registered for \d+ events/m),
    });
    const settings = JSON.parse(world.read("~/.claude/settings.json")) as {
      hooks: Record<string, [{ hooks: [{ command: string }] }]>;
    };
    const line = settings.hooks["PostToolUse"]![0].hooks[0].command;
    const event = { hook_event_name: "PostToolUse", tool_name: "Bash", tool_response: { stdout: TOKEN, stderr: "" } };
    const input = JSON.stringify({ session_id: "s", cwd: world.cwd, tool_input: {}, ...event });
    const { stdout } = await run("/bin/sh", ["-c", line], { env: world.env, cwd: world.cwd, input });
    expect(stdout).toContain("[REDACTED]");
    expect((await run(binary(), ["uninstall", "--all", "--yes"], { env: world.env, cwd: world.cwd })).exitCode).toBe(0);
  });

  test("has help with an example for every command", async () => {
    const { stdout } = await world.snapveil(["--help"]);
    const commands = [...stdout.matchAll(/^ {2}([a-z]+) /gm)]
      .map(([, name]) => name!)
      .filter((name) => name !== "help");
    expect(commands).toContain("undo");
    for (const name of commands) {
      expect(await world.snapveil([name, "--help"]), name).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining("Example"),
      });
    }
  });

  test("a command that cannot run says so in a sentence and exits with 2", async () => {
    const here = { env: world.env, cwd: world.tmp };
    expect(await run(binary(), ["undo", "--yes"], here)).toMatchObject({
      exitCode: 2,
      stdout: "",
      stderr: expect.stringMatching(/^snapveil: .*worktree/),
    });
    expect(await run(binary(), ["undo", "many"], here)).toMatchObject({ exitCode: 2, stdout: "" });
    expect(await run(binary(), ["udno"], here)).toMatchObject({ exitCode: 2, stdout: "" });
  });

  test("never asks without a terminal", async () => {
    await hook({ session_id: "t", cwd: world.cwd, hook_event_name: "turn_start" }, "snapshot");
    writeFileSync(join(world.cwd, "new.txt"), "x");
    await hook({ session_id: "t", cwd: world.cwd, hook_event_name: "turn_end" }, "snapshot");
    const refused = await run(binary(), ["undo"], { env: world.env, cwd: world.cwd });
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--yes") });
    expect(existsSync(join(world.cwd, "new.txt"))).toBe(true);
  });
});
