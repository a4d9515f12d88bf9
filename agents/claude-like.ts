import type { Agent } from "./codec/agent.ts";
import claudeCode from "./claude-code.ts";
import { renameAgent } from "./codec/rename-agent.ts";

/**
 * An unknown agent that sends payloads like Claude Code's. How it reads answers is unknown, so it only gets denials,
 * which every agent of this kind understands; it could ignore a rewrite silently.
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
