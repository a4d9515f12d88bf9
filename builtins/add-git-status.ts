import type { Outcome } from "../agents/codec/outcome.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import type { Call } from "./call.ts";
import { gitContext } from "./git-context.ts";

/** Bytes of lines: with the heading and the count some less than 2 KiB, which stay in most conversations. */
const MOST = 1980;

/**
 * The branch and the changed files, as `git status --short --branch` has them. In the place of docker-agent's own
 * builtin, the text is as long as that one's.
 */
export default async function addGitStatus({ cwd }: HookEvent, call: Call): Promise<Outcome> {
  // --ignore-submodules=dirty: looking inside a submodule would start git under that repository's own settings.
  const words = ["status", "--short", "--branch", "--ignore-submodules=dirty"];
  const lines = call.standsIn ? {} : { lines: { most: MOST, rest: "more" } };
  return gitContext(call, cwd, "Current git status", words, lines);
}
