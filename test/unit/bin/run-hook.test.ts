import { describe, expect, test } from "vitest";

import { parseHookArguments } from "../../../bin/run-hook.ts";

describe("the words after hook", () => {
  test.each([
    [[], { args: [] }],
    [["add_date"], { builtin: "add_date", args: [] }],
    [
      ["--agent", "claude-code", "add_date", "--agent", "x"],
      { agent: "claude-code", builtin: "add_date", args: ["--agent", "x"] },
    ],
    [["--agent=a=b", "--event=e"], { agent: "a=b", event: "e", args: [] }],
    [["--", "--odd-name", "1"], { builtin: "--odd-name", args: ["1"] }],
    [["max_iterations", "-1"], { builtin: "max_iterations", args: ["-1"] }],
  ])("%j", (words, expected) => {
    expect(parseHookArguments(words)).toEqual(expected);
  });

  test.each([[["--agnet", "x"]], [["-a"]], [["--agent"]]])("%j is refused", (words) => {
    expect(() => parseHookArguments(words)).toThrow(/option/);
  });
});
