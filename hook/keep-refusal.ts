import type { Events } from "../agents/codec/hook-event.ts";
import type { Outcome } from "../agents/codec/outcome.ts";
import { logRefusal } from "../builtins/doors/logs.ts";
import type { Settings } from "../worktree/doors/settings.ts";
export { refusalId } from "../builtins/doors/logs.ts";
import type { Io } from "../kit/io.ts";
import { showStack } from "../kit/user-error.ts";
import { withGrace } from "./deadline.ts";
import { canonicalOf } from "./request.ts";

/** Logs a refusal or redaction, for `snapveil allow`. An error while logging does not change the reply. */
export async function keepRefusal(
  events: Events,
  world: Io,
  settings: Settings,
  answered: { readonly outcome: Outcome; readonly id: string },
): Promise<void> {
  const io = withGrace(world);
  const event = events.find(({ isOpened }) => !isOpened) ?? events[0];
  try {
    await logRefusal(event, {
      args: [],
      origin: "user",
      io,
      settings,
      answered: { ...answered, canonical: canonicalOf(events) },
    });
  } catch (error) {
    showStack(io, error);
  }
}
