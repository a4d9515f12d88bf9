import { nothing, type Outcome } from "../protocol/outcome.ts";
import type { HookEvent } from "../protocol/hook-event.ts";
import type { Call } from "./call.ts";
import { gitText } from "./git-text.ts";
import { quotedContext } from "./quoted-context.ts";

/** The unstaged changes: a summary per file, or with the argument `full` the diff itself. */
export default function addGitDiff(event: HookEvent, { args, io, settings }: Call): Outcome {
  if (!event.cwd) return nothing;
  const full = args[0] === "full";
  const shape = full ? [] : ["--stat"];
  // No program of the repository's choice: neither an external diff nor a text converter, nor git inside a submodule.
  const text = gitText(io, event.cwd, ["diff", "--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=dirty", ...shape]);
  return text === "" ? nothing : quotedContext(`Current working-tree diff${full ? "" : " (stat)"}:\n\n${text}`, settings);
}
