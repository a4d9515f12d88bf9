import { context, type Outcome } from "../agents/codec/outcome.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import type { Call } from "./call.ts";

/**
 * Adds today's date in the local time zone to the context. The date is formatted without Intl, whose loading takes half
 * as long as a process's start.
 */
export default function addDate(_event: HookEvent, { io }: Call): Outcome {
  const now = io.now();
  const two = (value: number) => String(value).padStart(2, "0");
  return context(`Today's date: ${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`);
}
