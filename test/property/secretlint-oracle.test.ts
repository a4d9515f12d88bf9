import { expect, test } from "vitest";

import { detector } from "../../redactors/with-detector.ts";
import { secretlintDetector } from "../../redactors/secretlint/secretlint.ts";
import { vectorsOf } from "../support/vectors.ts";

/** What is no secret: rows of `x`, and names in the place of a password. */
const NO_SECRET = /^https:\/\/hooks\.slack\.com\/services\/T0{8}|x{8}|:\/\/[^:]*:[^@]*(?:your|example|<|\{|\$)[^@]*@/i;

/** Texts with a secret that secretlint's preset finds and we do not see at all. */
async function missed(set: string): Promise<string[]> {
  const oracle = secretlintDetector();
  const left: string[] = [];
  for (const { id, text, label } of vectorsOf(set)) {
    if (label === "clean") continue;
    const theirs = await oracle.find(text, "text");
    const ours = theirs.length > 0 ? detector.find(text) : [];
    for (const { rule, span } of theirs) {
      if (NO_SECRET.test(text.slice(...span))) continue;
      if (!ours.some((one) => one.span[0] < span[1] && span[0] < one.span[1])) left.push(`${id} ${rule}`);
    }
  }
  return left;
}

test("what secretlint finds in the vectors, we find", async () => {
  expect(await missed("agent-leaks")).toEqual([]);
  expect(await missed("gitleaks")).toEqual([]);
  expect(await missed("secretlint")).toEqual([]);
});
