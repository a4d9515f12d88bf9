import type { Outcome } from "../agents/codec/outcome.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { parsePositive, type Call } from "./call.ts";
import { gitContext } from "./git-context.ts";

/** More lines than can be shown before the text is cut; any git takes this number. */
const MOST = 2000;

/** The newest commits, a line each: as many as the first argument asks for, ten without a usable one. */
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
