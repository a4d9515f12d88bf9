import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { isObject, type Json, type JsonObject } from "../../kit/json.ts";
import { deliver } from "../../agents/codec/deliver.ts";
import { detectDialect } from "../../agents/codec/detect-dialect.ts";
import type { Reply } from "../../agents/codec/dialect.ts";
import { type AgentName, loadAgent } from "../../agents/registry.ts";
import { context, deny, nothing, type Outcome, type Rewrite } from "../../agents/codec/outcome.ts";
import { sharedFile } from "../support/shared-folder.ts";
import { ALSO_EXITS, CHOSEN_OTHERWISE, NAMES, NOT_SEPARABLE } from "./dialect-facts.ts";

type Answer = { stdout: Json; stderr?: string; exit: number } | null;
interface EventFacts {
  readonly canonical: string;
  readonly sample_stdin: JsonObject;
  readonly outputs: Readonly<Record<string, Answer>>;
}

const file = sharedFile("facts/dialects.json");
const facts = file
  ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, { events?: Record<string, EventFacts> }>)
  : {};
const rows = Object.entries(facts).flatMap(([agent, { events = {} }]) =>
  Object.hasOwn(NAMES, agent)
    ? Object.entries(events).map(([wireName, event]) => [agent, wireName, NAMES[agent]!, event] as const)
    : [],
);
/** Other names that the facts have for canonical events. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  stop: ["stop", "turn_end"],
  post_tool_use_failure: ["post_tool_use"],
  post_tool_batch: ["tool_response_transform", "unknown"],
  agent_switch: ["on_agent_switch"],
  // Where an interruption is one of these, it ends the turn.
  other: ["unknown", "turn_end"],
};

describe.skipIf(rows.length === 0)("the facts about every agent", () => {
  test.each(rows)(
    "%s %s is recognised and decoded",
    async (agent, wireName, name, { sample_stdin: stdin, canonical }) => {
      const detected = await detectDialect(stdin, { event: wireName }, {});
      expect(detected.dialect.name).toBe(NOT_SEPARABLE[`${agent} ${wireName}`] ?? NOT_SEPARABLE[`${agent} *`] ?? name);
      expect((await detectDialect(stdin, { agent: name, event: wireName }, {})).dialect.name).toBe(name);
      const dialect = await dialectOf(name);
      expect(dialect.eventName(stdin, wireName)).toBe(wireName);
      const names: readonly string[] = dialect.decode(stdin, wireName).map((event) => event.name);
      const why = CHOSEN_OTHERWISE[`${agent} ${wireName} canonical`];
      expect(
        names.some((one) => [canonical, ...(SAME[canonical] ?? [])].includes(one)),
        `${names.join()} for ${canonical}`,
      ).toBe(!why);
    },
  );

  test.each(rows)(
    "%s %s gets the answers that it honours",
    async (agent, wireName, name, { sample_stdin: stdin, outputs, canonical }) => {
      for (const [kind, answer] of Object.entries(outputs)) {
        if (
          [`${agent} ${wireName}`, `${agent} *`, `* ${canonical}`].some((where) => CHOSEN_OTHERWISE[`${where} ${kind}`])
        )
          continue;
        const outcome = outcomeOf(kind, answer, stdin);
        const reply = await replyTo(outcome, name, wireName, stdin);
        const exits = kind === "block" && ALSO_EXITS.has(`${agent} ${wireName}`);
        const code = exits && { exitCode: 2, stderr: outcome.verdict!.reason };
        if (answer) expect(comparable(reply), kind).toEqual({ ...comparableFact(answer), ...code });
        else if (kind === "block") expect(reply.exitCode, "no refusal is known").toBe(0);
        else if (kind === "context") expect(reply.stdout, "no context is taken").not.toContain("<text>");
      }
    },
  );

  test.skipIf(rows.length > 0)("are not here", () => {});
});

async function dialectOf(name: AgentName) {
  return await loadAgent(name);
}

async function replyTo(outcome: Outcome, name: AgentName, wireName: string, raw: JsonObject): Promise<Reply> {
  const dialect = await dialectOf(name);
  const capabilities = dialect.carries(wireName, raw, { approvingRewrites: true, strict: false });
  return dialect.encode(deliver(outcome, { ...capabilities, notice: false }, dialect.title), wireName, raw);
}

/** The outcome that the facts' answer stands for. */
function outcomeOf(kind: string, answer: Answer, stdin: JsonObject): Outcome {
  if (kind === "allow_noop") return nothing;
  if (kind === "context") return context("<text>");
  if (kind === "block")
    return deny(answer ? (found(answer as unknown as Json, /reason|message|stderr/i) as string) : "why");
  const rewrite = answer ? { [PARTS[kind]!.part]: found(answer.stdout, PARTS[kind]!.key) } : {};
  return { rewrite: narrowed(rewrite, stdin) };
}

const PARTS: Readonly<Record<string, { part: keyof Rewrite; key: RegExp }>> = {
  rewrite_input: {
    part: "toolInput",
    key: /^(updatedInput|updated_input|tool_input|modifiedArgs|overrideInput|args|overwrite)$/,
  },
  rewrite_output: {
    part: "toolResponse",
    key: /^(updatedToolOutput|updated_tool_response|reason|stopReason|textResultForLlm|updated_mcp_tool_output)$/,
  },
  rewrite_messages: { part: "messages", key: /^(updated_messages|messages)$/ },
  rewrite_prompt: { part: "prompt", key: /^(modifiedPrompt|modifiedTransformedPrompt)$/ },
};

/** Where the agent wraps what the model sees, a builtin changes only that. */
function narrowed(rewrite: Rewrite, stdin: JsonObject): Rewrite {
  const { toolResponse } = rewrite;
  return isObject(stdin["toolResult"]) && isObject(toolResponse)
    ? { toolResponse: toolResponse["output_for_prompt"]! }
    : rewrite;
}

/** The first value under a key that fits, at any depth, outermost first. */
function found(value: Json, key: RegExp): Json | undefined {
  if (!isObject(value)) return undefined;
  const own = Object.entries(value).find(([name]) => key.test(name));
  if (own) return own[1];
  return Object.values(value)
    .map((inner) => found(inner, key))
    .find((one) => one !== undefined);
}

function comparable({ stdout, stderr, exitCode }: Reply) {
  return { stdout: parsedOr(stdout), stderr: stderr.trim(), exitCode };
}

function comparableFact(answer: NonNullable<Answer>) {
  return { stdout: answer.stdout, stderr: answer.stderr ?? "", exitCode: answer.exit };
}

function parsedOr(text: string): Json {
  return text.startsWith("{") ? (JSON.parse(text) as Json) : text;
}
