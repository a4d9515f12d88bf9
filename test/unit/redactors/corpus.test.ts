import { describe, expect, test } from "vitest";
import { redactText } from "../../../redactors/with-detector.ts";
import { sharedFile } from "../../support/shared-folder.ts";
import { vectorsOf, type Vector } from "../../support/vectors.ts";

/** Share of vectors of which no labelled secret is left. */
function recall(vectors: readonly Vector[]): number {
  const secret = vectors.filter((one) => one.label === "secret");
  const gone = secret.filter(({ text, secrets = [] }) => {
    const redacted = redactText(text, "plain").text;
    return secrets.every((one) => !redacted.includes(one));
  });
  return gone.length / secret.length;
}

describe("vectors", () => {
  test("agent-leaks: all that can be known from the text", () => {
    // A value that only the user's own files give away is another detector's work.
    expect(recall(vectorsOf("agent-leaks").filter(({ rule }) => rule !== "known-value-only"))).toBeGreaterThanOrEqual(
      0.98,
    );
  });

  test.runIf(sharedFile("corpus/gitleaks.jsonl"))("gitleaks", () => {
    expect(recall(vectorsOf("gitleaks"))).toBeGreaterThanOrEqual(0.97);
  });

  test.runIf(sharedFile("corpus/secretlint.jsonl"))("secretlint", () => {
    expect(recall(vectorsOf("secretlint"))).toBeGreaterThanOrEqual(0.97);
  });

  test("hard negatives: none is touched", () => {
    expect(
      vectorsOf("hard-negatives")
        .filter(({ text }) => redactText(text, "plain").text !== text)
        .map(({ id }) => id),
    ).toEqual([]);
  });
});
