import type { Outcome } from "../agents/codec/outcome.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import type { Call } from "./call.ts";
import { gitContext } from "./git-context.ts";

/** The most bytes of status lines: with the heading and the number of omitted lines the text stays below 2 KiB. */
const MOST = 1980;

/**
 * Adds the branch and the changed files to the context, as `git status --short --branch` prints them. If snapveil's
 * builtin runs instead of docker-agent's, the lines are not limited to `MOST` bytes, since docker-agent does not limit
 * them either.
 */
export default async function addGitStatus({ cwd }: HookEvent, call: Call): Promise<Outcome> {
  // --ignore-submodules=dirty: looking inside a submodule would start git under that repository's own settings.
  const words = ["status", "--short", "--branch", "--ignore-submodules=dirty"];
  const lines = call.standsIn ? {} : { lines: { most: MOST, rest: "more" } };
  return gitContext(call, cwd, "Current git status", words, lines);
}
