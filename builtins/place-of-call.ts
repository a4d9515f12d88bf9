import type { CallFacts } from "../call/call-view.ts";
import { callView } from "../call/call-view.ts";
import type { Io } from "../kit/io.ts";
import { findPlace, type Place } from "../shadow-repo/doors/place.ts";

/** The place of a call's folder, found once for all builtins that ask before the call. */
export function placeOfCall(event: CallFacts, io: Io): Place | undefined {
  const { cwd } = event;
  if (!cwd) return undefined;
  const view = callView(event);
  return view.once(placeOfCall, () => findPlace(io, cwd, (folder) => view.worktreeAt(folder)));
}
