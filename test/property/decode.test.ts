import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { dispatch } from "../../hook/dispatch.ts";
import { isGuarded } from "../../builtins/planned.ts";
import { isObject, type JsonObject } from "../../kit/json.ts";
import { deliver } from "../../agents/codec/deliver.ts";
import { detectDialect } from "../../agents/codec/detect-dialect.ts";
import { AGENT_NAMES, loadAgent } from "../../agents/registry.ts";
import type { Outcome } from "../../agents/codec/outcome.ts";
import { DEFAULT_SETTINGS } from "../../worktree/default-settings.ts";
import { GITHUB as secret } from "../support/made-up.ts";
import { ioWith } from "../support/io-with.ts";
import { times } from "../support/chance.ts";
import { readsAsDenial } from "./reads-as-denial.ts";

const names = AGENT_NAMES;
const wireNames = words(`
  session_start pre_tool_use before_llm_call tool_response_transform on_agent_switch stop pre_tool post_tool
  pre_tool_call pre_run_command
  PreToolUse PostToolUse PostToolBatch UserPromptSubmit Stop BeforeModel AfterTool preToolUse postToolUse tool_call
  nonsense __proto__ toString
`).concat("");
/** The fields that dialects look at, with any JSON in them, so that wrong types come up often. */
const fields = words(`
  session_id sessionId cwd hook_event_name hookEventName hookName event event_type agent_action_name clineVersion
  client_type conversationId conversation_id
  tool_name tool_use_id tool_input tool_response toolArgs toolResult tool_result tool_call toolCall tool_info
  tool_output tool_calls workspace_roots workspaceRoots
  messages llm_request prompt iteration from_agent_models usage effort prompt_id turn_id timestamp transcript_path
  extra context error steering_messages
`);
const payloads = fc.dictionary(
  fc.constantFrom(...fields),
  fc.oneof(fc.jsonValue(), fc.constantFrom(...wireNames)),
) as fc.Arbitrary<JsonObject>;
const texts = fc.array(fc.constantFrom("one", "", "two\nlines"), { minLength: 1, maxLength: 2 });
const outcomes = fc.record(
  {
    verdict: fc.record({ kind: fc.constantFrom("allow", "ask", "deny", "block"), reason: fc.constantFrom("", "why") }),
    context: texts,
    notice: texts,
    rewrite: fc.record(
      {
        toolInput: fc.jsonValue(),
        messages: fc.array(fc.jsonValue()),
        toolResponse: fc.jsonValue(),
        prompt: fc.string(),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Outcome>;

/** Dialects whose agents put plain text on stdout into the conversation, and one event at which others do. */
const PLAIN_TEXT = new Set<string>(["kiro", "kiro-v3", "letta", "kimi-cli"]);
const PLAIN_AT_COMPACTION = new Set<string>(["claude-code", "codebuddy", "qoder"]);

describe.each(names)("%s", (name) => {
  test("decodes any payload into at least one event", async () => {
    const dialect = await loadAgent(name);
    fc.assert(
      fc.property(payloads, fc.constantFrom(...wireNames), (raw, wireName) => {
        const [first] = dialect.decode(raw, wireName);
        expect(first).toMatchObject({ raw, wireName, dialect: name });
        expect(typeof dialect.eventName(raw, wireName)).toBe("string");
      }),
    );
  });

  test("answers with one whole reply, silent or not", async () => {
    const dialect = await loadAgent(name);
    fc.assert(
      fc.property(payloads, fc.constantFrom(...wireNames, ...dialect.events), outcomes, (raw, wireName, outcome) => {
        const { stdout, exitCode } = dialect.encode(
          deliver(outcome, dialect.carries(wireName, raw, DEFAULT_SETTINGS), dialect.title),
          wireName,
          raw,
        );
        const isPlain = PLAIN_TEXT.has(name) || (wireName === "PreCompact" && PLAIN_AT_COMPACTION.has(name));
        if (stdout !== "" && !isPlain) expect(isObject(JSON.parse(stdout))).toBe(true);
        const isRefused =
          outcome.rewrite !== undefined || (outcome.verdict !== undefined && outcome.verdict.kind !== "allow");
        expect(exitCode).toBeOneOf(isRefused ? [0, 2] : [0]);
      }),
    );
  });

  test("says nothing about a payload in which nothing is to be redacted", async () => {
    const dialect = await loadAgent(name);
    await fc.assert(
      fc.asyncProperty(payloads, async (raw) => {
        const detected = await detectDialect(raw, { agent: name }, {});
        const reply = await dispatch(ioWith(JSON.stringify(raw)), { agent: name, args: [], builtin: "redact_secrets" });
        expect(reply).toEqual(detected.dialect.encode({}, dialect.eventName(raw, undefined), raw));
        expect(reply.exitCode).toBe(0);
      }),
      { numRuns: times(17) },
    );
  });

  test("takes unreadable input for a denial only where something guards", async () => {
    const dialect = await loadAgent(name);
    for (const event of [undefined, ...dialect.events]) {
      for (const input of ["", "{", "[1]", "null", "text", '{"a":1} x']) {
        const request = { agent: name, args: [], ...(event !== undefined && { event }) };
        const open = await dispatch(ioWith(input), { ...request, builtin: "add_date" });
        expect(open.stdout).toBe(dialect.encode({}, event ?? "", {}).stdout);
        expect([0, 1]).toContain(open.exitCode);
        const closed = await dispatch(ioWith(input), { ...request, builtin: "redact_secrets" });
        if (closed.stdout !== "" && !PLAIN_TEXT.has(name)) expect(isObject(JSON.parse(closed.stdout))).toBe(true);
        expect([0, 1, 2]).toContain(closed.exitCode);
      }
    }
  });
});

test("some dialect is chosen for any payload", async () => {
  await fc.assert(
    fc.asyncProperty(payloads, fc.string(), async (raw, event) => {
      expect(names).toContain((await detectDialect(raw, { event }, {})).dialect.name);
    }),
  );
});

describe("any JSON on standard input, with everything that runs by default", () => {
  const standing = fc.constantFrom(...wireNames, undefined);
  test.each(names)("is one whole answer of %s's or none, and no denial where nothing was denied", async (agent) => {
    const dialect = await loadAgent(agent);
    await fc.assert(
      fc.asyncProperty(payloads, fc.oneof(standing, fc.constantFrom(...dialect.events)), async (raw, event) => {
        const reply = await dispatch(ioWith(JSON.stringify(raw)), {
          agent,
          args: [],
          ...(event !== undefined && { event }),
        });
        if (reply.stdout !== "" && !PLAIN_TEXT.has(agent)) expect(isObject(JSON.parse(reply.stdout))).toBe(true);
        expect(reply.exitCode).toBe(0);
        expect(readsAsDenial(agent, reply), reply.stdout).toBe(false);
      }),
      { numRuns: times(20) },
    );
  });

  test.each(names)("is a denial to %s where it is no object and something guards, and only there", async (agent) => {
    const dialect = await loadAgent(agent);
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue().filter((value) => !isObject(value)),
        fc.constantFrom(...dialect.events),
        async (value, event) => {
          const reply = await dispatch(ioWith(JSON.stringify(value)), { agent, args: [], event });
          if (reply.stdout !== "" && !PLAIN_TEXT.has(agent)) expect(isObject(JSON.parse(reply.stdout))).toBe(true);
          const isGuard = dialect.decode({}, event).some(({ name }) => isGuarded(name, DEFAULT_SETTINGS));
          // docker-agent never sends such a thing; what is tried by hand ends with code 1, as every command that cannot
          // read its input.
          if (!isGuard && agent !== "docker-agent")
            expect(readsAsDenial(agent, reply), `${event}: ${reply.stdout} ${reply.exitCode}`).toBe(false);
          const { refusal } = dialect.carries(event, {}, DEFAULT_SETTINGS);
          if (isGuard && refusal)
            expect(readsAsDenial(agent, reply), `${event}: ${reply.stdout} ${reply.exitCode}`).toBe(true);
        },
      ),
      { numRuns: times(20) },
    );
  });

  test("never comes back with the secret that it holds", async () => {
    const planted = fc.constantFrom(secret, [secret], { text: secret }, `use ${secret} here`);
    const dirty = fc
      .tuple(payloads, fc.constantFrom(...fields), planted, fc.constantFrom(undefined, ...names))
      .map(([raw, field, value, agent]) => ({ raw: { ...raw, [field]: value } as JsonObject, agent }));
    await fc.assert(
      fc.asyncProperty(dirty, async ({ raw, agent }) => {
        for (const text of [JSON.stringify(raw), JSON.stringify(raw).slice(0, -1)]) {
          const { stdout, stderr } = await dispatch(ioWith(text), {
            ...(agent && { agent }),
            args: [],
            builtin: "redact_secrets",
          });
          expect(stdout + stderr).not.toContain(secret);
        }
      }),
      { numRuns: times(100) },
    );
  });
});

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
