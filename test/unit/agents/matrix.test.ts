import { describe, expect, test } from "vitest";

import { agentMatrix, CAPABILITIES, type Capability, type Degree } from "../../../agents/codec/matrix.ts";
import { AGENT_NAMES } from "../../../agents/registry.ts";
import { degreeSentences } from "../../../terminal/describe-degrees.ts";

const rows = await agentMatrix();
const degreesOf = (agent: string) => rows.find((row) => row.agent === agent)?.degrees;

describe("the matrix of agents", () => {
  test("has a row for every dialect and a degree for every capability", () => {
    expect(rows.map(({ agent }) => agent)).toEqual(AGENT_NAMES);
    for (const { degrees } of rows) expect(Object.keys(degrees)).toEqual(CAPABILITIES);
  });

  // What was seen live, so that a slip in a table shows.
  test.each<[string, Partial<Record<Capability, Degree>>]>([
    ["docker-agent", { rewrite_prompt: "native", rewrite_output: "native", rewrite_failed_output: "native" }],
    [
      "claude-code",
      {
        rewrite_arguments: "native",
        rewrite_prompt: "block",
        rewrite_output: "native",
        rewrite_failed_output: "impossible",
      },
    ],
    [
      "codex",
      { rewrite_arguments: "block", rewrite_prompt: "block", rewrite_output: "lever", rewrite_failed_output: "lever" },
    ],
    ["gemini-cli", { rewrite_arguments: "native", rewrite_prompt: "native", rewrite_output: "lever" }],
    ["qwen-code", { rewrite_arguments: "block", rewrite_output: "lever", rewrite_failed_output: "lever" }],
    [
      "copilot-cli",
      {
        rewrite_arguments: "native",
        rewrite_prompt: "native",
        rewrite_output: "native",
        rewrite_failed_output: "native",
      },
    ],
    [
      "cline",
      { block_tool: "lever", rewrite_arguments: "native", rewrite_prompt: "impossible", rewrite_output: "impossible" },
    ],
    ["kimi-code", { rewrite_arguments: "block", rewrite_prompt: "block", rewrite_output: "impossible" }],
    ["crush", { rewrite_output: "lever", rewrite_failed_output: "impossible", context_turn: "lever" }],
    ["letta", { context_session: "native", context_turn: "impossible" }],
  ])("%s %j", (agent, degrees) => {
    expect(degreesOf(agent)).toMatchObject(degrees);
  });

  test("names the tools if an agent changes the output of these alone", () => {
    const narrowed = rows.filter(({ only }) => Object.keys(only).length > 0).map(({ agent, only }) => [agent, only]);
    expect(narrowed).toEqual([["cursor", { rewrite_output: "MCP tools" }]]);
    expect(degreeSentences(rows.find(({ agent }) => agent === "cursor")!)[0]).toContain(
      "take a secret out of a tool's output (MCP tools only)",
    );
  });

  test("tells what a setting changes", () => {
    const settingsOf = (agent: string) => rows.find((row) => row.agent === agent)?.settings;
    expect(settingsOf("codex")).toEqual([
      { setting: "approvingRewrites", capability: "rewrite_arguments", degree: "native" },
    ]);
    expect(settingsOf("claude-code")).toEqual([
      { setting: "strict", capability: "rewrite_failed_output", degree: "block" },
    ]);
    expect(settingsOf("gemini-cli")).toEqual([]);
  });
});
