import { readFileSync } from "node:fs";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { isPlainlyClean } from "../../redactors/is-plainly-clean.ts";
import { loadAutomaton } from "../../redactors/load-automaton.ts";
import { redactText } from "../../redactors/redact-text.ts";
import { sharedFile } from "../support/shared-folder.ts";

const automaton = loadAutomaton();
const words = fc.constantFrom("password", "is", "=", ":", "hunter2", "-p", "-u", "user", "https://", "@", "host", "key", "token", "the", "commit", "a1b2c3", "\n", "  ", "'", '"', "abandon", "zoo", "[1,2]", "%41", "secret");
const texts = fc.oneof(fc.string(), fc.array(words, { maxLength: 40 }).map((list) => list.join(" ")), fc.array(words, { maxLength: 20 }).map((list) => list.join("")));

describe("a text that is plainly clean", () => {
  test("holds nothing that the redactor would cut", () => {
    fc.assert(
      fc.property(texts, (text) => {
        if (isPlainlyClean(text, automaton)) expect(redactText(text, "plain").text).toBe(text);
      }),
      { numRuns: 3000 },
    );
  });

  test("is none of the vectors with a secret that the redactor finds", () => {
    const files = ["agent-leaks", "gitleaks", "secretlint"].map((name) => sharedFile(`corpus/${name}.jsonl`, `vectors of ${name}`));
    for (const file of files) {
      for (const line of file ? readFileSync(file, "utf8").trim().split("\n") : []) {
        const { text } = JSON.parse(line) as { text: string };
        if (isPlainlyClean(text, automaton)) expect(redactText(text, "plain").text).toBe(text);
      }
    }
  });

  test("is what most short texts are", () => {
    for (const text of ["## main\n M src/file.ts", "Run the tests before you say that you are done.", "- README.md\n- src/"]) expect(isPlainlyClean(text, automaton)).toBe(true);
    for (const text of ["password: hunter2hunter2", "x".repeat(40), "caf\u00e9", "100%"]) expect(isPlainlyClean(text, automaton)).toBe(false);
  });
});
