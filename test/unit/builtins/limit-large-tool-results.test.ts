import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { dispatch } from "../../../hook/dispatch.ts";
import type { Json, JsonObject } from "../../../kit/json.ts";
import { GITHUB as TOKEN } from "../../support/made-up.ts";
import { ioWith } from "../../support/io-with.ts";

const NAME = ["limit", "large", "tool", "results"].join("_");
const REDACT = ["redact", "secrets"].join("_");
const SAID = "Tool call result was too large";

let place: string;
beforeEach(() => (place = mkdtempSync(join(tmpdir(), "large-"))));
afterEach(() => rmSync(place, { recursive: true, force: true }));
const folder = () => join(place, "data/tool-results");
const files = () => (existsSync(folder()) ? readdirSync(folder()).map((name) => join(folder(), name)) : []);

interface How {
  readonly agent?: string;
  readonly args?: readonly string[];
  /** The user's settings; then they say what runs. */
  readonly settings?: JsonObject;
  readonly env?: Record<string, string>;
}

/** What the agent gets for an event of docker-agent's shell, or for another one. */
async function answer(more: JsonObject, { agent = "docker-agent", args = [], settings, env }: How = {}): Promise<Json> {
  const event = {
    session_id: "s1",
    cwd: place,
    hook_event_name: "tool_response_transform",
    tool_name: "shell",
    tool_category: "shell",
    tool_input: { cmd: "make" },
    ...more,
  };
  writeFileSync(join(place, "config.json"), JSON.stringify(settings ?? {}));
  const config = { SNAPVEIL_DATA_DIR: join(place, "data"), SNAPVEIL_CONFIG: join(place, "config.json"), HOME: place };
  const io = { ...ioWith(JSON.stringify(event), { ...config, ...env }), now: () => new Date() };
  const { stdout } = await dispatch(io, { agent, args, ...(!settings && { builtin: NAME }) });
  return stdout === "" ? {} : (JSON.parse(stdout) as Json);
}

/** The output that the model sees of docker-agent's tool; `undefined`: as it was. */
async function shown(response: Json, more: JsonObject = {}, how: How = {}): Promise<string | undefined> {
  const said = (await answer({ tool_response: response, ...more }, how)) as { [key: string]: JsonObject };
  return said["hook_specific_output"]?.["updated_tool_response"] as string | undefined;
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

describe("what is too much", () => {
  test.each<[string, string, boolean]>([
    ["51,200 bytes", "x".repeat(51200), false],
    ["51,201 bytes", "x".repeat(51201), true],
    ["51,201 bytes of fewer characters", "é".repeat(25600) + "x", true],
    ["2,000 lines", "a\n".repeat(2000), false],
    ["2,000 lines, the last without an end", "a\n".repeat(1999) + "a", false],
    ["2,001 lines", "a\n".repeat(2001), true],
    ["2,001 lines, the last without an end", "a\n".repeat(2000) + "a", true],
    ["nothing", "", false],
  ])("%s", async (_name, text, isOver) => {
    expect((await shown(text)) !== undefined).toBe(isOver);
    expect(files().length).toBe(isOver ? 1 : 0);
  });

  test.each<[string, JsonObject, boolean]>([
    ["docker-agent's categories", { tool_category: "filesystem", tool_name: "search_files_content" }, true],
    ["servers", { tool_category: "mcp", tool_name: "search" }, true],
    ["agents", { tool_category: "a2a", tool_name: "ask" }, true],
    ["what limits itself", { tool_category: "fetch", tool_name: "fetch" }, false],
    ["what is short", { tool_category: "memory", tool_name: "shell" }, false],
    ["a shell by its name", { tool_category: null, tool_name: "run_shell_command" }, true],
    ["a tool of files by its arguments", { tool_category: null, tool_name: "peek", tool_input: { path: "a" } }, true],
    ["a tool of files by its name", { tool_category: null, tool_name: "Grep", tool_input: { pattern: "a" } }, true],
    ["a server's by its name", { tool_category: null, tool_name: "mcp__db__ask" }, true],
    ["a search in the web", { tool_category: null, tool_name: "WebSearch", tool_input: { query: "a" } }, false],
    ["anything else", { tool_category: null, tool_name: "TodoWrite", tool_input: { todos: [] } }, false],
  ])("of %s", async (_name, more, isLimited) => {
    expect((await shown(numbered(3000), more)) !== undefined).toBe(isLimited);
  });
});

describe("what is shown", () => {
  test("is docker-agent's sentence with the last 2,000 lines, and the file has all", async () => {
    const text = numbered(2500);
    const reply = await shown(text);
    const [file] = files();
    expect(reply).toBe(
      `${SAID} (${text.length} bytes; limit 51200 bytes). The full result is available in a file: ${file}\n\n` +
        `Showing the last 2000 lines (up to 51200 bytes):\n\n${text.slice(text.indexOf("line 501\n"))}`,
    );
    expect(readFileSync(file!, "utf8")).toBe(text);
  });

  test.each<[string, string, string]>([
    ["without the end of the last line", `${numbered(2500)}end`, numbered(2500).slice(numbered(501).length) + "end"],
    ["of one line, its last bytes", "ab".repeat(40000), "ab".repeat(25600)],
    ["never a part of a character", `x${"世".repeat(20000)}`, "世".repeat(17066)],
    ["never a part of a long one", `${"😀".repeat(20000)}xyz`, "😀".repeat(12799) + "xyz"],
  ])("%s", async (_name, text, end) => {
    expect((await shown(text))!.split(":\n\n")[1]).toBe(end);
  });

  test("of read_file is the beginning, with the line to go on from", async () => {
    const reader = { tool_name: "read_file", tool_category: "filesystem" };
    const lines = await shown(numbered(2500), { ...reader, tool_input: { path: "a", line: 100 } });
    expect(lines).toContain(
      "Showing the first 2000 lines (up to 51200 bytes). To continue reading, call read_file again with the same " +
        'path plus "line": 2100 (1-based start line) and a "limit" (maximum number of lines):\n\nline 1\n',
    );
    expect(lines!.endsWith("line 2000\n")).toBe(true);
    const cut = await shown(`${"y".repeat(99)}\n`.repeat(600), { ...reader, tool_input: { path: "a" } });
    expect(cut).toContain('plus "line": 513 (1-based');
    const long = await shown("世".repeat(20000), { ...reader, tool_input: { path: "a" } });
    expect(long).toContain("Showing the first 51198 bytes. The first line of this result alone exceeds");
    expect(long!.endsWith(`on that file:\n\n${"世".repeat(17066)}`)).toBe(true);
    const several = await shown(numbered(2500), { ...reader, tool_name: "read_multiple_files" });
    expect(several).toContain("Showing the last 2000 lines");
  });

  test("has the bounds that the arguments name", async () => {
    expect(await shown("12345\n67890\n", {}, { args: ["12"] })).toBeUndefined();
    expect(await shown("1\n2\n3\n", {}, { args: ["100", "2"] })).toMatch(
      /last 2 lines \(up to 100 bytes\):\n\n2\n3\n$/,
    );
    expect(await shown("1\n2\n3\n", {}, { args: ["5"] })).toMatch(/last 2000 lines \(up to 5 bytes\):\n\n\n2\n3\n$/);
  });
});

describe("a secret in a long output", () => {
  const text = `${numbered(1500)}key ${TOKEN}\n${numbered(1500)}`;
  const clean = text.replace(TOKEN, "[REDACTED]");
  const both = { builtins: { tool_response_transform: [REDACT, NAME] } };

  test.each<[string, How]>([
    ["behind what redacts", { settings: both }],
    ["whatever order the settings say", { settings: { builtins: { tool_response_transform: [NAME, REDACT] } } }],
    ["alone", {}],
    ["alone in the settings", { settings: { builtins: { tool_response_transform: [NAME] } } }],
    ["let through by the policy", { settings: { ...both, policy: { output: "warn" } } }],
  ])("is neither shown nor written: %s", async (_name, how) => {
    const reply = await shown(text, {}, how);
    expect(reply).toContain(SAID);
    expect(reply).toContain("key [REDACTED]");
    expect(files().map((file) => readFileSync(file, "utf8"))).toEqual([clean]);
  });

  test("that is withheld leaves nothing to be kept", async () => {
    const settings = { ...both, policy: { output: "deny" } };
    expect(await shown(text, {}, { settings })).toMatch(/^\[withheld by snapveil/);
    expect(files()).toEqual([]);
  });

  test("is not written where the search takes too long", async () => {
    const late = { ...ioWith(JSON.stringify({})), timeLeft: () => 0 };
    const handler = (await import("../../../builtins/limit-large-tool-results.ts")).default;
    const event = { name: "tool_response_transform", toolName: "shell", toolCategory: "shell", toolResponse: text };
    const io = { ...late, env: { SNAPVEIL_DATA_DIR: join(place, "data") } };
    const { DEFAULT_SETTINGS } = await import("../../../worktree/default-settings.ts");
    const call = { args: [], io, settings: DEFAULT_SETTINGS, origin: "user" as const };
    await expect(handler(event as never, call)).rejects.toThrow();
    expect(files()).toEqual([]);
  });
});

describe("the file", () => {
  test("is the owner's alone, lies there once, and goes with its session", async () => {
    await shown(numbered(3000));
    await shown(numbered(3000));
    await shown(numbered(3000), { session_id: "s/2" });
    expect(files().map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    await answer({ hook_event_name: "session_end" });
    expect(files().length).toBe(1);
    await answer({ hook_event_name: "session_end", session_id: "s/2" });
    expect(files()).toEqual([]);
  });

  test("goes after a week", async () => {
    await shown(numbered(3000));
    const [file] = files();
    utimesSync(file!, new Date(0), new Date(0));
    await shown(numbered(3001));
    expect(files()).not.toContain(file);
  });

  test("that cannot be written leaves the output as it is, and this is said", async () => {
    mkdirSync(join(place, "data"));
    writeFileSync(folder(), "");
    const said = (await answer({ tool_response: numbered(3000) })) as JsonObject;
    expect(said["hook_specific_output"]).toBeUndefined();
    expect(said["system_message"]).toContain(`${NAME} was left out: ${folder()} cannot be written`);
  });
});

describe("in other agents", () => {
  const claude = (tool: string, input: JsonObject, response: Json) => ({
    hook_event_name: "PostToolUse",
    transcript_path: "/h/.claude/projects/p/s.jsonl",
    tool_category: null,
    tool_name: tool,
    tool_input: input,
    tool_response: response,
  });
  const updated = async (payload: JsonObject) => {
    const said = (await answer(payload, { agent: "claude-code" })) as { [key: string]: JsonObject };
    return said["hookSpecificOutput"]?.["updatedToolOutput"] as JsonObject | undefined;
  };

  test("the answer keeps the shape that its tool has", async () => {
    const bash = { stdout: numbered(3000), stderr: "warning", interrupted: false, isImage: false };
    const shownBash = await updated(claude("Bash", { command: "make" }, bash));
    expect(shownBash).toEqual({ ...bash, stdout: expect.stringContaining("Showing the last 2000 lines") as string });

    const file = { filePath: "/a", content: numbered(3000), numLines: 3000, startLine: 11, totalLines: 9000 };
    const read = await updated(claude("Read", { file_path: "/a", offset: 11 }, { type: "text", file }));
    const { content } = read!["file"] as { content: string };
    expect(content).toMatch(/^line 1\nline 2\n/);
    expect(content).toMatch(/line 2000\n\n\[Tool call result was too large[^]* again from line 2011 on\.\]$/);

    const [text, image] = [numbered(1500), { type: "image", source: { data: "A".repeat(60000) } }];
    const parts = await updated(claude("mcp__a__b", {}, [{ type: "text", text }, image, { type: "text", text }]));
    expect(parts).toEqual([{ type: "text", text: expect.stringContaining(SAID) as string }, image]);
    expect(files().map((name) => readFileSync(name, "utf8"))).toContain(`${text}\n${text}`);
  });

  test.each<[string, JsonObject]>([
    ["a picture", claude("Read", { file_path: "/a.png" }, { type: "image", file: { base64: "A".repeat(60000) } })],
    ["a picture that a command printed", claude("Bash", {}, { stdout: `data:image/png;base64,${"A".repeat(60000)}` })],
    [
      "what a tool that writes keeps",
      claude("Edit", { file_path: "/a" }, { originalFile: numbered(3000), content: numbered(3000) }),
    ],
    [
      "what the agent lets no hook change",
      { ...claude("Bash", { command: "a" }, null), hook_event_name: "PostToolUseFailure", error: numbered(3000) },
    ],
  ])("%s stays", async (_name, payload) => {
    expect(await answer(payload, { agent: "claude-code" })).toEqual({});
    expect(files()).toEqual([]);
  });
});
