import type { HookEvent } from "../agents/codec/hook-event.ts";
import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import type { Call } from "./call.ts";

/**
 * Notes the entries about snapveil's hooks in the agent's settings when a session starts. Nothing is noted when a
 * session goes on after a summary, since by then the files may hold a change that `keep_hooks` refused.
 */
export default async function noteHooks(event: HookEvent<"session_start">, { io }: Call): Promise<Outcome> {
  if (event.goesOn || !event.sessionId) return nothing;
  const { hookFilesOf } = await import("./keep-hooks/hook-files.ts");
  const { noteHooksOf } = await import("./keep-hooks/noted-hooks.ts");
  const files = await hookFilesOf(event, io);
  noteHooksOf(io, event.sessionId, Object.fromEntries(files.map(({ path, said }) => [path, said])));
  return nothing;
}
