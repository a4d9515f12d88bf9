import { readFileSync } from "node:fs";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { isPlainlyClean } from "../../redactors/is-plainly-clean.ts";
import { redactText } from "../../redactors/redact-text.ts";
import { times } from "../support/chance.ts";
import { sharedFile } from "../support/shared-folder.ts";

const words = fc.constantFrom("password", "is", "=", ":", "hunter2", "-p", "-u", "user", "https://", "@", "host", "key", "token", "the", "commit", "a1b2c3", "\n", "  ", "'", '"', "abandon", "zoo", "[1,2]", "%41", "secret");
const made = (alphabet: string, length: number) => fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length });
const HEX = "0123456789abcdef";
const BASE64 = `${HEX}ghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ`;
/** What runs are, and what must not be taken for one of them. */
const runs = fc.oneof(
  fc.constantFrom(16, 24, 32, 36, 40, 42, 64, 66).chain((length) => made(HEX, length)),
  fc.constantFrom(20, 32, 40, 42, 64, 88).chain((length) => made(BASE64, length)),
  made(BASE64, 40).map((rest) => `00${rest}`),
  fc.uuid(),
  fc.constantFrom("password: hunter2hunter2", "nothing to see here, go on", "export API_KEY=k3jH8sLq0PzX7vB2").map((text) => Buffer.from(text).toString("base64")),
  fc.constant(Buffer.from("password: hunter2hunter2").toString("hex")),
  made(HEX, 64).map((digits) => `12-${digits}`),
  fc.constantFrom("packages/core/src/index.ts", "node_modules/react-dom-18.2.0-alpha.1", "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
);
const before = fc.constantFrom("", " ", "commit ", "sha: ", "algolia: ", "datadog = ", "cloudflare api key ", "the token ", "telegram,", '"id": "', "X=", "(");
const lines = fc.array(fc.tuple(before, runs).map((pair) => pair.join("")), { minLength: 1, maxLength: 4 }).map((list) => list.join("\n"));
const texts = fc.oneof(lines, fc.string(), fc.array(words, { maxLength: 40 }).map((list) => list.join(" ")), fc.array(words, { maxLength: 20 }).map((list) => list.join("")));

describe("a text that is plainly clean", () => {
  test("holds nothing that the redactor would cut", () => {
    fc.assert(
      fc.property(texts, (text) => {
        if (isPlainlyClean(text)) expect(redactText(text, "plain").text).toBe(text);
      }),
      { numRuns: times(3000) },
    );
  });

  test("is none of the vectors with a secret that the redactor finds", () => {
    const files = ["agent-leaks", "gitleaks", "secretlint"].map((name) => sharedFile(`corpus/${name}.jsonl`, `vectors of ${name}`));
    for (const file of files) {
      for (const line of file ? readFileSync(file, "utf8").trim().split("\n") : []) {
        const { text } = JSON.parse(line) as { text: string };
        if (isPlainlyClean(text)) expect(redactText(text, "plain").text).toBe(text);
      }
    }
  });

  test("is what most short texts are", () => {
    for (const text of ["## main\n M src/file.ts", "Run the tests before you say that you are done.", "- README.md\n- src/", "look at line 42 of src/index.ts (commit 9fceb02d0ae598e95dc970b7)", "x".repeat(40), "caf\u00e9", "100%", "list[0] = 1", "a row of more than forty seven small letters and nothing else"]) expect(isPlainlyClean(text)).toBe(true);
    for (const text of ["password: hunter2hunter2", "a%3Db", "\u001b[31mred", Buffer.from("hunter2hunter2hunter2").toString("base64")]) expect(isPlainlyClean(text)).toBe(false);
  });
});
