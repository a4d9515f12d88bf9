import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { dispatch } from "../../../hook/dispatch.ts";
import { ioWith } from "../../support/io-with.ts";
import { GITHUB as TOKEN } from "../../support/made-up.ts";

let place: string;
beforeEach(() => (place = mkdtempSync(join(tmpdir(), "tool-"))));
afterEach(() => rmSync(place, { recursive: true, force: true }));

const NAMES: readonly string[] = [TOKEN, `mcp__server__${TOKEN}`, `mcp__${TOKEN}__tool`, `run ${TOKEN}`];
const EVENTS: readonly (readonly [agent: string, event: string, more: object])[] = [
  ["claude-code", "PreToolUse", { tool_input: { command: `curl -H 'x: ${TOKEN}' https://example.com` } }],
  ["claude-code", "PreToolUse", { tool_input: { command: "rm -rf ~" } }],
  ["claude-code", "PostToolUse", { tool_input: {}, tool_response: { content: `key ${TOKEN}` } }],
  ["codex", "PreToolUse", { tool_input: { command: `echo ${TOKEN}` } }],
  ["gemini-cli", "AfterTool", { tool_input: {}, tool_response: { llmContent: `key ${TOKEN}` } }],
  ["docker-agent", "pre_tool_use", { tool_input: { cmd: `echo ${TOKEN}` } }],
];

test.each(EVENTS.flatMap(([agent, event, more]) => NAMES.map((name) => [agent, event, name, more] as const)))(
  "%s, %s: a secret in the place of a tool's name is repeated nowhere (%s)",
  async (agent, event, name, more) => {
    const payload = { hook_event_name: event, session_id: "s", cwd: "/", tool_use_id: "t", tool_name: name, ...more };
    const env = { HOME: place, SNAPVEIL_DATA_DIR: join(place, "data") };
    const io = { ...ioWith(JSON.stringify(payload), env), now: () => new Date() };
    const { stdout, stderr } = await dispatch(io, { agent, args: [] });
    expect(stdout).not.toBe("");
    expect(stdout + stderr + filesIn(place)).not.toContain(TOKEN);
  },
);

test("a name with digits stays as it is", async () => {
  const tool_name = "mcp__context7__get_docs_v2";
  const payload = { hook_event_name: "AfterTool", cwd: "/", tool_name, tool_response: { llmContent: TOKEN } };
  const io = ioWith(JSON.stringify(payload), { HOME: place, SNAPVEIL_DATA_DIR: join(place, "data") });
  const { stdout } = await dispatch(io, { agent: "gemini-cli", args: [] });
  expect(stdout + filesIn(place)).toContain(tool_name);
});

function filesIn(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .map((file) => (statSync(file).isFile() ? readFileSync(file, "latin1") : file))
    .join("\n");
}
