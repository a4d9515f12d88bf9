import { FAILS_OPEN } from "./codec/agent.ts";
import claudeCode, { claudeSamples } from "./claude-code.ts";
import { renameAgent } from "./codec/rename-agent.ts";

/**
 * CodeBuddy, which uses Claude Code's dialect unchanged (second hand). Only `--agent` or the variable distinguishes its
 * payloads from Claude Code's.
 */
export default renameAgent(claudeCode, {
  name: "codebuddy",
  title: "CodeBuddy",
  traces: { programs: ["codebuddy", "codebuddy-code"] },
  evidence: { mark: "second hand", failing: FAILS_OPEN, notes: ["Taken to be as Claude Code."] },
  variable: "CODEBUDDY_PROJECT_DIR",
  samples: claudeSamples(".codebuddy"),
});
