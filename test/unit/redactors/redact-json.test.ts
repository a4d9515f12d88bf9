import { describe, expect, test } from "vitest";
import type { Json } from "../../../kit/json.ts";
import { redactJson } from "../../../redactors/redact-json.ts";

const GITHUB = ["gh", "p_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0xgqo3"].join("");

const CASES: readonly (readonly [name: string, before: Json, after: Json])[] = [
  ["a string", GITHUB, "[REDACTED]"],
  ["a nested string", { a: [{ b: [GITHUB] }], keep: 1 }, { a: [{ b: ["[REDACTED]"] }], keep: 1 }],
  ["a value under a telling key", { password: "hunter2hunter2" }, { password: "[REDACTED]" }],
  ["a value beside its name", [{ name: "DB_PASSWORD", value: "hunter22" }], [{ name: "DB_PASSWORD", value: "[REDACTED]" }]],
  ["the argument of a flag", ["--password", "hunter22"], ["--password", "[REDACTED]"]],
  ["a scheme before the credential", { authorization: `Bearer ${GITHUB}` }, { authorization: "Bearer [REDACTED]" }],
];

const CLEAN: readonly (readonly [name: string, value: Json])[] = [
  ["numbers, booleans, null", { a: 1, b: true, c: null, d: [1.5, false] }],
  ["a key", { [GITHUB]: "x" }],
  ["a placeholder under a telling key", { password: "<your-password>" }],
];

describe("redactJson", () => {
  test.each(CASES)("cuts %s", (_name, before, after) => {
    const copy = structuredClone(before);
    expect(redactJson(before, "plain").value).toEqual(after);
    expect(before).toEqual(copy);
  });

  test.each(CLEAN)("hands back the same reference for %s", (_name, value) => {
    expect(redactJson(value, "plain").value).toBe(value);
  });

  test("keeps the order of keys, and what did not change as it was", () => {
    const before = { z: { deep: [1] }, token: GITHUB, a: "x" };
    const { value } = redactJson(before, "plain");
    expect(Object.keys(value)).toEqual(["z", "token", "a"]);
    expect(value.z).toBe(before.z);
  });

  test("says where", () => {
    expect(redactJson({ a: ["x", GITHUB] }, "plain").findings.map((one) => one.path)).toEqual([["a", 1]]);
  });

  test("leaves skipped keys alone", () => {
    expect(redactJson({ thinking_signature: GITHUB }, "plain", { skip: new Set(["thinking_signature"]) }).findings).toEqual([]);
  });

  test("survives a value nested 10,000 deep", () => {
    let value: Json = GITHUB;
    for (let i = 0; i < 10_000; i++) value = [value];
    expect(redactJson(value, "plain").findings).toHaveLength(1);
  });

  test("keeps a key named __proto__ a key", () => {
    const value = JSON.parse(`{"__proto__": {"a": "${GITHUB}"}, "b": 1}`) as Json;
    expect(JSON.stringify(redactJson(value, "plain").value)).toBe('{"__proto__":{"a":"[REDACTED]"},"b":1}');
  });
});
