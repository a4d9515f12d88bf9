import type { Io } from "../kit/io.ts";

/** Set by agents for the commands that they run; Gemini CLI and others give these a terminal, too. */
const SET_BY_AGENTS = ["AI_AGENT", "CLAUDECODE", "COPILOT_CLI", "CRUSH", "CURSOR_AGENT", "GEMINI_CLI"];

/** The variable by which a command shows that an agent started it; `undefined`: none does. */
export function typedByAgent(env: Io["env"]): string | undefined {
  return SET_BY_AGENTS.find((name) => env[name]);
}
