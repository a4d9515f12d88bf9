import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { typedByAgent } from "../../worktree/typed-by-agent.ts";

/** For commands that only a person may run. @throws UserError if no terminal is there, or an agent runs it */
export function requirePerson({ interactive, env }: Io, command: string): void {
  if (!interactive) throw new UserError("needsTerminal", [command]);
  const marker = typedByAgent(env);
  if (marker !== undefined) throw new UserError("needsPerson", [command, marker]);
}
