import type { Outcome } from "../agents/codec/outcome.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { parsePositive, type Call } from "./call.ts";
import { gitContext } from "./git-context.ts";

/**
 * The most commits that git is asked for. The text is cut to fewer lines anyway, and a much larger number is refused by
 * some releases of git.
 */
const MOST = 2000;

/**
 * Adds the newest commits to the context, one line each. The first argument is the number of commits; ten if it is no
 * valid number.
 */
export default async function addRecentCommits({ cwd }: HookEvent, call: Call): Promise<Outcome> {
  const count = String(Math.min(parsePositive(call.args[0]) ?? 10, MOST));
  return gitContext(
    call,
    cwd,
    "Recent commits",
    ["log", "--oneline", "--no-decorate", "--no-color", "--no-show-signature", "-n", count],
    { needsWorktree: false },
  );
}
