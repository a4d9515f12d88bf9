import { readFileSync } from "node:fs";

import { describe, test } from "vitest";

import { sharedFile } from "../support/shared-folder.ts";
import { runCase, type Case } from "./run-case.ts";

/** Profiles that are held; the others are docker-agent's own quirks, newer protocol or builtins outside the suite. */
const HELD = new Set(["docker", "better", "cli", "newer-docker", "optional"]);

const file = sharedFile("conformance/docker-agent.json");
const { cases, tokens } = file
  ? (JSON.parse(readFileSync(file, "utf8")) as { cases: Case[]; tokens: Record<string, string[]> })
  : { cases: [], tokens: {} };

describe.skipIf(!file)("docker-agent's conformance cases", () => {
  for (const testCase of cases.filter(({ profile }) => HELD.has(profile ?? "")))
    test.skipIf(isElsewhere(testCase))(`${testCase.id}: ${testCase.why}`, () =>
      runCase(testCase, tokens, isFirstOfBuiltin(testCase)),
    );
  test.skipIf(cases.length > 0)("are not here", () => {});
});

function isFirstOfBuiltin({ id, builtin }: Case): boolean {
  return cases.find((one) => one.builtin === builtin)?.id === id;
}

/** Whether a case is about another system, or about a user whom files can be kept from. */
function isElsewhere({ not_as_root: notAsRoot, only_on: onlyOn }: Case): boolean {
  const system = `${process.platform}/${process.arch === "x64" ? "amd64" : process.arch}`;
  return (notAsRoot === true && process.getuid?.() === 0) || (onlyOn !== undefined && !system.startsWith(onlyOn));
}
