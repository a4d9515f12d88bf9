import type { Outcome } from "../protocol/outcome.ts";
import type { HookEvent } from "../protocol/hook-event.ts";
import type { Call } from "./call.ts";
import { gitContext } from "./git-context.ts";
import { parsePositive } from "./parse-positive.ts";

/** The newest commits, a line each: as many as the first argument says, ten without a usable one. */
export default async function addRecentCommits({ cwd }: HookEvent, call: Call): Promise<Outcome> {
  const count = String(parsePositive(call.args[0]) ?? 10);
  return gitContext(call, cwd, "Recent commits", ["log", "--oneline", "--no-decorate", "--no-color", "--no-show-signature", "-n", count]);
}
