import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import type { JsonObject } from "../../kit/json.ts";
import { sharedFile } from "../support/shared-folder.ts";
import { COMMITTED, worldOfFile } from "../support/temporary-world.ts";
import { GITHUB as SECRET } from "../support/made-up.ts";

const files = ["claude-code-2.1.330", "claude-code-2.1.330-failing-tool"].map((name) =>
  sharedFile(`facts/recorded/${name}.jsonl`),
);
const recorded = files.flatMap((file) =>
  file
    ? readFileSync(file, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as { event: string; stdin: JsonObject })
    : [],
);

const world = worldOfFile(COMMITTED);

async function answer(stdin: JsonObject): Promise<JsonObject> {
  const { stdout, stderr, exitCode } = await world.hook([], { ...stdin, cwd: world.cwd });
  const said = stdout === "" ? {} : (JSON.parse(stdout) as JsonObject);
  // A refusal is said by the exit code as well.
  const isRefused = said["decision"] === "block";
  expect({ stderr, exitCode }).toEqual(
    isRefused ? { stderr: `${String(said["reason"])}\n`, exitCode: 2 } : { stderr: "", exitCode: 0 },
  );
  return said;
}

describe.skipIf(recorded.length === 0)("Claude Code's recorded payloads", () => {
  test.each(recorded.map(({ event, stdin }, index) => [`${index} ${event}`, event, stdin] as const))(
    "%s, as it was",
    async (_title, event, stdin) => {
      const reply = await answer(stdin);
      if (event === "SessionStart") {
        expect(reply).toEqual({ hookSpecificOutput: { hookEventName: event, additionalContext: expect.any(String) } });
      } else {
        expect(reply).toEqual({});
      }
    },
  );

  test.each(recorded.map(({ event, stdin }, index) => [`${index} ${event}`, event, stdin] as const))(
    "%s, with a secret in it",
    async (_title, event, stdin) => {
      const reply = await answer(withSecret(stdin));
      expect(JSON.stringify(reply)).not.toContain(SECRET);
      const specific = reply["hookSpecificOutput"] as JsonObject | undefined;
      switch (event) {
        case "UserPromptSubmit":
          expect(reply).toMatchObject({
            decision: "block",
            hookSpecificOutput: { hookEventName: event, suppressOriginalPrompt: true },
          });
          break;
        case "PreToolUse":
          expect(specific?.["updatedInput"]).toEqual({ command: "echo [REDACTED]", description: "run it" });
          expect(specific).not.toHaveProperty("permissionDecision");
          break;
        case "PostToolUse":
          expect(specific?.["updatedToolOutput"]).toEqual({
            ...(stdin["tool_response"] as JsonObject),
            stdout: "[REDACTED]",
          });
          break;
        case "PostToolUseFailure":
          expect(specific).toEqual({
            hookEventName: event,
            additionalContext: expect.stringContaining("Do not repeat it"),
          });
          expect(reply["systemMessage"]).toContain("reaches the model");
          break;
        default: // carries no text that a hook could change
          expect(JSON.stringify(reply)).not.toContain("REDACTED");
      }
    },
  );

  test.skipIf(recorded.length > 0)("are not here", () => {});
});

function withSecret(stdin: JsonObject): JsonObject {
  const dirty = { ...stdin };
  if (typeof stdin["prompt"] === "string") dirty["prompt"] = `use ${SECRET}`;
  if (stdin["hook_event_name"] === "PreToolUse")
    dirty["tool_input"] = { ...(stdin["tool_input"] as JsonObject), command: `echo ${SECRET}` };
  if (stdin["hook_event_name"] === "PostToolUse")
    dirty["tool_response"] = { ...(stdin["tool_response"] as JsonObject), stdout: SECRET };
  if (typeof stdin["error"] === "string") dirty["error"] = `Exit code 3\n${SECRET}`;
  return dirty;
}
