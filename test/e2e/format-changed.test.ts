import { readFileSync, symlinkSync, writeFileSync } from "node:fs";

import { beforeEach, describe, expect, test } from "vitest";

import { GITHUB } from "../support/made-up.ts";
import { withMoreTime } from "../support/more-time.ts";
import { COMMITTED, worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest(COMMITTED);

/** A formatter that makes every letter large, and writes down what it was called with. */
const FORMATTER = `#!/bin/bash
printf '%s\\n' "$PWD" "$@" >>"$HOME/called"
for file; do :; done
tr a-z A-Z <"$file" >"$HOME/made" && cat "$HOME/made" >"$file"
`;
const configure = (...words: string[]) =>
  world.configure({ builtins: { post_tool_use: [["format_changed", ...words], "snapshot"] } });
const called = () => {
  try {
    return readFileSync(world.at("~/called"), "utf8").trim().split("\n");
  } catch {
    return [];
  }
};

const AGENTS = {
  "claude-code": { before: "PreToolUse", after: "PostToolUse", tool: "Write", ids: { tool_use_id: "t" } },
  codex: { before: "PreToolUse", after: "PostToolUse", tool: "apply_patch", ids: { tool_use_id: "t", turn_id: "u" } },
  "gemini-cli": { before: "BeforeTool", after: "AfterTool", tool: "write_file", ids: {} },
  "docker-agent": { before: "pre_tool_use", after: "post_tool_use", tool: "write_file", ids: { tool_use_id: "t" } },
} as const;
type Agent = keyof typeof AGENTS;

function argumentsOf(agent: Agent, path: string): object {
  if (agent === "codex") return { command: `*** Begin Patch\n*** Update File: ${path}\n@@\n-one\n+two\n*** End Patch` };
  return agent === "docker-agent" ? { path, content: "two\n" } : { file_path: path, content: "two\n" };
}

/** A call that writes a file, with both its hooks. */
async function write(agent: Agent, path: string, content = "two\n") {
  const { before, after, tool, ids } = AGENTS[agent];
  const event = { ...ids, tool_name: tool, tool_input: argumentsOf(agent, path) };
  await world.hook(["--agent", agent], { ...event, hook_event_name: before });
  writeFileSync(world.at(path), content);
  return world.hook(["--agent", agent], { ...event, hook_event_name: after, tool_response: "done" });
}

beforeEach(() => {
  world.write("~/bin/large", FORMATTER, 0o755);
  configure(world.at("~/bin/large"), "--write");
});

describe.each(Object.keys(AGENTS) as Agent[])("%s", (agent) => {
  test("the file is formatted, the model is told, and one undo gives the text before back", async () => {
    const { stdout } = await write(agent, "file.txt");
    expect(world.read("file.txt")).toBe("TWO\n");
    expect(called()).toEqual([world.cwd, "--write", world.at("file.txt")]);
    const said = JSON.parse(stdout) as Record<string, Record<string, string>>;
    const { additionalContext, additional_context: snake } =
      said["hookSpecificOutput"] ?? said["hook_specific_output"]!;
    expect(additionalContext ?? snake).toContain("changed file.txt after this call");
    const { checkpoints } = await world.json<{ checkpoints: { files: { path: string }[] }[] }>(["checkpoints"]);
    expect(checkpoints.map(({ files }) => files.map(({ path }) => path))).toEqual([["file.txt"]]);
    expect(await world.json(["undo", "--yes"])).toMatchObject({ restored: true, files: 1, conflicts: [] });
    expect(world.read("file.txt")).toBe("one\n");
  });
});

test("a file that is formatted already leaves nothing to say", async () => {
  const { stdout } = await write("claude-code", "file.txt", "TWO\n");
  expect([stdout, called().length]).toEqual(["", 3]);
});

test("the path stands for {}", async () => {
  configure("bash", "-c", 'echo "$1" "$2" >"$HOME/called"', "x", "{}", "end");
  await write("claude-code", "file.txt");
  expect(called()).toEqual([`${world.at("file.txt")} end`]);
});

describe("it is not run", () => {
  test.each([
    ["on a file outside", () => "../other.txt"],
    ["through a link that leads out", () => (symlinkSync(world.at("../other.txt"), world.at("link.txt")), "link.txt")],
    ["in a folder that leads out", () => (symlinkSync("..", world.at("up")), "up/other.txt")],
    ["on git's own files", () => ".git/description"],
  ])("%s", async (_, make) => {
    world.write("../other.txt", "one\n");
    await write("claude-code", make());
    expect([called(), world.read("../other.txt")]).toEqual([[], expect.not.stringContaining("ONE")]);
  });

  test.each([
    ["for a tool that reads", { hook_event_name: "PostToolUse", tool_name: "Read", tool_response: "one" }],
    ["for a command", { hook_event_name: "PostToolUse", tool_name: "Bash", tool_response: "one" }],
    ["for a call that failed", { hook_event_name: "PostToolUseFailure", tool_name: "Write", error: "no" }],
  ])("%s", async (_, event) => {
    const input = { command: "cat file.txt", file_path: "file.txt", content: "two" };
    await world.hook(["--agent", "claude-code"], { ...event, tool_use_id: "t", tool_input: input });
    expect(called()).toEqual([]);
  });

  test("where a project's settings ask for it, which is said", async () => {
    world.configure({});
    world.write(".snapveil.jsonc", JSON.stringify({ builtins: { post_tool_use: [["format_changed", "touch"]] } }));
    const { stdout } = await write("claude-code", "file.txt");
    expect(JSON.parse(stdout)).toEqual({ systemMessage: expect.stringContaining("only your own settings") });
    expect(world.read("file.txt")).toBe("two\n");
  });

  test("by explain", async () => {
    const event = {
      hook_event_name: "PostToolUse",
      tool_name: "Write",
      tool_input: argumentsOf("claude-code", "file.txt"),
    };
    const { stdout } = await world.snapveil(["explain", "--agent", "claude-code", "--json"], {
      input: JSON.stringify({ session_id: "s", cwd: world.cwd, ...event }),
    });
    expect(stdout).toContain("not run");
    expect(called()).toEqual([]);
  });
});

test("a link inside the worktree is followed", async () => {
  symlinkSync("file.txt", world.at("link.txt"));
  await write("claude-code", "link.txt");
  expect(called().at(-1)).toBe(world.at("file.txt"));
});

test("a formatter that fails is told with its first lines, without their secrets", async () => {
  configure("bash", "-c", `echo "bad token: ${GITHUB}"; exit 2`);
  const { stdout } = await write("claude-code", "file.txt");
  const { systemMessage } = JSON.parse(stdout) as { systemMessage: string };
  expect(systemMessage).toBe(
    "snapveil: the formatter bash failed with exit code 2 on file.txt:\nbad token: [REDACTED]",
  );
});

test("a formatter that is not there is named with the file that is left", async () => {
  configure("no-such-formatter");
  const { stdout } = await write("claude-code", "file.txt");
  expect(JSON.parse(stdout)).toEqual({
    systemMessage: "snapveil: the formatter no-such-formatter was not found, so file.txt is left as it is.",
  });
});

const LATE = /the formatter bash took longer than [\d.]+ s and was ended on file\.txt/;

test("a formatter that never ends leaves time for the checkpoint", async () => {
  world.startProcesses();
  const ids = async () =>
    (await world.json<{ checkpoints: { id: string }[] }>(["checkpoints"])).checkpoints.map(({ id }) => id);
  await withMoreTime({ from: 3, most: 15 }, async (deadline) => {
    const formatter = ["format_changed", "bash", "-c", "sleep 60; :"];
    world.configure({ deadline, builtins: { post_tool_use: [formatter, "snapshot"] } });
    const before = await ids();
    expect((await write("claude-code", "file.txt", `${deadline}\n`)).stdout).toMatch(LATE);
    expect(await ids()).toHaveLength(before.length + 1);
  });
});

test("after a formatter that never ends no further file of the call is tried", async () => {
  world.write("other.txt", "one\n");
  world.startProcesses();
  const patch = ["file.txt", "other.txt"].map((path) => `*** Update File: ${path}\n@@\n-one\n+two\n`).join("");
  await withMoreTime({ from: 3, most: 15 }, async (deadline) => {
    const formatter = ["format_changed", "bash", "-c", 'echo x >> "$HOME/called"; sleep 60; :'];
    world.configure({ deadline, builtins: { post_tool_use: [formatter] } });
    world.write("~/called", "");
    const { stdout } = await world.hook(["--agent", "codex"], {
      hook_event_name: "PostToolUse",
      tool_name: "apply_patch",
      tool_use_id: "t",
      turn_id: "u",
      tool_input: { command: `*** Begin Patch\n${patch}*** End Patch` },
      tool_response: "done",
    });
    expect(stdout).toMatch(LATE);
    expect(stdout).not.toContain("other.txt");
    expect(called()).toEqual(["x"]);
  });
});

test("it starts with no git variable of the agent's", async () => {
  configure("bash", "-c", 'echo "${GIT_DIR:-none} ${PATH##*:}" >"$HOME/called"');
  const env = { GIT_DIR: "/nowhere", PATH: `${world.env["PATH"]}:bin` };
  const event = {
    hook_event_name: "PostToolUse",
    tool_name: "Write",
    tool_input: argumentsOf("claude-code", "file.txt"),
  };
  await world.hook(["--agent", "claude-code"], event, { env });
  expect(called()[0]).toMatch(/^none \//);
});
