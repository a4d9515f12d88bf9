import type { Outcome } from "../agents/codec/outcome.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import type { Call } from "./call.ts";
import { gitContext } from "./git-context.ts";

/** The branch and the changed files, as `git status --short --branch` has them. */
export default async function addGitStatus({ cwd }: HookEvent, call: Call): Promise<Outcome> {
  // --ignore-submodules=dirty: looking inside a submodule would start git under that repository's own settings.
  return gitContext(call, cwd, "Current git status", ["status", "--short", "--branch", "--ignore-submodules=dirty"]);
}
