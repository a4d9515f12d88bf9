import { nothing, type Outcome } from "../protocol/outcome.ts";
import type { HookEvent } from "../protocol/hook-event.ts";
import type { Call } from "./call.ts";
import { gitText } from "./git-text.ts";
import { quotedContext } from "./quoted-context.ts";

/** The branch and the changed files, as `git status --short --branch` has them. */
export default function addGitStatus(event: HookEvent, { io, settings }: Call): Outcome {
  if (!event.cwd) return nothing;
  // --ignore-submodules=dirty: looking inside a submodule would start git under that repository's own settings.
  const text = gitText(io, event.cwd, ["status", "--short", "--branch", "--ignore-submodules=dirty"]);
  return text === "" ? nothing : quotedContext(`Current git status:\n\n${text}`, settings);
}
