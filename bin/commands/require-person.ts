import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";

/** Set by agents for the commands that they run; Gemini CLI and others give these a terminal, too. */
const SET_BY_AGENTS = ["AI_AGENT", "CLAUDECODE", "COPILOT_CLI", "CRUSH", "CURSOR_AGENT", "GEMINI_CLI"];

/** For commands that only a person may run. @throws UserError if no terminal is there, or an agent runs it */
export function requirePerson({ interactive, env }: Io, command: string): void {
  if (!interactive) throw new UserError("needsTerminal", [command]);
  const marker = SET_BY_AGENTS.find((name) => env[name]);
  if (marker !== undefined) throw new UserError("needsPerson", [command, marker]);
}
