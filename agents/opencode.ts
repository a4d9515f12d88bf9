import { asNumber } from "../kit/json.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { OUTPUT_ON_DISK } from "./codec/agent.ts";
import { PLUGIN_ANSWER, pluginFields, pluginSamples } from "./codec/plugin.ts";

/**
 * OpenCode, by snapveil's plugin `agents/shims/opencode.ts`: its hooks under short names. Every answer that is not
 * whole counts as a refusal there.
 */
export default defineAgent({
  name: "opencode",
  title: "OpenCode",
  traces: { programs: ["opencode", "opencode-ai"], variables: ["OPENCODE"] },
  evidence: {
    mark: "recorded live",
    failing: { exit2: "refused", crash: "refused", late: "refused" },
    release: "1.18.33",
    notes: [
      "It has no command hooks: a plugin of ours, `agents/shims/opencode.ts`, hands each event to the program, which stays for the next one.",
      "OpenCode 2 does not load plugins of this form, so nothing is guarded there; `snapveil doctor opencode` says so.",
      "Text at the start of a session comes with its first prompt.",
      "Where it has plugins and no network, its own start takes a minute longer.",
      OUTPUT_ON_DISK,
    ],
  },
  traits: { forgetsContext: true, showsRewrites: true },
  owns: (_raw, wireName) => /^(?:chat|tool\.execute|session)\./.test(wireName),
  // The plugin's context goes into the system prompt of one turn.
  tells: ["folder", "platform", "date", "AGENTS.md"],
  events: {
    "chat.message": {
      is: PROMPT,
      refusal: true,
      context: true,
      notice: true,
      rewrite: ["prompt"],
      opens: ["session_start"],
    },
    // Both events come before every call of the model: the system prompt, with the project's instructions, and the
    // conversation.
    "chat.system": { is: ["before_llm_call"], refusal: true, notice: true, rewrite: ["messages"] },
    "chat.messages": {
      is: ["before_llm_call"],
      refusal: true,
      notice: true,
      rewrite: ["messages"],
      countsRound: "this",
    },
    "tool.execute.before": { is: BEFORE_TOOL, refusal: true, notice: true, rewrite: ["toolInput"] },
    // Failing commands come by this event too.
    "tool.execute.after": { is: AFTER_TOOL, notice: true, rewrite: ["toolResponse"] },
    "session.idle": { is: TURN_END, notice: true },
  },
  read: pluginFields,
  // A prompt of several parts comes as one text, which could not be taken apart again: the plugin has the parts cleaned
  // before.
  adjust: (capabilities, wireName, raw) =>
    wireName === "chat.message" && (asNumber(raw["prompt_parts"]) ?? 1) !== 1
      ? { ...capabilities, rewrite: [] }
      : capabilities,
  answer: PLUGIN_ANSWER,
  guardEvent: "tool.execute.before",
  openExit: 0, // the plugin takes any other for no answer
  samples: pluginSamples(),
});
