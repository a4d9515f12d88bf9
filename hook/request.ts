import type { HookEvent } from "../agents/codec/hook-event.ts";

/** The command line of a hook. */
export interface HookRequest {
  readonly agent?: string;
  readonly event?: string;
  readonly builtin?: string;
  readonly args: readonly string[];
}

/** The canonical events of a payload, without those that it opens. */
export function canonicalOf(events: readonly HookEvent[]): string[] {
  return events.flatMap(({ name, isOpened }) => (isOpened ? [] : [name]));
}
