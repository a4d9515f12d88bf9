import type { Io } from "../kit/io.ts";
import { Budget, followAt, type Visitor } from "../shell/doors/script.ts";
import { callView, type CallFacts } from "./call-view.ts";

/**
 * Shows each command that a call of the shell would run, in order: also commands in scripts of scripts, in aliases of
 * git, and in code, editors and makefiles that the call holds.
 * @throws TooMuchScript if the scripts are too long, or make more of themselves than can be read
 */
export function followCall(event: CallFacts, env: Io["env"], visitor: Visitor, budget: Budget = new Budget()): void {
  const { folder, shell } = callView(event);
  if (folder === undefined) return;
  for (const script of shell.scripts) followAt(script, folder, { env, budget }, visitor);
}
