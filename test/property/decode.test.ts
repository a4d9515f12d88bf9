import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { dispatch } from "../../dispatch/dispatch.ts";
import type { Io } from "../../kit/io.ts";
import { isObject, type JsonObject } from "../../kit/json.ts";
import { detectDialect } from "../../protocol/detect-dialect.ts";
import { DIALECTS, type DialectName } from "../../protocol/dialects/registry.ts";

const names = Object.keys(DIALECTS) as DialectName[];
const wireNames = ["session_start", "pre_tool_use", "before_llm_call", "tool_response_transform", "on_agent_switch", "PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop", "nonsense", "", "__proto__", "toString"];
/** The fields that dialects look at, with any JSON in them, so that wrong types come up often. */
const payloads = fc.dictionary(
  fc.constantFrom("session_id", "cwd", "hook_event_name", "tool_name", "tool_use_id", "tool_input", "tool_response", "messages", "prompt", "iteration", "from_agent_models", "usage", "effort", "prompt_id", "error", "steering_messages"),
  fc.oneof(fc.jsonValue(), fc.constantFrom(...wireNames)),
) as fc.Arbitrary<JsonObject>;

describe.each(names)("%s", (name) => {
  test("decodes any payload into at least one event", async () => {
    const { default: dialect } = await DIALECTS[name]();
    fc.assert(
      fc.property(payloads, fc.constantFrom(...wireNames), (raw, wireName) => {
        const [first] = dialect.decode(raw, wireName);
        expect(first.raw).toBe(raw);
        expect(first.wireName).toBe(wireName);
        dialect.carries(wireName);
      }),
    );
  });
});

test("some dialect is chosen for any payload", () => {
  fc.assert(fc.property(payloads, fc.string(), (raw, wireName) => names.includes(detectDialect(raw, wireName))));
});

test("any JSON on standard input gets one whole answer or none, and never fails", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(payloads, fc.jsonValue(), fc.string()), fc.constantFrom(undefined, ...names), async (input, agent) => {
      const reply = await dispatch(ioWith(typeof input === "string" ? input : JSON.stringify(input)), { ...(agent && { agent }), args: [], builtin: "redact_secrets" });
      if (reply.stdout !== "") expect(isObject(JSON.parse(reply.stdout))).toBe(true);
      expect([0, 2]).toContain(reply.exitCode);
      if (reply.exitCode === 2) expect(reply.stdout).toBe("");
    }),
    { numRuns: 300 },
  );
});

function ioWith(stdin: string): Io {
  const silent = () => {};
  return { argv: [], env: {}, cwd: "/", platform: "linux", arch: "x64", pid: 1, now: () => new Date(0), readStdin: () => stdin, writeStdout: silent, writeStderr: silent, interactive: false };
}
