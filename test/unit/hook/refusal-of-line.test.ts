import { describe, expect, test } from "vitest";

import { refusalOfLine } from "../../../hook/refusal-of-line.ts";
import { UserError } from "../../../kit/user-error.ts";
import { ioWith } from "../../support/io-with.ts";

const PAYLOAD = '{"hook_event_name":"PreToolUse","tool_name":"Bash"';
const answer = (...words: string[]) => refusalOfLine(ioWith(PAYLOAD), words, new Error("holds sk_secret_value"));

describe("a line that cannot be read", () => {
  test.each<[words: readonly string[], exitCode: number]>([
    [[], 2],
    [["--colour"], 2],
    [["redact_secrets", "--what"], 2],
    [["scan_commit"], 2],
    [["no_such_builtin"], 2],
    [["add_date"], 1],
    [["snapshot"], 1],
  ])("guards, unless it names a builtin that does not: %j ends with exit code %i", async (words, exitCode) => {
    expect(await answer(...words)).toEqual({ stdout: "", stderr: "snapveil: internal error (Error).\n", exitCode });
  });

  test.each<[words: readonly string[], isRefused: boolean]>([
    [["--agent", "claude-code", "--event", "PreToolUse", "--colour"], true],
    [["--agent=claude-code", "--colour"], true],
    [["--agent", "claude-code", "redact_secrets"], true],
    [["--agent", "claude-code", "add_date"], false],
  ])("refuses in the agent's own way: %j", async (words, isRefused) => {
    const { stdout, stderr, exitCode } = await answer(...words);
    expect(exitCode === 2 || stdout.includes('"deny"')).toBe(isRefused);
    expect(stdout + stderr).not.toContain("sk_secret");
  });

  test("says the fault where a person can mend it", async () => {
    const { stderr } = await refusalOfLine(ioWith(""), [], new UserError("unknownOption", ["--colour"]));
    expect(stderr).toContain("--colour");
  });
});
