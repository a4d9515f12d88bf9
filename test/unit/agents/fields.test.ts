import { expect, test } from "vitest";

import { claudeFields } from "../../../agents/codec/fields.ts";

// Each folder on the way of a path is looked at for settings: of one with 200,000 folders that took two minutes.
test("a folder whose path no system takes is none", () => {
  const fieldsOf = (cwd: string) => claudeFields({ cwd, tool_name: "Bash" }, "PreToolUse");
  expect(fieldsOf("/a/b")).toEqual({ cwd: "/a/b", toolName: "Bash" });
  expect(fieldsOf(`/${"a/".repeat(200_000)}`)).toEqual({ toolName: "Bash" });
});
