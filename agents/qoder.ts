import { FAILS_OPEN } from "./codec/agent.ts";
import claudeCode, { claudeSamples } from "./claude-code.ts";
import { renameAgent } from "./codec/rename-agent.ts";

/**
 * Qoder, which uses Claude Code's dialect unchanged (read in qodercli 1.1.52 and in the guide to hooks that it ships).
 * Only `--agent` distinguishes its payloads from Claude Code's.
 */
export default renameAgent(claudeCode, {
  name: "qoder",
  title: "Qoder",
  traces: { programs: ["qodercli"] },
  evidence: {
    mark: "source",
    failing: FAILS_OPEN,
    release: "1.1.52",
    notes: [
      "It takes a replaced output of any shape, and a question before a call in each mode but those that ask nobody.",
      "In a folder that is not trusted it runs no hook.",
    ],
  },
  samples: claudeSamples(".qoder"),
});
