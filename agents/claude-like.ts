import type { Agent } from "./codec/agent.ts";
import claudeCode from "./claude-code.ts";
import { renameAgent } from "./codec/define-agent.ts";

/**
 * An agent that looks like Claude Code but is not known to be it. Its answers are not known either: it gets a denial,
 * which every such agent understands, and never a rewrite, which it may drop without a word.
 */
const claudeLike: Agent = {
  ...renameAgent(claudeCode, {
    name: "claude-like",
    title: "This agent",
    evidence: {
      mark: "second hand",
      failing: { exit2: "not known", crash: "not known", late: "not known" },
      title: "Others like Claude Code",
      notes: ["An agent that is not recognised gets a denial or nothing."],
    },
  }),
  carries(...event) {
    const { approves: _approves, ...capabilities } = claudeCode.carries(...event);
    return { ...capabilities, context: false, notice: false, rewrite: [] };
  },
};

export default claudeLike;
