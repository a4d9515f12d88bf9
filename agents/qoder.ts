import { FAILS_OPEN } from "./codec/agent.ts";
import claudeCode, { claudeSamples } from "./claude-code.ts";
import { renameAgent } from "./codec/define-agent.ts";

/** Qoder: Claude Code's dialect as it is (second hand). Only `--agent` tells the two apart. */
export default renameAgent(claudeCode, {
  name: "qoder",
  title: "Qoder",
  traces: { programs: ["qodercli"] },
  evidence: { mark: "second hand", failing: FAILS_OPEN, notes: ["Taken to be as Claude Code."] },
  samples: claudeSamples(".qoder"),
});
