import type { Outcome } from "../agents/codec/outcome.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import type { Call } from "./call.ts";
import { gitContext } from "./git-context.ts";

/**
 * Options that keep git from starting a program that the repository's settings name: an external diff, a text
 * converter, or git in a submodule.
 */
const SAFE = ["--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=dirty", "--submodule=short"];

/** Adds the unstaged changes to the context: a summary of each file, or with the argument `full` the diff itself. */
export default async function addGitDiff({ cwd }: HookEvent, call: Call): Promise<Outcome> {
  if (call.args[0] === "full") return gitContext(call, cwd, "Current working-tree diff", ["diff", ...SAFE]);
  return gitContext(call, cwd, "Current working-tree diff (stat)", ["diff", ...SAFE, "--stat"]);
}
