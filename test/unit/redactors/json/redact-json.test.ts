import { describe, expect, test } from "vitest";
import { type Json, parseLossless } from "../../../../kit/json.ts";
import { detector, redactJson } from "../../../../redactors/with-detector.ts";
import { exactDetector } from "../../../../redactors/known-values/exact-detector.ts";

const GITHUB = ["gh", "p_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0xgqo3"].join("");

const CASES: readonly (readonly [name: string, before: Json, after: Json])[] = [
  ["a string", GITHUB, "[REDACTED]"],
  ["a nested string", { a: [{ b: [GITHUB] }], keep: 1 }, { a: [{ b: ["[REDACTED]"] }], keep: 1 }],
  ["a value under a telling key", { password: "hunter2hunter2" }, { password: "[REDACTED]" }],
  [
    "a value beside its name",
    [
      { name: "DB_PASSWORD", value: "hunter22" },
      { name: "DB_PASSWORD", value: "riverfalcon" },
      { name: "Password", value: "riverfalcon" },
    ],
    [
      { name: "DB_PASSWORD", value: "[REDACTED]" },
      { name: "DB_PASSWORD", value: "[REDACTED]" },
      { name: "Password", value: "riverfalcon" },
    ],
  ],
  [
    "a value beside a name with the same beginning",
    [
      { OutputValue: "hunter22x", OutputKey: "MasterUserPassword" },
      { OutputValue: "on", OutputKey: "TokenMode" },
    ],
    [
      { OutputValue: "[REDACTED]", OutputKey: "MasterUserPassword" },
      { OutputValue: "on", OutputKey: "TokenMode" },
    ],
  ],
  ["the argument of a flag", ["--password", "hunter22"], ["--password", "[REDACTED]"]],
  [
    "a list under a telling key",
    { passwords: ["hunter22", "Xk9v!mQ2pL"] },
    { passwords: ["[REDACTED]", "[REDACTED]"] },
  ],
  ["lists in a list under a telling key", { password: [["hunter22"]] }, { password: [["[REDACTED]"]] }],
  [
    "a value in an object under a telling key",
    { password: { sensitive: true, value: "hunter22" } },
    { password: { sensitive: true, value: "[REDACTED]" } },
  ],
  ["a scheme before the credential", { authorization: `Bearer ${GITHUB}` }, { authorization: "Bearer [REDACTED]" }],
];

const CLEAN: readonly (readonly [name: string, value: Json])[] = [
  ["numbers, booleans, null", { a: 1, b: true, c: null, d: [1.5, false] }],
  ["a key", { [GITHUB]: "x" }],
  ["a list of words under a telling key", { tokens: ["The", "quick", "brown"], secrets: ["db-creds", "tls"] }],
  ["a value whose name beside it says nothing", { password: { name: "min_length", value: "hunter22" } }],
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
    expect(
      redactJson({ thinking_signature: GITHUB }, "plain", { skip: new Set(["thinking_signature"]) }).findings,
    ).toEqual([]);
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

describe("redactJson, thorough", () => {
  const thorough = (value: Json, detectors = [detector]) =>
    redactJson(value, "plain", { thorough: true, detectors }).value;
  const known = exactDetector(["4815162342", "k7Zq0vQ9mB7x"], "known-value");

  test("cuts keys, which stay apart, in their order, with their values", () => {
    const other = GITHUB.replace("Zk3", "Zk4");
    const value = { a: 1, [GITHUB]: "x", [other]: { b: 2 }, z: 3 };
    expect(thorough(value)).toEqual({ a: 1, "[REDACTED]": "x", "[REDACTED]#2": { b: 2 }, z: 3 });
    expect(Object.keys(thorough(value) as object)).toEqual(["a", "[REDACTED]", "[REDACTED]#2", "z"]);
  });

  test("takes a marker in a key for no name of what is below it", () => {
    const once = redactJson({ [GITHUB]: "57p4vo67" }, "typed", { thorough: true }).value;
    expect(once).toEqual({ "[REDACTED:github-token]": "57p4vo67" });
    expect(redactJson(once, "typed", { thorough: true }).value).toBe(once);
  });

  test("cuts a value below a key that it cuts", () => {
    expect(thorough({ [GITHUB]: GITHUB })).toEqual({ "[REDACTED]": "[REDACTED]" });
  });

  test("cuts numbers under telling names and numbers that are known, and no others", () => {
    const value = {
      password: 83729104,
      pin_count: 83729104,
      id: 4815162342,
      at: 1763779200,
      list: [4815162342, 1.5, -4815162342],
      port: 5432,
    };
    expect(thorough(value, [detector, known])).toEqual({
      ...value,
      password: "[REDACTED]",
      id: "[REDACTED]",
      list: ["[REDACTED]", 1.5, -4815162342],
    });
  });

  test("cuts a known number in the digits of a larger text, and one too long for JavaScript", () => {
    const { value } = parseLossless('{"password": 83729104837291048372, "id": 12345678901234567890}');
    expect(JSON.stringify(thorough(value))).toContain('"password":"[REDACTED]"');
    expect(JSON.stringify(thorough(value))).toContain("12345678901234567890");
  });

  test("is idempotent", () => {
    const once = thorough({ [GITHUB]: { password: 83729104 }, k7Zq0vQ9mB7x: 1 }, [detector, known]);
    expect(thorough(once, [detector, known])).toBe(once);
  });
});

describe("binary data", () => {
  const picture = (head: string) =>
    head + Buffer.from(Array.from({ length: 3000 }, (_, n) => (n * 7919) % 256)).toString("base64");
  // By chance, a picture holds what looks like a token.
  const png = picture(`iVBORw0KGgo${GITHUB.replace("_", "")}`) + GITHUB.slice(4);

  test.each<readonly [name: string, value: Json]>([
    ["in a data URL", { image_url: { url: `data:image/png;base64,${png}` } }],
    ["by its type, as MCP has it", { type: "image", mimeType: "image/png", data: picture(GITHUB.slice(4)) }],
    [
      "by its type, as Anthropic has it",
      { type: "image", source: { type: "base64", media_type: "image/jpeg", data: picture(GITHUB.slice(4)) } },
    ],
    ["by its type, as Gemini has it", { inlineData: { mimeType: "audio/mp3", data: picture(GITHUB.slice(4)) } }],
    ["by how it begins", { source: { inline_data: png } }],
  ])("is left as it is %s", (_name, value) => {
    expect(redactJson(value, "plain", { thorough: true }).value).toBe(value);
  });

  test.each<readonly [name: string, value: Json]>([
    ["text that says it is a picture", { mimeType: "image/png", text: `key ${GITHUB}` }],
    ["text behind a picture's head", `iVBORw0KGgo ${GITHUB}`],
    ["an address of a picture", { image_url: { url: `https://h.example.test/a.png?token=${GITHUB}` } }],
  ])("is not %s", (_name, value) => {
    expect(JSON.stringify(redactJson(value, "plain", { thorough: true }).value)).toContain("[REDACTED]");
  });

  test("is left as it is at ten megabytes", () => {
    const value = { type: "image", mimeType: "image/png", data: "iVBORw0KGgo" + "QUJD".repeat(2_500_000) };
    expect(redactJson(value, "plain", { thorough: true }).value).toBe(value);
  });
});
