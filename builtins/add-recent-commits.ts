import { nothing, type Outcome } from "../protocol/outcome.ts";
import type { HookEvent } from "../protocol/hook-event.ts";
import type { Call } from "./call.ts";
import { gitText } from "./git-text.ts";
import { parsePositive } from "./parse-positive.ts";
import { quotedContext } from "./quoted-context.ts";

/** The newest commits, a line each: as many as the first argument says, ten without a usable one. */
export default function addRecentCommits(event: HookEvent, { args, io, settings }: Call): Outcome {
  if (!event.cwd) return nothing;
  const count = parsePositive(args[0]) ?? 10;
  const text = gitText(io, event.cwd, ["log", "--oneline", "--no-decorate", "--no-color", "--no-show-signature", "-n", String(count)]);
  return text === "" ? nothing : quotedContext(`Recent commits:\n\n${text}`, settings);
}
