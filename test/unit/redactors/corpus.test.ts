import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { redactText } from "../../../redactors/with-all-readers.ts";

/** Vectors handed over beside the project; not a part of it. */
const CORPUS = join(import.meta.dirname, "../../../../shared/corpus");

interface Vector {
  readonly id: string;
  readonly text: string;
  readonly label: "secret" | "clean";
  readonly rule: string;
  readonly secrets?: readonly string[];
}

function read(name: string): readonly Vector[] {
  return readFileSync(join(CORPUS, `${name}.jsonl`), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Vector);
}

/** Share of vectors of which no labelled secret is left. */
function recall(vectors: readonly Vector[]): number {
  const secret = vectors.filter((one) => one.label === "secret");
  const gone = secret.filter(({ text, secrets = [] }) => {
    const redacted = redactText(text, "plain").text;
    return secrets.every((one) => !redacted.includes(one));
  });
  return gone.length / secret.length;
}

describe("the handed-over vectors", () => {
  if (!existsSync(CORPUS)) {
    test.skip("skipped: ../shared/corpus is not here", () => {});
    return;
  }

  test("agent-leaks: all that can be known from the text", () => {
    // A value that only the user's own files give away is another detector's work.
    expect(recall(read("agent-leaks").filter(({ rule }) => rule !== "known-value-only"))).toBeGreaterThanOrEqual(0.98);
  });

  test("gitleaks", () => {
    expect(recall(read("gitleaks"))).toBeGreaterThanOrEqual(0.97);
  });

  test("secretlint", () => {
    expect(recall(read("secretlint"))).toBeGreaterThanOrEqual(0.97);
  });

  test("hard negatives: none is touched", () => {
    expect(
      read("hard-negatives")
        .filter(({ text }) => redactText(text, "plain").text !== text)
        .map(({ id }) => id),
    ).toEqual([]);
  });
});
