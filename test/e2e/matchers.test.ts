import { symlinkSync } from "node:fs";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { temporaryWorld, type TemporaryWorld } from "../support/temporary-world.ts";

const SECRET = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");

let world: TemporaryWorld;
beforeEach(() => {
  world = temporaryWorld();
  world.sh("git init -q; mkdir -p secrets src");
  world.write("secrets/key.txt", "x\n");
});
afterEach(() => world.remove());

const configure = (entry: object, event = "pre_tool_use") => world.configure({ builtins: { [event]: [entry] } });
const guard = (matchers: object) => ({ name: "redact_secrets", matchers });

const AGENTS = {
  "claude-code": { event: "PreToolUse", shell: "Bash" },
  codex: { event: "PreToolUse", shell: "Bash" },
  "gemini-cli": { event: "BeforeTool", shell: "run_shell_command" },
  "docker-agent": { event: "pre_tool_use", shell: "shell" },
} as const;

async function call(toolInput: object, agent: keyof typeof AGENTS = "claude-code", tool?: string): Promise<string> {
  const { event, shell } = AGENTS[agent];
  const said = await world.hook(["--agent", agent], {
    hook_event_name: event,
    cwd: world.cwd,
    tool_name: tool ?? shell,
    tool_input: toolInput,
  });
  return said.stdout;
}
const isGuarded = (said: string) => /REDACTED|"(?:deny|ask|block)"/.test(said);
const shell = (script: string) => ({ command: `${script} # ${SECRET}`, token: SECRET });

describe.each(Object.keys(AGENTS) as (keyof typeof AGENTS)[])("%s", (agent) => {
  test.each([
    [{ tools: ["no_such"] }, false],
    [{ tools: ["B*", "run_*", "shell"] }, true],
    [{ agents: [agent] }, true],
    [{ agents: ["droid"] }, false],
    [{ events: ["pre_tool_use"], agents: [agent], tools: ["*"] }, true],
    [{ events: ["post_tool_use"], agents: [agent] }, false],
    [{ events: [AGENTS[agent].event] }, true],
  ])("an entry with the matchers %j runs: %s", async (matchers, runs) => {
    configure(guard(matchers));
    expect(isGuarded(await call(shell("ls"), agent))).toBe(runs);
  });
});

test.each([
  ["a path below", "cat secrets/key.txt", true],
  ["another path", "cat src/a.txt", false],
  ["a path in a script in a script", "bash -c 'cat ./src/../secrets/key.txt' src/a.txt", true],
  ["a redirection", "echo a.txt >secrets/new.txt", true],
  ["a link to it", "cat link.txt src/a.txt", true],
  ["an absolute path", "cat $HERE/secrets/key.txt src/a.txt", true],
  ["no path", "npm test", true],
  ["a variable", "cat src/a.txt $FILE", true],
  ["a pattern", "cat src/*.txt", true],
  ["another folder", "cd secrets && cat key.txt", true],
  ["a folder", "grep -r x src", true],
  ["a folder named as one", "grep -r x ./src/", true],
  ["somebody else's home", "cat ~nobody-here/key.txt src/a.txt", true],
  ["a bare name of the folder", "rm -r secrets src/a.txt", true],
])("a guard of paths, and a command with %s", async (_, script, runs) => {
  symlinkSync("secrets/key.txt", world.at("link.txt"));
  configure(guard({ paths: ["secrets/**"] }));
  expect(isGuarded(await call(shell(script.replace("$HERE", world.cwd))))).toBe(runs);
});

test("a guard of paths runs where a path is relative to a folder that is not told", async () => {
  configure(guard({ paths: ["secrets/**"] }));
  const event = {
    hook_event_name: "PreToolUse",
    cwd: undefined,
    tool_name: "Bash",
    tool_input: shell("cat /etc/hostname a/key.txt"),
  };
  expect(isGuarded((await world.hook(["--agent", "claude-code"], event)).stdout)).toBe(true);
});

test("a file tool's path decides, and what does not guard needs one that fits", async () => {
  configure(guard({ paths: ["*.txt"] }));
  expect(isGuarded(await call({ file_path: world.at("src/a.txt"), content: SECRET }, "claude-code", "Write"))).toBe(
    true,
  );
  expect(isGuarded(await call({ file_path: world.at("src/a.md"), content: SECRET }, "claude-code", "Write"))).toBe(
    false,
  );
  expect(isGuarded(await call({ query: SECRET }, "claude-code", "mcp__tracker__search"))).toBe(true);
  configure({ name: "add_date", matchers: { paths: ["src/**"] } });
  expect(await call({ command: "cat src/a.txt" })).toContain("Today's date");
  expect(await call({ command: "npm test" })).not.toContain("Today's date");
});

test("where an event tells no tool, an entry for certain tools runs if it guards, and only then", async () => {
  const matchers = { tools: ["Bash"] };
  world.configure({
    builtins: {
      turn_start: [{ name: "add_date", matchers }],
      user_prompt_submit: [{ name: "redact_secrets", matchers }],
    },
  });
  const ask = async (prompt: string) =>
    (await world.hook(["--agent", "claude-code"], { hook_event_name: "UserPromptSubmit", prompt })).stdout;
  expect(await ask("go on")).not.toContain("Today's date");
  expect(isGuarded(await ask(`my key is ${SECRET}`))).toBe(true);
});

test("explain says which matcher left an entry out, and doctor that a guard is narrowed", async () => {
  configure({ ...guard({ tools: ["Write"] }), on_failure: "allow" });
  const event = { hook_event_name: "PreToolUse", cwd: world.cwd, tool_name: "Bash", tool_input: { command: "ls" } };
  const { stdout } = await world.snapveil(["explain", "--agent", "claude-code"], { input: JSON.stringify(event) });
  expect(stdout).toContain("redact_secrets on pre_tool_use: not for this event: its matchers name other tools.");
  world.write("~/.claude/.keep", "");
  await world.snapveil(["install", "claude-code", "--yes"]);
  const doctor = await world.snapveil(["doctor"]);
  const whole = await world.snapveil(["doctor", "-v"]);
  expect(whole.stdout).toMatch(/At pre_tool_use: block_destructive unrecorded, .*redact_secrets/);
  expect(doctor.stdout).toMatch(/Your settings narrow redact_secrets at pre_tool_use to certain tools/);
  expect(doctor.stdout).toMatch(/Your settings let the event go on where redact_secrets at pre_tool_use fails/);
});

test.each([
  [{ on_failure: "deny" }, { hookSpecificOutput: { permissionDecision: "deny" } }],
  [{ on_failure: "ask" }, { hookSpecificOutput: { permissionDecision: "ask" } }],
  [{ on_failure: "allow" }, { systemMessage: expect.stringContaining("took too long and was left out") }],
  [{}, { hookSpecificOutput: { permissionDecision: "deny" } }],
])("an entry that takes too long, with %j", async (more, answer) => {
  configure({ name: "redact_secrets", timeout: 0.0001, ...more });
  expect(JSON.parse(await call({ command: "ls" }))).toMatchObject(answer);
});

test("a failure of what is open is refused where the entry says so", async () => {
  configure({ name: "add_date", timeout: 0.0001, on_failure: "deny" });
  expect(JSON.parse(await call({ command: "ls" }))).toMatchObject({
    hookSpecificOutput: { permissionDecision: "deny" },
  });
});

test("a project may narrow what it adds and make a failure stricter, but not looser", async () => {
  const project = (entry: object) =>
    world.write(".snapveil.jsonc", JSON.stringify({ builtins: { pre_tool_use: [entry] } }));
  project({ name: "add_date", matchers: { tools: ["Bash"] } });
  expect(await call({ command: "ls" })).toContain("Today's date");
  project({ name: "add_date", on_failure: "allow" });
  const said = await call(shell("ls"));
  expect(said).toContain("only your own settings may say");
  expect(isGuarded(said)).toBe(true);
  configure({ name: "redact_secrets", timeout: 0.0001, on_failure: "allow" });
  project({ name: "redact_secrets", on_failure: "deny" });
  expect(isGuarded(await call(shell("ls")))).toBe(true);
});
