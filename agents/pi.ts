import { AFTER_TOOL, BEFORE_TOOL, defineAgent, TURN_END } from "./codec/define-agent.ts";
import { PLUGIN_ANSWER, pluginFields, pluginSamples } from "./codec/plugin.ts";

/**
 * Pi, through snapveil's extension `agents/shims/pi.ts`, which sends Pi's events under their own names. The extension
 * takes an invalid answer as a refusal.
 */
export default defineAgent({
  name: "pi",
  title: "Pi",
  traces: { programs: ["pi", "pi-coding-agent"], variables: ["PI_CODING_AGENT"] },
  evidence: {
    mark: "recorded live",
    failing: { exit2: "refused", crash: "refused", late: "refused" },
    release: "1.6.0",
    probe: { has_ui: true },
    notes: [
      "It has no command hooks: an extension of ours, `agents/shims/pi.ts`, hands each event to the program, which " +
        "stays for the next one.",
      "The extension asks the person before a call; without a person at its terminal the call is refused.",
      "Text at the start of a session comes with its first prompt.",
      "The model's own thoughts are not looked at.",
    ],
  },
  // Release 0.73.1 also told the date. The extension adds the context to the system prompt of one turn.
  tells: ["folder", "AGENTS.md"],
  traits: { forgetsContext: true },
  events: {
    input: { is: ["user_prompt_submit"], refusal: true, notice: true, rewrite: ["prompt"] },
    // Holds the system prompt with the project's instructions.
    before_agent_start: {
      is: ["before_llm_call", "turn_start"],
      refusal: true,
      context: true,
      notice: true,
      rewrite: ["messages"],
      opens: ["session_start"],
    },
    context: { is: ["before_llm_call"], refusal: true, notice: true, rewrite: ["messages"], countsRound: "this" },
    tool_call: { is: BEFORE_TOOL, refusal: true, notice: true, rewrite: ["toolInput"] },
    tool_result: { is: AFTER_TOOL, notice: true, rewrite: ["toolResponse"] },
    agent_end: { is: TURN_END, notice: true },
  },
  read: pluginFields,
  answer: { ...PLUGIN_ANSWER, ask: { tool_call: (ask) => ({ ask }) } },
  canAsk: (raw) => raw["has_ui"] === true,
  guardEvent: "tool_call",
  openExit: 0, // the extension takes any other code as a missing answer and refuses
  samples: pluginSamples(["tool_call", "tool_result"], ({ output }) => ({ content: [{ type: "text", text: output }] })),
});
