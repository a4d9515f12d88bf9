import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { dispatch } from "../../../hook/dispatch.ts";
import { prepareInstall, prepareUninstall } from "../../../install/install.ts";
import type { Io } from "../../../kit/io.ts";
import type { JsonObject } from "../../../kit/json.ts";
import { installWorld, type InstallWorld } from "../install/install-world.ts";

const FILE = ".claude/settings.json";
const OWN =
  '{\n  "permissions": { "allow": ["Read"] },\n  "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }] }\n}\n';

/** A number that no process has: a session of a process that lives is an agent at work. */
const NOBODY = 2 ** 22 + 1;

let world: InstallWorld;
beforeEach(async () => {
  world = installWorld();
  world.write(world.home, { [FILE]: OWN });
  await world.install(["claude-code"]);
});
afterEach(() => world.remove());

const file = () => join(world.home, FILE);
const text = () => readFileSync(file(), "utf8");
const edit = (change: (now: string) => string) => world.write(world.home, { [FILE]: change(text()) });

async function say(event: JsonObject, more: Partial<Io> = {}) {
  const payload = {
    session_id: "s",
    cwd: world.cwd,
    transcript_path: `${world.home}/.claude/projects/p/s.jsonl`,
    ...event,
  };
  const io: Io = { ...world.io, pid: NOBODY, readStdin: () => JSON.stringify(payload), ...more };
  return dispatch(io, { agent: "claude-code", args: [] });
}
const begin = (source = "startup") => say({ hook_event_name: "SessionStart", source });
const changed = (path = file(), more: Partial<Io> = {}, source = "user_settings") =>
  say({ hook_event_name: "ConfigChange", source, file_path: path }, more);

async function isKept(...words: Parameters<typeof changed>): Promise<boolean> {
  const { stdout, exitCode } = await changed(...words);
  expect(exitCode).toBe(0);
  if (stdout === "") return false;
  expect(JSON.parse(stdout)).toMatchObject({ decision: "block", reason: expect.stringContaining("kept the hooks") });
  return true;
}

const inSettings = (change: (root: any) => void) => () =>
  edit((now) => {
    const root = JSON.parse(now) as unknown;
    change(root);
    return JSON.stringify(root);
  });
const ours = (root: any, event = "PreToolUse") => root.hooks[event].at(-1);
const inProject = (root: object) => () => world.write(world.cwd, { ".claude/settings.json": JSON.stringify(root) });

describe("a change by which hooks of ours would be off, or do less, is refused", () => {
  test.each<[string, () => void]>([
    ["all hooks are taken out", inSettings((root) => delete root.hooks)],
    ["the line of one event is taken out", inSettings((root) => delete root.hooks.UserPromptSubmit)],
    ["the file is empty", () => edit(() => "")],
    ["the file is broken", () => edit((now) => `${now}}`)],
    ["it has a comment, of which Claude Code loads nothing", () => edit((now) => `// mine\n${now}`)],
    ["it is a list", () => edit((now) => `[${now}]`)],
    ["it is gone", () => rmSync(file())],
    ["hooks are switched off", inSettings((root) => (root.disableAllHooks = true))],
    ["a line is for other tools", inSettings((root) => (ours(root).matcher = "Read"))],
    ["a line is not waited for", inSettings((root) => (ours(root).hooks[0].async = true))],
    ["a line has a condition", inSettings((root) => (ours(root).hooks[0].if = "Bash(ls)"))],
    ["a line has no time", inSettings((root) => (ours(root).hooks[0].timeout = 0.001))],
    ["a line may fail", inSettings((root) => delete ours(root).hooks[0].onFailure)],
    ["a line starts another program", inSettings((root) => (ours(root).hooks[0].command = "true"))],
    ["a line ends well whatever happens", inSettings((root) => (ours(root).hooks[0].command += " || true"))],
    ["a variable switches snapveil off", inSettings((root) => (root.env = { SNAPVEIL_DISABLE: "1" }))],
    ["a variable names other settings", inSettings((root) => (root.env = { SNAPVEIL_CONFIG: "/x.jsonc" }))],
  ])("%s", async (_, change) => {
    await begin();
    change();
    expect(await isKept()).toBe(true);
    expect(await isKept(), "asked again").toBe(true);
  });

  test.each<[string, object]>([
    ["switches all hooks off", { disableAllHooks: true }],
    ["sets a variable of ours", { env: { SNAPVEIL_DATA_DIR: "/tmp/x" } }],
    ["switches our plugin off", { enabledPlugins: { "snapveil@snapveil": false } }],
  ])("in a project's file that %s", async (_, root) => {
    await begin();
    inProject(root)();
    expect(await isKept(join(world.cwd, ".claude/settings.json"), {}, "project_settings")).toBe(true);
  });

  test("in a session that began before this release: what install wrote counts", async () => {
    inSettings((root) => delete root.hooks)();
    expect(await isKept()).toBe(true);
  });

  test("that Claude Code shows beside the file before it writes it", async () => {
    await begin();
    world.write(world.home, { [`${FILE}.proposed-0123abcd`]: OWN });
    expect(await isKept(`${file()}.proposed-0123abcd`)).toBe(true);
  });

  test("also after a summary of the conversation, at which the file stands as it was refused", async () => {
    await begin();
    inSettings((root) => delete root.hooks)();
    await begin("compact");
    expect(await isKept()).toBe(true);
  });

  test("and model and person are told at the next event that takes a text", async () => {
    await begin();
    inSettings((root) => delete root.hooks)();
    await changed();
    await changed();
    const { stdout } = await say({
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_input: {},
      tool_response: {},
    });
    const { hookSpecificOutput, systemMessage } = JSON.parse(stdout);
    expect(hookSpecificOutput.additionalContext).toMatch(
      /kept the hooks as they were: .* Whether and how you are guarded/,
    );
    expect(systemMessage).toMatch(/kept the hooks as they were: .* If that was you, type snapveil off/);
  });
});

describe("any other change is taken over", () => {
  test.each<[string, () => void]>([
    [
      "another hook",
      inSettings((root) => root.hooks.PreToolUse.unshift({ hooks: [{ type: "command", command: "true" }] })),
    ],
    ["a permission", inSettings((root) => root.permissions.allow.push("Bash"))],
    ["another layout", () => edit((now) => JSON.stringify(JSON.parse(now), null, 8))],
    ["somebody's own hooks taken out", inSettings((root) => root.hooks.Stop.shift())],
    ["another variable", inSettings((root) => (root.env = { EDITOR: "vi" }))],
  ])("%s", async (_, change) => {
    await begin();
    change();
    expect(await isKept()).toBe(false);
  });

  test("of a policy, which no hook holds back", async () => {
    await begin();
    expect(await isKept("/etc/claude-code/managed-settings.json", {}, "policy_settings")).toBe(false);
  });

  test("while snapveil is switched off", async () => {
    await begin();
    inSettings((root) => delete root.hooks)();
    world.switchOff();
    const now = () => new Date(); // the switch is of this hour
    expect((await changed(file(), { now })).stdout).not.toContain("kept the hooks");
  });

  test("and holds from then on: what was added may not go again", async () => {
    await begin();
    inSettings((root) => (root.hooks.Notification = [{ hooks: [{ type: "command", command: "snapveil hook" }] }]))();
    expect(await isKept()).toBe(false);
    inSettings((root) => delete root.hooks.Notification)();
    expect(await isKept()).toBe(true);
  });

  test("a hook that the user took out before the session began is not missed", async () => {
    inSettings((root) => delete root.hooks.SessionEnd)();
    await begin();
    inSettings((root) => root.permissions.allow.push("Bash"))();
    expect(await isKept()).toBe(false);
  });
});

describe("what a person's own command writes", () => {
  const MINUTE = 60_000;
  async function start(prepare: typeof prepareInstall, env: Readonly<Record<string, string>>): Promise<void> {
    const io = { ...world.io, env: { ...world.io.env, ...env } };
    const request = { agents: ["claude-code"], all: false, scope: "user", execPath: process.execPath } as const;
    const program = { folder: join(world.tmp, "program"), version: "1.2.3" };
    (await prepare(io, { ...request, legs: [], program })).run();
  }
  const uninstall = (env = {}) => start(prepareUninstall, env);
  const later = (minutes: number) => ({ now: () => new Date(world.io.now().getTime() + minutes * MINUTE) });

  test("is taken over, in each session", async () => {
    await begin();
    await uninstall();
    expect(text()).toBe(OWN);
    expect(await isKept()).toBe(false);
    expect(readdirSync(join(world.data, "runtime"))).toEqual(["snapveil-hook"]);
  });

  test("is not, where one byte is another", async () => {
    await begin();
    await uninstall();
    edit((now) => `${now} `);
    expect(await isKept()).toBe(true);
  });

  test("is not at another path", async () => {
    await begin();
    await uninstall();
    inProject({ ...(JSON.parse(OWN) as object), disableAllHooks: true })();
    expect(await isKept(join(world.cwd, ".claude/settings.json"), {}, "project_settings")).toBe(true);
  });

  test("is not after two minutes", async () => {
    await begin();
    await uninstall();
    expect(await isKept(file(), later(1))).toBe(false);
    await begin("resume");
    world.write(world.home, { [FILE]: OWN });
    await world.install(["claude-code"]);
    await begin("resume");
    await uninstall();
    expect(await isKept(file(), later(3))).toBe(true);
  });

  test("is not where an agent started the command", async () => {
    await begin();
    await uninstall({ CLAUDECODE: "1" });
    expect(text()).toBe(OWN);
    expect(await isKept()).toBe(true);
  });

  test("is not where an agent has `install` write what it put into the file before", async () => {
    await begin();
    inSettings((root) => {
      root.disableAllHooks = true;
      delete root.hooks.UserPromptSubmit;
    })();
    await start(prepareInstall, { CLAUDECODE: "1" });
    expect(text()).toContain("UserPromptSubmit");
    expect(await isKept()).toBe(true);
  });

  test.each([0o666, 0o620, 0o640, 0o604])("is not by a note that others can read or write (%o)", async (mode) => {
    await begin();
    await uninstall();
    const folder = join(world.data, "agreed");
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), mode);
    expect(await isKept()).toBe(true);
  });
});

test("the end of the session takes its note away", async () => {
  await begin();
  expect(existsSync(join(world.data, "hooks-read/s"))).toBe(true);
  await say({ hook_event_name: "SessionEnd" });
  expect(existsSync(join(world.data, "hooks-read/s"))).toBe(false);
});

test("an agent that reads its hooks at the start alone has nothing noted", async () => {
  const payload = { hook_event_name: "SessionStart", session_id: "s", cwd: world.cwd };
  await dispatch({ ...world.io, readStdin: () => JSON.stringify(payload) }, { agent: "codex", args: [] });
  expect(existsSync(join(world.data, "hooks-read"))).toBe(false);
});
