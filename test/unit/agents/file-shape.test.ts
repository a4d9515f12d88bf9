import { expect, test } from "vitest";

import { shapeFault } from "../../../agents/formats/file-shape.ts";
import type { Shape } from "../../../agents/formats/shape.ts";
import { treeOf } from "../../../agents/formats/json-edit.ts";

const number = (bounds: object): Shape => ({ number: bounds });
const BY = { by: "kind", kinds: { a: { keys: { x: "truth" }, needs: "x" } } } as const;

/** A shape; texts that have it; texts that have not, each with the clause that says so. */
const SHAPES: readonly (readonly [Shape, readonly string[], Readonly<Record<string, string>>])[] = [
  ["any", ["1", "null", "[]"], {}],
  ["text", ['""'], { "1": '"k" has to be a text' }],
  ["truth", ["true", "false"], { '"true"': '"k" has to be true or false' }],
  ["null", ["null"], { "0": '"k" has to be null' }],
  [
    "url",
    ['"http://a"', '"x:y"'],
    { '"a"': '"k" has to be an address such as http://127.0.0.1:8080/', "1": "address" },
  ],
  [
    "digits",
    ["0", "5", "9007199254740992"],
    { "5.0": "without a point", "5e1": "whole", "-5": "whole", '"5"': "whole" },
  ],
  ["digits", [], { "9223372036854775808": "a whole number without a point, a sign or an exponent" }],
  [number({}), ["-1.5"], { '"1"': '"k" has to be a number', "1e999": "a number" }],
  [number({ from: 1 }), ["1", "1.5"], { "0.9": '"k" has to be a number from 1 on' }],
  [number({ above: 0 }), ["0.1"], { "0": '"k" has to be a number above 0' }],
  [number({ to: 9 }), ["9"], { "9.1": '"k" has to be a number up to 9' }],
  [number({ whole: true }), ["3", "3.0"], { "3.5": '"k" has to be a whole number' }],
  [{ oneOf: "a b" }, ['"a"', '"b"'], { '"c"': '"k" has to be one of "a", "b"', "1": "one of" }],
  [{ oneOf: "a" }, ['"a"'], { '"c"': '"k" has to be "a"' }],
  [{ list: "text" }, ["[]", '["a"]'], { "{}": '"k" has to be a list', '["a", 1]': '"k.1" has to be a text' }],
  [{ map: "text" }, ["{}", '{"x":"a"}'], { "[]": '"k" has to be an object', '{"x":1}': '"k.x" has to be a text' }],
  [{ map: "text" }, ['{"x":1,"x":"a"}'], { '{"a b":1}': '"k.…" has to be a text' }],
  [{ keys: { x: "text" } }, ["{}", '{"y":1}'], { '{"x":1}': '"k.x" has to be a text' }],
  [{ keys: { x: "text" }, needs: "x" }, ['{"x":""}'], { "{}": '"k" lacks "x"' }],
  [{ keys: { x: "text" }, only: true }, ["{}"], { '{"y":1}': '"k.y" is an unknown field' }],
  [{ keys: {} }, ['{"__proto__":1,"toString":2}'], {}],
  [BY, ['{"kind":"a","x":true}'], { '{"x":true}': '"k" lacks "kind"', '{"kind":"b"}': '"k.kind" has to be "a"' }],
  [BY, [], { '{"kind":"toString"}': '"k.kind" has to be "a"', '{"kind":"a"}': '"k" lacks "x"', "1": "an object" }],
  [{ either: ["text", "null"] }, ["null", '"a"'], { "1": '"k" has to be a text or null' }],
  [{ either: ["text", { list: "text" }] }, ["[]"], { "[1]": '"k.0" has to be a text', "1": "a text or a list" }],
];

const faultOf = (shape: Shape, text: string, repeats = false) =>
  shapeFault(treeOf(`{"k":${text}}`)!, { keys: { k: shape } }, repeats)?.clause;

test.each(SHAPES)("a value of the shape %j is %j, and nothing like %j", (shape, right, wrong) => {
  for (const text of right) expect(faultOf(shape, text), text).toBeUndefined();
  for (const [text, clause] of Object.entries(wrong)) expect(faultOf(shape, text), text).toContain(clause);
});

test("a key that stands there twice is a fault where the agent says so, and else the last one counts", () => {
  const shape: Shape = { keys: { x: "text" } };
  expect(faultOf(shape, '{"x":1,"x":"a"}')).toBeUndefined();
  expect(faultOf(shape, '{"x":"a","x":1}')).toBe('"k.x" has to be a text');
  expect(faultOf(shape, '{"x":"a","x":"b"}', true)).toBe('"k.x" stands there twice');
  expect(faultOf(shape, '{"y":"a","y":"b"}', true)).toBeUndefined();
});
