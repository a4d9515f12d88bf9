import { lstatSync, readdirSync } from "node:fs";
import { join, sep } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { GITHUB } from "../support/made-up.ts";
import { COMMITTED, worldOfFile } from "../support/temporary-world.ts";

const world = worldOfFile(COMMITTED);

const SETTINGS = {
  builtins: {
    "*": ["log_events"],
    tool_response_transform: [["limit_large_tool_results", "2000", "20"]],
    turn_end: [["require_checks", "--always", "false"], "check_claims"],
    post_tool_use: ["check_claims"],
    pre_tool_use: ["check_claims"],
  },
  strict: true,
  knownValues: { variables: ["BANK"] },
  alsoRecord: [".env"],
  colour: "a setting that does not exist is told of once",
};

/** Folders of the data folder in which that day leaves something. */
const WRITTEN = [
  ..."agents-at-work audit claims conversations held-turns hooks-read log notices opened reach redactions".split(" "),
  ..."rewritten sessions settled snapshot taken told tool-results tracked".split(" "),
];

let mask: number;
beforeAll(() => {
  mask = process.umask(0);
});
afterAll(() => process.umask(mask));

const agent =
  (name: string) =>
  (event: string, more: object = {}) =>
    world.hook(["--agent", name], { hook_event_name: event, ...more }, { env: { BANK: "Tr0ub4dor-horse-9" } });
const claude = agent("claude-code");
const call = (id: string, command: string, output: unknown = "") => {
  const tool = { tool_name: "Bash", tool_use_id: id, tool_input: { command } };
  return [tool, { ...tool, tool_response: { stdout: output, stderr: "" } }] as const;
};

/** A day in which about everything is written that a session, a command or an audit keeps. */
async function day(): Promise<void> {
  world.configure(SETTINGS);
  world.write(".gitignore", ".env\n*.local\n");
  world.write(".env", "A=1\n");
  await claude("SessionStart", { source: "startup" });
  await claude("UserPromptSubmit", { prompt: "Fix the login" });
  for (const [before, after] of [
    call("t1", `echo ${GITHUB}`, `token ${GITHUB}`),
    call("t2", "seq 9999", Array.from({ length: 9999 }, (_, n) => `line ${n}`).join("\n")),
    call("t3", "rm -rf ~"),
  ]) {
    await claude("PreToolUse", before);
    world.sh(`mkdir -p src/${before.tool_use_id} && echo "$RANDOM" > src/${before.tool_use_id}/a.txt`);
    await claude("PostToolUse", after);
  }
  await claude("PreCompact", { trigger: "auto" });
  await claude("Stop", {});
  await agent("docker-agent")("turn_start");
  await agent("openhands")("", { event_type: "UserPromptSubmit", message: "Go on", working_dir: world.cwd });
  await agent("codex")("UserPromptSubmit", { prompt: "Go on", turn_id: "1" });
  for (const words of [
    ["undo", "--yes"],
    ["redo", "--yes"],
    ["snapshot", "-m", "a mark"],
    ["undo", "--yes"],
    ["audit", "--history"],
    ["track", join(world.tmp, "notes")],
    ["status"],
  ])
    expect((await world.snapveil(words)).exitCode, words.join(" ")).toBeLessThan(2);
  await claude("UserPromptSubmit", { prompt: "Once more" });
  world.sh("echo three > file.txt");
}

/** Every file and folder below one. */
const below = (folder: string) => readdirSync(folder, { recursive: true, encoding: "utf8" });

test("nothing that is kept can be read or changed by another user, whatever the process's mask says", async () => {
  world.write(join(world.tmp, "notes/a.md"), "one\n");
  await day();
  const all = below(world.data);
  const open = all.filter((path) => (lstatSync(join(world.data, path)).mode & 0o077) !== 0);
  expect(open).toEqual([]);
  // A folder that is not made is not looked at.
  const tops = new Set(all.map((path) => path.split(sep, 1)[0]!));
  expect([...tops].sort()).toEqual(expect.arrayContaining(WRITTEN));
});
