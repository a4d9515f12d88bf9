import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Json } from "../../kit/json.ts";
import { exactDetector } from "../../redactors/known-values/exact-detector.ts";
import { spellingsOf } from "../../redactors/known-values/spellings-of.ts";
import { redactJson, redactText } from "../../redactors/with-detector.ts";
import { times } from "../support/chance.ts";

const TOKEN = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");
const KEYS = ["password", "api_key", "token", "cmd", "a", "Authorization"];
/** What breaks readers that guess where a string ends. */
const PARTS = [
  TOKEN,
  '"',
  '\\"',
  "\\",
  "'",
  "`",
  "\n",
  "\\n",
  " ",
  "{",
  "}",
  "[",
  "]",
  ":",
  ",",
  "=",
  "é",
  "\u2028",
  "password=",
  'Authorization: Bearer "',
  'hun"ter22\\',
  'postgres://u:p"w\\d9@h/db',
  "-p's3cr3t\"x' ",
  'curl -u u:pa\\ss"1x ',
];

const piece = fc
  .array(fc.oneof(fc.constantFrom(...PARTS), fc.string({ maxLength: 8 })), { maxLength: 8 })
  .map((parts) => parts.join(""));
const leaf: fc.Arbitrary<Json> = fc.oneof(
  { weight: 4, arbitrary: piece },
  fc.integer(),
  fc.constantFrom(true, false, null),
  fc.integer({ min: 10_000_000, max: 99_999_999_999 }),
);
const value = fc.dictionary(fc.constantFrom(...KEYS), fc.oneof(leaf, fc.array(leaf, { maxLength: 3 })), {
  maxKeys: 4,
}) as fc.Arbitrary<Json>;
const indent = fc.constantFrom(undefined, 2, "\t");
const style = fc.constantFrom("plain" as const, "typed" as const);

/** The value as JSON text in a string of JSON text, and so on; objects beside the deeper ones. */
const nested = fc.tuple(value, fc.integer({ min: 0, max: 3 }), value, indent).map(([inner, depth, beside, space]) => {
  let text = JSON.stringify(inner, null, space);
  for (let level = 0; level < depth; level += 1)
    text = JSON.stringify({ beside, arguments: text, list: [text] }, null, space);
  return text;
});

/** Parses, and parses every string that held JSON before. */
function expectSameShape(before: Json, after: Json): void {
  if (typeof before === "string") {
    const inner = parse(before);
    if (typeof inner !== "object" || inner === null) return;
    expect(typeof after).toBe("string");
    const parsed = parse(after as string);
    expect(parsed, `broken: ${after as string}`).not.toBeUndefined();
    expectSameShape(inner, parsed!);
  } else if (Array.isArray(before)) {
    expect((after as Json[]).length).toBe(before.length);
    before.forEach((item, at) => expectSameShape(item, (after as Json[])[at]!));
  } else if (typeof before === "object" && before !== null) {
    expect(Object.keys(after as object)).toEqual(Object.keys(before));
    for (const [key, item] of Object.entries(before)) expectSameShape(item, (after as Record<string, Json>)[key]!);
  }
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

describe("JSON text, however deep in strings", () => {
  test("stays JSON text of the same shape", () => {
    fc.assert(
      fc.property(nested, style, (text, marker) => {
        const after = redactText(text, marker).text;
        const parsed = parse(after);
        expect(parsed, `broken: ${after}`).not.toBeUndefined();
        expectSameShape(parse(text)!, parsed!);
      }),
      { numRuns: times(750) },
    );
  });

  test("is redacted once and for all", () => {
    fc.assert(
      fc.property(nested, style, (text, marker) => {
        const once = redactText(text, marker).text;
        expect(redactText(once, marker).text).toBe(once);
      }),
      { numRuns: times(500) },
    );
  });

  test("keeps no token", () => {
    fc.assert(
      fc.property(nested, (text) => {
        expect(redactText(text, "plain").text).not.toContain(TOKEN);
      }),
      { numRuns: times(250) },
    );
  });

  test("stays JSON line by line, as logs have it", () => {
    fc.assert(
      fc.property(
        fc.array(
          nested.filter((text) => !text.includes("\n")),
          { minLength: 1, maxLength: 4 },
        ),
        fc.constantFrom("", "started\n"),
        (lines, head) => {
          const after = redactText(head + lines.join("\n"), "plain")
            .text.slice(head.length)
            .split("\n");
          expect(after.length).toBe(lines.length);
          lines.forEach((line, at) => expectSameShape(parse(line)!, parse(after[at]!)!));
        },
      ),
      { numRuns: times(250) },
    );
  });

  test("stays JSON inside a parsed value too, which keeps its shape", () => {
    fc.assert(
      fc.property(nested, (text) => {
        const before: Json = { content: text, parts: [{ text }] };
        expectSameShape(before, redactJson(before, "plain").value);
      }),
      { numRuns: times(250) },
    );
  });
});

describe("a known value with quotes and backslashes", () => {
  const secret = fc
    .array(fc.constantFrom("a", "Z", "9", '"', "\\", "/", "+", "é", "%", "&", "'"), { minLength: 8, maxLength: 20 })
    .map((parts) => parts.join(""));

  test("is gone from JSON text at three depths, which stays JSON", () => {
    fc.assert(
      fc.property(secret, piece, (known, around) => {
        const detectors = [exactDetector(spellingsOf(known), "known-value")];
        let text = JSON.stringify({ a: around + known + around });
        for (let level = 0; level < 2; level += 1) {
          const after = redactText(text, "plain", { detectors }).text;
          expectSameShape(parse(text)!, parse(after)!);
          let inner: Json = after;
          for (let depth = 0; depth <= level; depth += 1) inner = (parse(inner as string) as { a: Json }).a;
          if (!around.includes(known)) expect(inner).not.toContain(known);
          text = JSON.stringify({ a: text });
        }
      }),
      { numRuns: times(125) },
    );
  });
});
