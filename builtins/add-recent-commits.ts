import type { Outcome } from "../protocol/outcome.ts";
import type { HookEvent } from "../protocol/hook-event.ts";
import type { Call } from "./call.ts";
import { gitContext } from "./git-context.ts";
import { parsePositive } from "./parse-positive.ts";

/** The newest commits, a line each: as many as the first argument says, ten without a usable one. */
export default async function addRecentCommits({ cwd }: HookEvent, { args, io, settings }: Call): Promise<Outcome> {
  const count = String(parsePositive(args[0]) ?? 10);
  return gitContext(io, cwd, "Recent commits", ["log", "--oneline", "--no-decorate", "--no-color", "--no-show-signature", "-n", count], settings);
}
