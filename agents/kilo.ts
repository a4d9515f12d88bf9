import opencode from "./opencode.ts";
import { OUTPUT_ON_DISK } from "./codec/agent.ts";
import { renameAgent } from "./codec/rename-agent.ts";
import { pluginSamples } from "./codec/plugin.ts";

/** Kilo Code, which loads OpenCode's plugins and so sends the same events. */
export default renameAgent(opencode, {
  name: "kilo",
  title: "Kilo Code",
  traces: { programs: ["kilo", "kilocode"] },
  evidence: {
    mark: "recorded live",
    failing: { exit2: "refused", crash: "refused", late: "refused" },
    release: "7.7.9",
    notes: [
      "It takes OpenCode's plugins: ours hands each event to the program, which stays for the next one.",
      "Text at the start of a session comes with its first prompt.",
      "Where it has plugins and no network, its own start takes half a minute longer.",
      OUTPUT_ON_DISK,
    ],
  },
  tells: ["folder", "platform", "date", "AGENTS.md"],
  samples: pluginSamples(),
});
