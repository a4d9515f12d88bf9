import { expect, test } from "vitest";

import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest("true");

test.each<[what: string, token: string | undefined, words: readonly string[], said: string]>([
  ["a token of 31 characters", "t".repeat(31), [], "it needs 32 characters or more"],
  ["a token of one", "t", [], "it needs 32 characters or more"],
  ["a token with a blank in it", `${"t".repeat(32)} t`, [], "characters that a header cannot carry"],
  ["a token with a letter of no header", `${"t".repeat(32)}é`, [], "characters that a header cannot carry"],
  ["a time below zero", undefined, ["--idle", "-1"], "no time below zero"],
  ["a port that there is not", undefined, ["--port", "65536"], "from 0 to 65535"],
  ["a port that is no number", undefined, ["--port", "http"], "--port"],
])("serve does not start with %s", async (_, token, words, said) => {
  const env = token === undefined ? {} : { SNAPVEIL_TOKEN: token };
  const { stdout, stderr, exitCode } = await world.snapveil(["serve", ...words], { env });
  expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
  expect(stderr).toContain(said);
  if (token !== undefined && token.length > 1) expect(stderr).not.toContain(token);
});
