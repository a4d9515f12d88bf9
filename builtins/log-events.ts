import type { HookEvent } from "../agents/codec/hook-event.ts";
import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import { harmlessJson } from "../kit/json.ts";
import type { Call } from "./call.ts";
import { entryOf } from "./event-log/entry.ts";
import { appendLine, logFileOf } from "./event-log/log-file.ts";

/**
 * Writes one line about the event to the log. A project's settings can only have the default log written: a file name
 * in these is ignored, since it could be the path of any file of the user's.
 */
export default async function logEvents(event: HookEvent, call: Call): Promise<Outcome> {
  const { args, io, origin } = call;
  const file = logFileOf(args, io);
  if (file !== undefined && (origin === "user" || args.length === 0))
    await appendLine(io, file, `${harmlessJson(await entryOf(event, call))}\n`);
  return nothing;
}

export { faultInLogFile as faultIn } from "./event-log/log-file.ts";
