import opencode from "./opencode.ts";
import { renameAgent } from "./codec/define-agent.ts";
import { pluginSamples } from "./codec/plugin.ts";

/** Kilo Code, which loads OpenCode's plugins and so sends the same events. */
export default renameAgent(opencode, {
  name: "kilo",
  title: "Kilo Code",
  traces: { programs: ["kilo", "kilocode"] },
  evidence: {
    mark: "second hand",
    failing: { exit2: "refused", crash: "refused", late: "refused" },
    notes: ["It takes OpenCode's plugins."],
  },
  tells: ["AGENTS.md"],
  samples: pluginSamples(),
});
