import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { dispatch } from "../../hook/dispatch.ts";
import type { JsonObject } from "../../kit/json.ts";
import { detectDialect } from "../../agents/codec/detect-dialect.ts";
import type { AgentName } from "../../agents/registry.ts";
import { ioWith } from "../support/io-with.ts";
import { sharedFile } from "../support/shared-folder.ts";
import { GITHUB as SECRET } from "../support/made-up.ts";

/** Start of a file's name → the agent whose release was recorded. */
const AGENTS: Readonly<Record<string, AgentName>> = {
  "claude-code": "claude-code",
  cline: "cline",
  codex: "codex",
  copilot: "copilot-cli",
  gemini: "gemini-cli",
  kimi: "kimi-code",
  qwen: "qwen-code",
};

const folder = dirname(sharedFile("facts/recorded/codex-0.169.0.jsonl") ?? "nowhere/none");
const recorded = (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) => {
  const agent = Object.entries(AGENTS).find(([start]) => name.startsWith(start))?.[1];
  if (!agent || !name.endsWith(".jsonl")) return [];
  const lines = readFileSync(join(folder, name), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { event: string; stdin: JsonObject });
  return lines.map(({ event, stdin }, index) => [`${name} ${index}`, event, agent, stdin] as const);
});

/**
 * What a secret in the event's text comes to: agent → event → a sign of the answer. Events that are not here get none.
 */
const ANSWERS: Partial<Record<AgentName, Readonly<Record<string, string>>>> = {
  "claude-code": {
    UserPromptSubmit: '"decision":"block"',
    PreToolUse: '"updatedInput":',
    PostToolUse: '"updatedToolOutput":',
    PostToolUseFailure: "Do not repeat it",
  },
  cline: { PreToolUse: '"overrideInput":{"commands":', PostToolUse: '"contextModification":' },
  codex: {
    UserPromptSubmit: '"decision":"block"',
    PreToolUse: '"permissionDecision":"deny"',
    PostToolUse: '"decision":"block","reason":"',
  },
  "copilot-cli": {
    userPromptSubmitted: '"modifiedPrompt":',
    userPromptTransformed: '"modifiedTransformedPrompt":',
    preToolUse: '"modifiedArgs":',
    postToolUse: '"modifiedResult":{"resultType":"success"',
    UserPromptSubmit: '"modifiedPrompt":',
    PreToolUse: '"modifiedArgs":',
    PostToolUse: '"modifiedResult":{"resultType":"success"',
  },
  // A prompt is cleaned by BeforeModel, which comes later.
  "gemini-cli": {
    BeforeModel: '"llm_request":{"messages":',
    BeforeTool: '"tool_input":',
    AfterTool: '"decision":"deny","reason":"',
  },
  "kimi-code": { UserPromptSubmit: "", PreToolUse: '"permissionDecision":"deny"' },
  "qwen-code": {
    UserPromptSubmit: '"decision":"block"',
    PreToolUse: '"permissionDecision":"deny"',
    PostToolUse: '"continue":false,"stopReason":"',
  },
};

describe.skipIf(recorded.length === 0)("payloads of released agents", () => {
  test.each(recorded)("%s %s tells whose it is, and of which event", async (_file, event, agent, stdin) => {
    const { dialect, wireName } = await detectDialect(stdin, {}, {});
    expect(dialect.name).toBe(agent);
    expect(wireName.toLowerCase()).toBe(event.toLowerCase());
    const isKnown = !UNKNOWN.has(event) && !isEcho(agent, stdin);
    expect(dialect.decode(stdin, wireName)[0].name === "unknown").toBe(!isKnown);
    if (isKnown) expect(dialect.events).toContain(wireName);
  });

  test.each(recorded)("%s %s as it was gets no answer", async (_file, _event, _agent, stdin) => {
    expect(await answer(stdin)).toEqual({ stdout: "", stderr: "", exitCode: 0 });
  });

  test.each(recorded)("%s %s with a secret in it gets what the agent honours", async (_file, event, agent, stdin) => {
    const reply = await answer(withSecret(stdin));
    const sign =
      JSON.stringify(stdin).includes("please run it") ||
      /hello-tool-output|out\\nerr|exit 3/.test(JSON.stringify(stdin))
        ? ANSWERS[agent]?.[event]
        : undefined;
    if (sign === undefined || isEcho(agent, stdin)) {
      if (event !== "PostToolBatch") expect(reply.stdout).toBe("");
    } else if (sign === "") {
      expect(reply).toMatchObject({ stdout: "", exitCode: 2, stderr: expect.stringContaining("secret") });
      return;
    } else {
      expect(reply.stdout).toContain(sign);
    }
    expect([0, 2]).toContain(reply.exitCode);
    expect(reply.stderr !== "").toBe(reply.exitCode === 2);
    expect(reply.stdout + reply.stderr).not.toContain(SECRET);
  });

  test("a batch of Qwen Code's is replaced as a whole where a call of it failed", async () => {
    const [, , , stdin] = recorded.find(
      ([file, event]) => file.startsWith("qwen-code-0.24.4-failing") && event === "PostToolBatch",
    )!;
    const { stdout } = await answer(withSecret(stdin));
    expect(JSON.parse(stdout)).toMatchObject({ continue: false, stopReason: expect.stringContaining("[REDACTED]") });
  });

  test.skipIf(recorded.length > 0)("are not here", () => {});
});

const UNKNOWN = new Set(["MessageDisplay", "PreCompress", "BeforeToolSelection", "Interrupt"]);

/** Qwen Code tells of a prompt again after each tool, without one. */
function isEcho(agent: AgentName, stdin: JsonObject): boolean {
  return agent === "qwen-code" && stdin["prompt"] === "";
}

function answer(stdin: JsonObject) {
  return dispatch(ioWith(JSON.stringify(stdin)), { args: [], builtin: "redact_secrets" });
}

/** The payload with a secret in every text that the recording's prompt, command and output stand in. */
function withSecret(stdin: JsonObject): JsonObject {
  const text = JSON.stringify(stdin)
    .replaceAll("please run it", `use ${SECRET}`)
    .replaceAll("hello-tool-output", SECRET)
    .replaceAll("echo out", `echo ${SECRET}`)
    .replaceAll("out\\nerr", `${SECRET}\\nerr`);
  return JSON.parse(text) as JsonObject;
}
