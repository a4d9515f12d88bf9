import type { Settings } from "./settings.ts";

/** The settings if no file sets anything. */
export const DEFAULT_SETTINGS: Settings = {
  builtins: {},
  replaced: [],
  added: {},
  switches: {},
  marker: "plain",
  approvingRewrites: false,
  strict: false,
  deadline: 12,
  resident: true,
  titles: true,
  logRefusals: true,
  redaction: {
    detectors: ["own"],
    personal: [],
    knownValues: { files: [], variables: [], projectFiles: [] },
    rules: [],
    allow: [],
    trustedProjects: [],
    // A marker makes a command fail, which does no harm, but destroys text in a written file: so for such a file the
    // person decides.
    policy: { write: "ask", shell: "redact", tool: "redact", output: "redact", messages: "redact", prompt: "redact" },
    // A wrong finding costs one word in an output, but breaks a command in arguments, so arguments need more
    // confidence. A refused prompt has to be typed once more, so only a certain finding refuses a prompt.
    minConfidence: {
      write: "medium",
      shell: "medium",
      tool: "medium",
      output: "low",
      messages: "low",
      prompt: "high",
    },
    restore: false,
  },
  destructive: { deny: [], ask: [], allow: [] },
  httpPost: { allow: [] },
  secretFiles: { deny: [], allow: [] },
  checkpoints: {
    newFileLimit: 2 * 1024 ** 2,
    growingFileLimit: 32 * 1024 ** 2,
    days: 14,
    budget: 2 * 1024 ** 3,
    exclude: [],
    alsoRecord: [],
    keep: { fileLimit: 8 * 1024 ** 2, budget: 256 * 1024 ** 2, files: 5000, exclude: [] },
  },
  team: { agents: [], builtins: [] },
  problems: [],
};
