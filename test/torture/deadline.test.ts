import { beforeEach, describe, expect, test } from "vitest";

import { requestTarget } from "../../web/loopback/guard.ts";
import { answerEvent } from "../../web/serve/serve-hooks.ts";
import { ioWith } from "../support/io-with.ts";
import { AGENTS, called, printed } from "../support/legs.ts";
import { GITHUB as TOKEN } from "../support/made-up.ts";
import { runSnapveil } from "../support/run.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest("mkdir .git", runSnapveil);

/** What is asked of a text for each of its characters: 900 states of a pattern that never fits. */
const SLOW_RULE = { kind: "slow", pattern: "[a-c][a-f]{900}[A-Z]" };
const LONG_TEXT = "abcfbdaecfb".repeat(400_000);

describe.each(AGENTS)("%s: a search that takes too long is ended", (agent) => {
  beforeEach(() => world.configure({ deadline: 1, rules: [SLOW_RULE] }));

  test("a call is denied", async () => {
    const { verdict, reason } = await called(agent, { command: `echo ${LONG_TEXT}` }, world);
    expect([verdict, reason]).toEqual(["deny", expect.stringContaining("redact_secrets took too long")]);
  });

  test("output is withheld", async () => {
    const { output } = await printed(agent, `${TOKEN} ${LONG_TEXT}`, world);
    expect(output).toContain("took too long, so this output was withheld");
    expect(output).not.toContain(TOKEN);
  });
});

describe("what only informs or records is given up", () => {
  /** A git that never ends, before the real one. */
  const env = (script = "exec sleep 600") => {
    world.write("~/bin/git", `#!/bin/sh\n${script}\n`, 0o755);
    for (const name of ["HEAD", "objects/x", "refs/x"]) world.write(`.git/${name}`, "ref: refs/heads/main\n");
    return { PATH: `${world.at("~/bin")}:${world.env["PATH"]}` };
  };
  const hook = (fields: object) => world.hook(["--agent", "claude-code"], fields, { env: env() });

  test.each(["SessionStart", "UserPromptSubmit", "Stop"])("a git that hangs at %s", async (name) => {
    world.configure({ deadline: 2 });
    const { exitCode, stdout } = await hook({ hook_event_name: name, prompt: "go on", source: "startup" });
    expect(exitCode).toBe(0);
    // What a state needs goes on in another process.
    if (name === "UserPromptSubmit") expect(stdout).toContain("was left out");
  });

  test("a capture that does not fit is recorded by another process, and the next hook finds it", async () => {
    world.configure({ deadline: 4 });
    world.sh("rm -r .git; git init -q");
    const begin = async (over: Record<string, string>) => {
      return await world.hook(["snapshot"], { hook_event_name: "turn_start" }, { env: over });
    };
    const git = world.sh("command -v git").trim();
    const slow = env(`until [ -e '${world.at("~/go")}' ]; do sleep 0.1; done; exec ${git} "$@"`);
    await begin({});
    world.write("a.txt", "a");
    expect((await begin(slow)).stdout).toBe("");
    expect((await world.snapveil(["status"])).stdout).toContain("is being recorded since");
    world.write("~/go", "");
    expect((await begin({})).stdout).toBe("");
    const { stdout } = await world.snapveil(["status"]);
    expect(stdout).toMatch(/recording +yes, with git\n/);
  });

  test("the guard has run by then", async () => {
    world.configure({ deadline: 2 });
    const { stdout } = await hook({
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_use_id: "t",
      tool_input: { command: `echo ${TOKEN}` },
    });
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { updatedInput: { command: "echo [REDACTED]" } } });
  });
});

describe("a pipe where git or we would read a file is not waited for", () => {
  const begin = () =>
    world.sh("git init -q; mkdir -p sub/deep; printf a > sub/deep/a.txt; git commit -q --allow-empty -m one");
  const pipe = (path: string) => world.sh(`rm -rf '${path}' && mkfifo '${path}'`);
  const prompt = async (fields: object): Promise<string> => {
    const { stdout, exitCode } = await world.hook(["--agent", "claude-code"], fields);
    expect(exitCode).toBe(0);
    // A hook that waited has something to say of it when its time is over.
    expect(stdout).not.toMatch(/was left out|took too long|longer than a hook may/);
    return stdout;
  };

  const IN_WORKTREE = [".gitignore", ".gitattributes", "sub/.gitignore", "sub/deep/.gitattributes"];
  const IN_GIT = [
    "info/exclude",
    "info/attributes",
    "config",
    "config.worktree",
    "HEAD",
    "index",
    "packed-refs",
    "refs/heads/main",
    "commondir",
    "objects/info/alternates",
  ];
  test.each([
    ...IN_WORKTREE,
    ...IN_GIT.map((name) => `.git/${name}`),
    ".git",
    ".gitmodules",
    ".mailmap",
    "AGENTS.md",
    "CLAUDE.md",
    ".snapveil.yaml",
    ".snapveil.jsonc",
  ])("%s", async (path) => {
    begin();
    pipe(path);
    const said = await prompt({ hook_event_name: "SessionStart", source: "startup" });
    if (IN_WORKTREE.includes(path)) expect(said).toContain(`${path} is a pipe or a device`);
    await prompt({ hook_event_name: "UserPromptSubmit", prompt: "go on" });
    await prompt({ hook_event_name: "Stop" });
  });

  test("one that is made in the middle of a turn is named when it ends", async () => {
    begin();
    await prompt({ hook_event_name: "UserPromptSubmit", prompt: "go on" });
    pipe("sub/.gitignore");
    expect(await prompt({ hook_event_name: "Stop" })).toContain("sub/.gitignore is a pipe or a device");
  });
});

describe("settings that take their parser for ever are not used", () => {
  test.each([
    ["question marks", `a: ${"? ".repeat(20_000)}`],
    ["escapes", `a: "${"\\n".repeat(30_000)}"`],
    ["anchors", `a:\n${Array.from({ length: 5_000 }, (_, at) => ` - &a${at} x\n`).join("")}`],
    ["lists in lists", `a: ${"[".repeat(60_000)}`],
  ])("%s, whose file it is", async (_what, text) => {
    for (const file of [".snapveil.yaml", "~/.config/snapveil/config.yaml"]) {
      world.write(file, text);
      const { output, stdout } = await printed("claude-code", `a ${TOKEN} b`, world);
      expect(output ?? stdout).toContain("a [REDACTED] b");
      expect(stdout).toContain("is not used");
    }
  });

  test("rules of a project's that are too large are left out and named, the others hold", async () => {
    const large = Array.from({ length: 90 }, (_, at) => ({
      kind: `large-${at}`,
      pattern: `(?:${"ab".repeat(200)}){1000}`,
    }));
    world.write(".snapveil.jsonc", JSON.stringify({ rules: [...large, { kind: "corp", pattern: "CORP-[0-9]{8}" }] }));
    const { output, stdout } = await printed("claude-code", "a CORP-12345678 b", world);
    expect(output).toContain("a [REDACTED] b");
    expect(stdout).toContain('the rule for \\"large-0\\" is not used');
  });

  test.each([0, 16, "12", 1e9])("a deadline of %j", async (deadline) => {
    world.configure({ deadline });
    expect((await printed("claude-code", `a ${TOKEN} b`, world)).stdout).toContain("number of seconds from 1 to 15");
  });

  test("a project sets no deadline", async () => {
    world.write(".snapveil.jsonc", JSON.stringify({ deadline: 15 }));
    expect((await printed("claude-code", `a ${TOKEN} b`, world)).stdout).toContain("it is yours alone");
  });
});

describe("a process that answers many events", () => {
  const body = JSON.stringify({
    session_id: "s",
    cwd: "/",
    hook_event_name: "tool_response_transform",
    tool_response: `a ${TOKEN} b`,
  });

  test.each([
    ["gives each the whole time", [3_600_000, 0], "a [REDACTED] b"],
    ["withholds what is late", [0, 60_000], "took too long"],
  ])("%s", async (_what, [start = 0, step = 0], expected) => {
    let now = start;
    const elapsed = () => (now += step);
    const answer = await answerEvent(
      { ...ioWith("", world.env), elapsed },
      requestTarget("/hook?builtin=redact_secrets")!,
      body,
    );
    expect(answer.body).toContain(expected);
  });
});
