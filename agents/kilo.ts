import opencode from "./opencode.ts";
import { renameAgent } from "./codec/rename-agent.ts";
import { pluginSamples } from "./codec/samples.ts";

/** Kilo Code takes OpenCode's plugins. */
export default renameAgent(opencode, {
  name: "kilo",
  title: "Kilo Code",
  evidence: { mark: "second hand", notes: ["It takes OpenCode's plugins."] },
  samples: pluginSamples(),
});
