import { readFileSync } from "node:fs";

import { describe, test } from "vitest";

import { sharedFile } from "../support/shared-folder.ts";
import { runCase, type Case } from "./run-case.ts";

/** Profiles that are held; the others are docker-agent's own quirks, newer protocol or builtins outside the suite. */
const HELD = new Set(["docker", "better", "cli", "newer-docker", "optional"]);

const file = sharedFile("conformance/docker-agent.json", "docker-agent's conformance cases");
const { cases, tokens } = file
  ? (JSON.parse(readFileSync(file, "utf8")) as { cases: Case[]; tokens: Record<string, string[]> })
  : { cases: [], tokens: {} };

describe.skipIf(!file)("docker-agent's conformance cases", () => {
  for (const testCase of cases) {
    const left = reasonToLeaveOut(testCase);
    if (left) process.stderr.write(`left out: ${testCase.id}: ${left}\n`);
    test.skipIf(left)(`${testCase.id}: ${testCase.why}`, () => runCase(testCase, tokens, isFirstOfBuiltin(testCase)));
  }
  test.skipIf(cases.length > 0)("are not here", () => {});
});

function isFirstOfBuiltin({ id, builtin }: Case): boolean {
  return cases.find((one) => one.builtin === builtin)?.id === id;
}

function reasonToLeaveOut({ profile, not_as_root: notAsRoot, only_on: onlyOn }: Case): string | undefined {
  if (!HELD.has(profile ?? "")) return `profile ${profile} is not held`;
  if (notAsRoot && process.getuid?.() === 0) return "root can read every file";
  if (onlyOn && !`${process.platform}/${process.arch === "x64" ? "amd64" : process.arch}`.startsWith(onlyOn))
    return `only on ${onlyOn}`;
  return undefined;
}
