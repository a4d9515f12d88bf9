import { defineAgent } from "./codec/define-agent.ts";
import { PLUGIN_ANSWER, pluginFields } from "./codec/plugin.ts";

/**
 * The mod of snapveil's plugin for Claude Code, `agents/shims/claude-mod.ts`. For events of the mod only the redaction
 * of messages runs; the plugin's command hooks do everything else.
 */
export default defineAgent({
  name: "claude-mod",
  title: "Claude Code",
  evidence: {
    mark: "recorded live",
    failing: { exit2: "refused", crash: "refused", late: "refused" },
    release: "2.1.332",
    title: "Claude Code's mod, in our plugin",
    notes: [
      "Beside the command hooks of the plugin, which do all else. Releases before 2.1.287 have no mods.",
      "It sees every row before the model does: prompts, files named by @, results of tools that failed, MCP. What " +
        "the model wrote itself stays in its history.",
    ],
  },
  events: {
    "prompt.submit": { is: ["user_prompt_submit"], refusal: true, rewrite: ["prompt"], onlyMessages: true },
    "command.run": { is: ["user_followup_submit"], refusal: true, rewrite: ["prompt"], onlyMessages: true },
    "session.append": { is: ["before_llm_call"], refusal: true, rewrite: ["messages"], onlyMessages: true },
  },
  read: pluginFields,
  answer: PLUGIN_ANSWER,
  guardEvent: "session.append",
  openExit: 0, // the mod takes any other code as a missing answer and fails closed
});
