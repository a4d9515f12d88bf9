import { expect, test } from "vitest";

import type { Json, JsonObject } from "../../kit/json.ts";
import { hook } from "../support/legs.ts";
import { GITHUB as TOKEN } from "../support/made-up.ts";
import { worldOfFile } from "../support/temporary-world.ts";

const PNG = "iVBORw0KGgo" + TOKEN.slice(4).repeat(40);
const M = "[REDACTED]";

const world = worldOfFile();

test("every text of a conversation, and nothing that is none", async () => {
  const quoted = JSON.stringify({
    cmd: `curl -H "Authorization: Bearer ${TOKEN}" '"x'`,
    n: 1,
    nested: JSON.stringify({ password: `hun"ter22\\`, token: TOKEN }),
  });
  const messages: JsonObject[] = [
    { role: "system", content: "be brief" },
    {
      role: "user",
      content: "",
      multi_content: [
        { type: "text", text: `see ${TOKEN}` },
        { type: "image_url", image_url: { url: `data:image/png;base64,${PNG}`, detail: "low" } },
      ],
    },
    {
      role: "user",
      content: "",
      multi_content: [
        {
          type: "document",
          document: { name: "a.env", mime_type: "text/plain", size: 9, source: { inline_text: `T=${TOKEN}` } },
        },
      ],
    },
    {
      role: "user",
      content: "",
      multi_content: [
        {
          type: "document",
          document: { name: "a.pdf", mime_type: "application/pdf", size: 9, source: { inline_data: "JVBERi0" + PNG } },
        },
      ],
    },
    {
      role: "user",
      content: "",
      multi_content: [{ type: "image_url", image_url: { url: `https://h.example.test/a.png?access_token=${TOKEN}` } }],
    },
    {
      role: "assistant",
      content: "",
      reasoning_content: `it is ${TOKEN}`,
      thinking_signature: TOKEN,
      thought_signature: TOKEN,
      tool_calls: [{ id: TOKEN, type: "function", function: { name: "shell", arguments: quoted } }],
    },
    {
      role: "tool",
      tool_call_id: TOKEN,
      content: JSON.stringify({
        content: [{ type: "text", text: `T=${TOKEN}` }],
        structuredContent: { rows: [{ password: "harbour7lantern" }] },
      }),
      is_error: true,
    },
  ];
  const { json } = await hook("docker-agent", { hook_event_name: "before_llm_call", messages }, world);
  const updated = (json["hook_specific_output"] as JsonObject)["updated_messages"] as JsonObject[];
  expect(updated).toHaveLength(messages.length);
  expect(updated[0]).toEqual(messages[0]);
  expect(updated[1]).toEqual({
    ...messages[1],
    multi_content: [{ type: "text", text: `see ${M}` }, (messages[1]!["multi_content"] as Json[])[1]],
  });
  expect(JSON.stringify(updated[2])).toContain(`T=${M}`);
  expect(updated[3]).toEqual(messages[3]);
  expect(JSON.stringify(updated[4])).toContain(`access_token=${M}`);
  const { reasoning_content: reasoning, tool_calls: calls, ...rest } = updated[5]!;
  expect(reasoning).toBe(`it is ${M}`);
  expect(rest).toEqual({ role: "assistant", content: "", thinking_signature: TOKEN, thought_signature: TOKEN });
  const call = (calls as JsonObject[])[0]!;
  expect(call["id"]).toBe(TOKEN);
  const parsed = JSON.parse((call["function"] as JsonObject)["arguments"] as string) as JsonObject;
  expect(parsed["n"]).toBe(1);
  expect(parsed["cmd"]).not.toContain(TOKEN);
  expect(Object.keys(JSON.parse(parsed["nested"] as string) as object)).toEqual(["password", "token"]);
  const result = JSON.parse(updated[6]!["content"] as string) as JsonObject;
  expect(result).toEqual({
    content: [{ type: "text", text: `T=${M}` }],
    structuredContent: { rows: [{ password: M }] },
  });
  expect(updated[6]).toMatchObject({ tool_call_id: TOKEN, is_error: true });
});

test("an answer of an MCP server, with a picture in it, keeps its shape", async () => {
  const tool_response = [
    { type: "text", text: `T=${TOKEN}` },
    { type: "image", data: PNG, mimeType: "image/png" },
    { type: "resource", resource: { uri: "file:///a", text: `password: ${TOKEN}` } },
  ];
  const { json } = await hook(
    "claude-code",
    { hook_event_name: "PostToolUse", tool_name: "mcp__x__y", tool_use_id: "t", tool_input: {}, tool_response },
    world,
  );
  expect((json["hookSpecificOutput"] as JsonObject)["updatedToolOutput"]).toEqual([
    { type: "text", text: `T=${M}` },
    tool_response[1],
    { type: "resource", resource: { uri: "file:///a", text: `password: ${M}` } },
  ]);
});

test("what a command prints with nothing around it, told by the command", async () => {
  const key = ["7b3389236f3c4059", "611a6c6f53733b69"].join("");
  const event = { tool_name: "shell", tool_input: { command: "cat config/master.key" } };
  const after = await hook(
    "docker-agent",
    { hook_event_name: "tool_response_transform", ...event, tool_response: `${key}\n` },
    world,
  );
  expect(after.output).toBe(`${M}\n`);
  const other = await hook(
    "docker-agent",
    {
      hook_event_name: "tool_response_transform",
      ...event,
      tool_input: { command: "git rev-parse HEAD" },
      tool_response: `${key}\n`,
    },
    world,
  );
  expect(other.stdout).toBe("");
  const tool_response = {
    type: "text",
    file: { filePath: "/app/config/master.key", content: key, numLines: 1, startLine: 1, totalLines: 1 },
  };
  const { json } = await hook(
    "claude-code",
    {
      hook_event_name: "PostToolUse",
      tool_name: "Read",
      tool_use_id: "t",
      tool_input: { file_path: "/app/config/master.key" },
      tool_response,
    },
    world,
  );
  expect((json["hookSpecificOutput"] as JsonObject)["updatedToolOutput"]).toEqual({
    ...tool_response,
    file: { ...tool_response.file, content: M },
  });
});

test("keys and numbers of a structured answer; in arguments numbers stay, and a secret as a name refuses", async () => {
  const numbers = { password: 83729104, n: 5 };
  const value = { [TOKEN]: "x", ...numbers };
  const call = (tool_input: JsonObject) =>
    hook("docker-agent", { hook_event_name: "pre_tool_use", tool_name: "t", tool_input }, world);
  const after = await hook(
    "docker-agent",
    { hook_event_name: "tool_response_transform", tool_name: "t", tool_response: value },
    world,
  );
  expect(JSON.parse(after.output!)).toEqual({ [M]: "x", password: M, n: 5 });
  expect((await call(numbers)).stdout).toBe("");
  const refused = (await call(value)).stdout;
  expect(refused).toContain("The names of fields");
  expect(refused).not.toContain(TOKEN);
});

test("a clean conversation with many pictures costs no rewrite", async () => {
  const messages = Array.from({ length: 50 }, () => ({
    role: "user",
    content: "",
    multi_content: [{ type: "image_url", image_url: { url: `data:image/png;base64,${PNG.repeat(20)}` } }],
  }));
  expect((await hook("docker-agent", { hook_event_name: "before_llm_call", messages }, world)).stdout).toBe("");
});
