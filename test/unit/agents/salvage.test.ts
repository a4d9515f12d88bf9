import fc from "fast-check";
import { expect, test } from "vitest";

import { salvage } from "../../../agents/codec/salvage.ts";

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
