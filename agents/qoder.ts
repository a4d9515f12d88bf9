import { FAILS_OPEN } from "./codec/agent.ts";
import claudeCode, { claudeSamples } from "./claude-code.ts";
import { renameAgent } from "./codec/define-agent.ts";

/**
 * Qoder, which uses Claude Code's dialect unchanged (second hand). Only `--agent` distinguishes its payloads from
 * Claude Code's.
 */
export default renameAgent(claudeCode, {
  name: "qoder",
  title: "Qoder",
  traces: { programs: ["qodercli"] },
  evidence: { mark: "second hand", failing: FAILS_OPEN, notes: ["Taken to be as Claude Code."] },
  samples: claudeSamples(".qoder"),
});
