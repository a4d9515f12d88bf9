import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { failedOutcome, salvage } from "../../../hook/unanswered.ts";
import { TooSlow } from "../../../kit/run-within.ts";
import { UserError } from "../../../kit/user-error.ts";
import type { HookEvent } from "../../../agents/codec/hook-event.ts";

const event = (name: string, fields: object = {}) =>
  ({ name, wireName: name, dialect: "docker-agent", raw: {}, ...fields }) as HookEvent;
const closed = { name: "redact_secrets", failure: "closed" } as const;
const error = new TypeError("holds sk_secret_value");

describe("a failure", () => {
  test("of an open builtin is a notice", () => {
    expect(failedOutcome({ name: "add_date", failure: "open" }, event("turn_start"), error)).toEqual({
      notice: ["snapveil: add_date failed (TypeError) and was left out."],
    });
  });

  test("of an open builtin says what a person can do about it, where it is known", () => {
    expect(
      failedOutcome({ name: "snapshot", failure: "open" }, event("turn_start"), new UserError("fullDisk")),
    ).toEqual({
      notice: [
        "snapveil: snapshot was left out: The disk is full. Make room and do it again; " +
          "what was recorded before is untouched.",
      ],
    });
    expect(
      JSON.stringify(failedOutcome(closed, event("pre_tool_use"), new UserError("badArgument", ["sk_secret_value"]))),
    ).not.toContain("sk_secret_value");
  });

  test.each(["pre_tool_use", "tool_input_transform"])("of a closed one denies %s", (name) => {
    expect(failedOutcome(closed, event(name), error).verdict?.kind).toBe("deny");
  });

  test.each(["before_llm_call", "user_prompt_submit"])("of a closed one blocks %s", (name) => {
    expect(failedOutcome(closed, event(name), error).verdict?.kind).toBe("block");
  });

  const ASKED: readonly (readonly [name: string, fields: object, says: object])[] = [
    ["pre_tool_use", {}, { verdict: { kind: "ask" } }],
    ["tool_input_transform", {}, { verdict: { kind: "deny" } }],
    ["before_llm_call", {}, { verdict: { kind: "block" } }],
    ["user_prompt_submit", {}, { verdict: { kind: "block" } }],
    ["config_change", {}, { verdict: { kind: "block" } }],
    [
      "tool_response_transform",
      { toolResponse: "x" },
      { rewrite: { toolResponse: expect.stringContaining("withheld") } },
    ],
    ["stop", {}, { notice: [expect.stringContaining("ends unchecked")] }],
  ];
  test.each(ASKED)(
    "of one that is to ask does so about a call alone, and closes elsewhere: %s",
    (name, fields, says) => {
      expect(failedOutcome({ ...closed, failure: "ask" }, event(name, fields), error)).toMatchObject(says);
    },
  );

  test("withholds output in the shape that it had", () => {
    const response = { stdout: "x", stderr: "", interrupted: false, parts: [{ text: "y", n: 1 }] };
    const { rewrite } = failedOutcome(closed, event("tool_response_transform", { toolResponse: response }), error);
    const text = expect.stringContaining("withheld") as string;
    expect(rewrite?.toolResponse).toEqual({ stdout: text, stderr: "", interrupted: false, parts: [{ text, n: 1 }] });
  });

  test("says how to go on with less, where the search of an output took too long", () => {
    const late = event("tool_response_transform", { toolResponse: "x" });
    const { rewrite } = failedOutcome(closed, late, new TooSlow());
    expect(rewrite?.toolResponse).toMatch(
      /took too long, so this output was withheld\] To go on, ask for less .* head, tail or grep\.$/,
    );
    expect(JSON.stringify(failedOutcome(closed, late, error))).not.toContain("To go on");
  });

  test("withholds output of very many texts without growing with their number", () => {
    const response = Array.from({ length: 50_000 }, () => "x");
    const { rewrite } = failedOutcome(closed, event("tool_response_transform", { toolResponse: response }), error);
    const texts = rewrite?.toolResponse as string[];
    expect([texts.length, texts.filter((text) => text === "x").length]).toEqual([50_000, 0]);
    expect(texts[0]).toContain("withheld");
    expect(texts.join("").length).toBeLessThan(200_000);
  });

  test("never quotes the error, which may hold what was looked at", () => {
    for (const name of ["pre_tool_use", "before_llm_call", "tool_response_transform", "stop"]) {
      expect(JSON.stringify(failedOutcome(closed, event(name, { toolResponse: "out" }), error))).not.toContain(
        "sk_secret",
      );
    }
  });
});

test.each([
  [
    "cut off",
    '{"event_type":"PreToolUse","tool_name":"terminal","tool_input":{"command":"ls',
    { event_type: "PreToolUse", tool_name: "terminal" },
  ],
  ["cut off within a text", '{"event":"PreToolUse","session_id":"s', { event: "PreToolUse" }],
  ["with something behind it", ' {"hookName": "tool_call"} and more', { hookName: "tool_call" }],
  [
    "with a comma too many",
    '{"agent_action_name":"pre_run_command","a":[1,],}',
    { agent_action_name: "pre_run_command" },
  ],
  [
    "whose inner objects have the same keys",
    '{"tool_input":{"event":"inner"},"list":[{"event":"inner"}],"event":"outer"',
    { event: "outer" },
  ],
  [
    "that quotes another",
    String.raw`{"prompt":"{\"hook_event_name\":\"Stop\",","hook_event_name":"PreToolUse",`,
    { prompt: String.raw`{\"hook_event_name\":\"Stop\",`, hook_event_name: "PreToolUse" },
  ],
  ["with a key twice", '{"event":"one","event":"two",', { event: "one" }],
  ["whose values are no texts", '{"event":1,"a":null,"b":true,"c":"text",', { c: "text" }],
  ["that is a list", '["event","PreToolUse",', {}],
  ["that is nothing", "", {}],
])("finds the texts at the top of an object %s", (_what, text, found) => {
  expect(salvage(text)).toEqual(found);
});

test("finds in any beginning of an object nothing but what stands at its top", () => {
  const words = fc.string({ unit: fc.constantFrom("a", "b", '"', "\\", "{", "}", "[", "]", ",", ":", " ") });
  const values = fc.oneof(words, fc.dictionary(words, words), fc.array(words), fc.integer());
  fc.assert(
    fc.property(fc.dictionary(words, values), fc.nat(), (object, length) => {
      const whole = JSON.stringify(object);
      const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
      const top = Object.entries(object)
        .filter(([, value]) => typeof value === "string")
        .map(([key, value]) => [escaped(key), escaped(value as string)]);
      expect(salvage(whole)).toEqual(Object.fromEntries(top));
      for (const pair of Object.entries(salvage(whole.slice(0, length % whole.length))))
        expect(top).toContainEqual(pair);
    }),
  );
});

test("takes time in line with the text, whatever is repeated in it", () => {
  for (const part of ['"', '\\"', '{"', '"a":', "{", '"\\'])
    expect(salvage(`{${part.repeat(1_000_000)}`)).toBeTypeOf("object");
});
