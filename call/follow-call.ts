import type { Io } from "../kit/io.ts";
import { Budget, followAt, type Visitor } from "../shell/doors/script.ts";
import { callView, type CallFacts } from "./call-view.ts";

/**
 * Visits each command that a shell call would run, in order. Follows scripts inside scripts, git aliases, and code,
 * editors and makefiles in the call.
 * @throws TooMuchScript if the scripts are too long, or expand to more than can be read
 */
export function followCall(event: CallFacts, env: Io["env"], visitor: Visitor, budget: Budget = new Budget()): void {
  const { folder, shell } = callView(event);
  if (folder === undefined) return;
  for (const script of shell.scripts) followAt(script, folder, { env, budget }, visitor);
}
