import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { faultIn } from "../../../builtins/elide-repeated-tool-results.ts";
import { dispatch } from "../../../hook/dispatch.ts";
import type { Json, JsonObject } from "../../../kit/json.ts";
import { GITHUB as TOKEN, STRIPE as OTHER } from "../../support/made-up.ts";
import { ioWith } from "../../support/io-with.ts";

const NAME = "elide_repeated_tool_results";
const TEXT = "a line of a file\n".repeat(40);
const NOTE = /^\[The output is the same as the last time you made this call: (\d+) bytes/;

let place: string;
beforeEach(() => (place = mkdtempSync(join(tmpdir(), "elide-"))));
afterEach(() => rmSync(place, { recursive: true, force: true }));
const folder = () => join(place, "data/shown-outputs");
const notes = () => (existsSync(folder()) ? readdirSync(folder()).map((name) => join(folder(), name)) : []);

/** An event of docker-agent, or of the agent in `agent`; the settings name the builtin at the outputs alone. */
async function answer(more: JsonObject, agent = "docker-agent", builtins: readonly Json[] = [NAME]): Promise<Json> {
  const read = { tool_name: "read_file", tool_category: "filesystem", tool_input: { path: "a" } };
  const event = { session_id: "s1", cwd: place, hook_event_name: "tool_response_transform", ...read, ...more };
  writeFileSync(join(place, "config.json"), JSON.stringify({ builtins: { tool_response_transform: builtins } }));
  const env = { SNAPVEIL_DATA_DIR: join(place, "data"), SNAPVEIL_CONFIG: join(place, "config.json"), HOME: place };
  const io = { ...ioWith(JSON.stringify(event), env), now: () => new Date() };
  const { stdout } = await dispatch(io, { agent, args: [] });
  return stdout === "" ? {} : (JSON.parse(stdout) as Json);
}

/** The output that the model gets in the place of `response`; `undefined`: the output itself. */
async function shown(response: Json, more: JsonObject = {}, builtins?: readonly Json[]): Promise<string | undefined> {
  const said = (await answer({ tool_response: response, ...more }, "docker-agent", builtins)) as {
    [key: string]: JsonObject;
  };
  return said["hook_specific_output"]?.["updated_tool_response"] as string | undefined;
}

describe("the second time", () => {
  test("a note stands for the output, and the third time the output is there again", async () => {
    expect(await shown(TEXT)).toBeUndefined();
    const note = await shown(TEXT);
    expect(NOTE.exec(note ?? "")?.[1]).toBe(String(TEXT.length));
    expect(note).toContain("make the call once more");
    expect(await shown(TEXT)).toBeUndefined();
    expect(await shown(TEXT)).toMatch(NOTE);
  });

  test.each<[string, Json, JsonObject]>([
    ["an output that changed by a byte", TEXT.replace("a line", "A line"), {}],
    ["another file", TEXT, { tool_input: { path: "b" } }],
    ["another part of the file", TEXT, { tool_input: { path: "a", line: 2 } }],
    ["another tool", TEXT, { tool_name: "view_file" }],
    ["a file of the same name in another folder", TEXT, { cwd: "/" }],
    ["another session", TEXT, { session_id: "s2" }],
    ["a sub-agent with a conversation of its own", TEXT, { agent_name: "writer" }],
    ["a call that failed", TEXT, { tool_error: true }],
  ])("%s comes whole", async (_name, text, more) => {
    await shown(TEXT);
    expect(await shown(text, more)).toBeUndefined();
  });

  test("what changed is what the next output is compared with", async () => {
    await shown(TEXT);
    await shown(`${TEXT}more`);
    expect(await shown(TEXT)).toBeUndefined();
    expect(await shown(TEXT)).toMatch(NOTE);
  });

  test.each<[string, JsonObject, boolean]>([
    ["docker-agent calls the tool read-only", { tool_name: "lsp_diagnostics", tool_read_only: true }, true],
    ["docker-agent says that the tool writes", { tool_name: "read_file", tool_read_only: false }, false],
    ["every command only prints", { tool_name: "shell", tool_category: "shell", tool_input: { cmd: "cat a" } }, true],
    ["a command may do more", { tool_name: "shell", tool_category: "shell", tool_input: { cmd: "make" } }, false],
    ["the tool writes", { tool_name: "write_file" }, false],
    ["a server's tool is known by its name alone", { tool_name: "mcp__a__read", tool_category: "mcp" }, false],
  ])("counts where %s", async (_name, more, isElided) => {
    await shown(TEXT, more);
    expect((await shown(TEXT, more)) !== undefined).toBe(isElided);
  });

  test.each<[readonly Json[], number, boolean]>([
    [[NAME], 499, false],
    [[NAME], 500, true],
    [[[NAME, "20"]], 19, false],
    [[[NAME, "20"]], 20, true],
  ])("by the setting %j an output of %d bytes is replaced: %s", async (builtins, bytes, isElided) => {
    const text = "x".repeat(bytes);
    await shown(text, {}, builtins);
    expect((await shown(text, {}, builtins)) !== undefined).toBe(isElided);
  });
});

describe("the outputs are forgotten", () => {
  test.each(["session_start", "after_compaction", "session_end"])("at %s", async (name) => {
    await shown(TEXT);
    await answer({ hook_event_name: name });
    expect(notes()).toEqual([]);
    expect(await shown(TEXT)).toBeUndefined();
  });

  test("where Claude Code summarizes a conversation", async () => {
    const claude = { transcript_path: "/h/.claude/projects/p/s.jsonl", tool_category: null };
    await shown(TEXT);
    await answer({ ...claude, hook_event_name: "PreCompact", trigger: "auto" }, "claude-code");
    expect(await shown(TEXT)).toBeUndefined();
  });

  test("once twenty others came after", async () => {
    await shown(TEXT);
    for (let other = 0; other < 19; other += 1) await shown(TEXT, { tool_input: { path: `b${other}` } });
    expect(await shown(TEXT)).toMatch(NOTE);
    await shown(TEXT);
    for (let other = 0; other < 20; other += 1) await shown(TEXT, { tool_input: { path: `c${other}` } });
    expect(await shown(TEXT)).toBeUndefined();
  });

  test("and nothing of an output is on the disk, in a file that is the person's alone", async () => {
    await shown(TEXT);
    const [file] = notes();
    expect(statSync(file!).mode & 0o777).toBe(0o600);
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    expect(statSync(file!).size).toBeLessThan(200);
  });

  test("if these cannot be kept: the output comes whole", async () => {
    mkdirSync(join(place, "data"));
    writeFileSync(folder(), "");
    await shown(TEXT);
    expect(await shown(TEXT)).toBeUndefined();
  });
});

describe("beside other builtins", () => {
  test("the outputs are compared without their secrets", async () => {
    const both = [NAME, "redact_secrets"];
    expect(await shown(`${TEXT}key ${TOKEN}\n`, {}, both)).toContain("key [REDACTED]");
    const note = await shown(`${TEXT}key ${TOKEN}\n`, {}, both);
    expect(note).toMatch(NOTE);
    expect(note).not.toContain(TOKEN);
    expect(await shown(`${TEXT}key ${OTHER} and more\n`, {}, both)).toContain("and more");
  });

  test("a long output is replaced, too, and needs no second file", async () => {
    const both = [["limit_large_tool_results", "600"], NAME];
    expect(await shown(TEXT, {}, both)).toContain("was too large");
    expect(await shown(TEXT, {}, both)).toMatch(NOTE);
  });

  test("Claude Code's answer keeps its shape", async () => {
    const file = { filePath: "/a", content: TEXT, numLines: 40, startLine: 1, totalLines: 40 };
    const payload = {
      hook_event_name: "PostToolUse",
      transcript_path: "/h/.claude/projects/p/s.jsonl",
      tool_category: null,
      tool_name: "Read",
      tool_input: { file_path: "/a" },
      tool_response: { type: "text", file },
    };
    expect(await answer(payload, "claude-code")).toEqual({});
    const said = (await answer(payload, "claude-code")) as { hookSpecificOutput: { updatedToolOutput: JsonObject } };
    expect(said.hookSpecificOutput.updatedToolOutput).toEqual({
      type: "text",
      file: { ...file, content: expect.stringMatching(NOTE) as string },
    });
  });
});

test.each<[readonly string[], boolean]>([
  [[], true],
  [["500"], true],
  [["0"], false],
  [["many"], false],
  [["500", "2"], false],
])("the arguments %j are accepted: %s", (args, isAccepted) => {
  expect(faultIn(args) === undefined).toBe(isAccepted);
});
