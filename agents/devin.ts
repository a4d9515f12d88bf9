import { claudeFields } from "./codec/fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent } from "./codec/define-agent.ts";
import { samplePair, AROUND_TOOL } from "./codec/samples.ts";

/**
 * Devin CLI. Of its answers only exit code 2 is known (second hand). It also runs hooks that are registered for Claude
 * Code.
 */
export default defineAgent({
  name: "devin",
  title: "Devin CLI",
  traces: { programs: ["devin"] },
  evidence: {
    mark: "second hand",
    failing: { exit2: "refused", crash: "not known", late: "not known" },
    notes: ["Nothing but exit code 2 before a tool is known."],
  },
  variable: "DEVIN_PROJECT_DIR",
  events: {
    PreToolUse: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    PostToolUse: { is: AFTER_TOOL },
  },
  read: claudeFields,
  answer: { refusal: "exit" },
  samples: {
    ...samplePair(
      AROUND_TOOL,
      "exec",
      ({ session }) => ({ prompt_id: session }),
      ({ output }) => ({ tool_response: output }),
    ),
    env: ({ cwd }) => ({ DEVIN_PROJECT_DIR: cwd }),
  },
});
