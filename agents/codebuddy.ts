import { FAILS_OPEN } from "./codec/agent.ts";
import claudeCode, { claudeSamples } from "./claude-code.ts";
import { renameAgent } from "./codec/define-agent.ts";

/** CodeBuddy: Claude Code's dialect as it is (second hand). Only `--agent` or the environment tells the two apart. */
export default renameAgent(claudeCode, {
  name: "codebuddy",
  title: "CodeBuddy",
  traces: { programs: ["codebuddy", "codebuddy-code"] },
  evidence: { mark: "second hand", failing: FAILS_OPEN, notes: ["Taken to be as Claude Code."] },
  variable: "CODEBUDDY_PROJECT_DIR",
  samples: claudeSamples(".codebuddy"),
});
