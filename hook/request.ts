import type { HookEvent } from "../agents/codec/hook-event.ts";

/** The command line of a hook. */
export interface HookRequest {
  readonly agent?: string;
  readonly event?: string;
  readonly builtin?: string;
  readonly args: readonly string[];
}

/** The names of a payload's canonical events, without the `session_start` and `turn_start` that the payload opens. */
export function canonicalOf(events: readonly HookEvent[]): string[] {
  return events.flatMap(({ name, isOpened }) => (isOpened ? [] : [name]));
}
