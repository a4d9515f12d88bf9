import { asNumber, asString } from "../kit/json.ts";
import type { EventFields } from "./codec/hook-event.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { OUTPUT_ON_DISK } from "./codec/agent.ts";
import { PLUGIN_ANSWER, pluginFields, pluginSamples } from "./codec/plugin.ts";

/**
 * OpenCode, through snapveil's plugin `agents/shims/opencode.ts`, which shortens the names of OpenCode's hooks. The
 * plugin takes an invalid answer as a refusal.
 */
export default defineAgent({
  name: "opencode",
  title: "OpenCode",
  traces: { programs: ["opencode", "opencode-ai"], variables: ["OPENCODE"] },
  evidence: {
    mark: "recorded live",
    failing: { exit2: "refused", crash: "refused", late: "refused" },
    release: "1.18.33",
    releases: "1.x",
    notes: [
      "It has no command hooks: a plugin of ours, `agents/shims/opencode.ts`, hands each event to the program, " +
        "which stays for the next one.",
      "OpenCode 2 does not load plugins of this form, so nothing is guarded there; `snapveil doctor opencode` says so.",
      "Text at the start of a session comes with its first prompt.",
      "Where it has plugins and no network, its own start takes a minute longer.",
      OUTPUT_ON_DISK,
    ],
  },
  traits: { forgetsContext: true, showsRewrites: true },
  owns: (_raw, wireName) => /^(?:chat|tool\.execute|session)\./.test(wireName),
  // The plugin adds the context to the system prompt of one turn.
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
    // `chat.system` and `chat.messages` come before every model call. The first holds the system prompt with the
    // project's instructions, the second the conversation.
    "chat.system": { is: ["before_llm_call"], refusal: true, notice: true, rewrite: ["messages"] },
    "chat.messages": {
      is: ["before_llm_call"],
      refusal: true,
      notice: true,
      rewrite: ["messages"],
      countsRound: "this",
    },
    "tool.execute.before": { is: BEFORE_TOOL, refusal: true, notice: true, rewrite: ["toolInput"] },
    // OpenCode sends this event for failed commands, too.
    "tool.execute.after": { is: AFTER_TOOL, notice: true, rewrite: ["toolResponse"] },
    "session.idle": { is: TURN_END, notice: true },
  },
  read: (raw) => ({ ...pluginFields(raw), ...typedOf(asString(raw["prompt"])) }),
  // A prompt of several parts is sent as one text, and a rewritten text could not be split into parts again. The plugin
  // has redacted the parts before, by `chat.system`.
  adjust: (capabilities, wireName, raw) =>
    wireName === "chat.message" && (asNumber(raw["prompt_parts"]) ?? 1) !== 1
      ? { ...capabilities, rewrite: [] }
      : capabilities,
  answer: PLUGIN_ANSWER,
  guardEvent: "tool.execute.before",
  openExit: 0, // the plugin takes any other code as a missing answer and refuses
  samples: pluginSamples(),
});

/** The typed part of a prompt. `opencode run` puts a prompt with blanks into quotes (seen live). */
function typedOf(prompt = ""): EventFields {
  const [, typed] = /^"((?:[^"\\]|\\.)*)"$/s.exec(prompt) ?? [];
  return typed === undefined ? {} : { typed: typed.replaceAll('\\"', '"') };
}
