import type { Io } from "../../../kit/io.ts";
import { printable } from "../../../kit/text.ts";
import { liveCheckpoints, readHistory } from "../../journal/history.ts";
import { findHome } from "../../together.ts";
import { nameFrom } from "./join-results.ts";
import type { RestoreResult } from "../restore-result.ts";
import { placesOf } from "./steps-across.ts";
import { reset, type ResetOptions } from "../undo.ts";

/** `reset`, which works on one repository: an index counts within it. Other repositories of the session are named. */
export async function resetHere(io: Io, folder: string, options: ResetOptions): Promise<RestoreResult> {
  const home = findHome(io, folder);
  const result = await reset(io, folder, options);
  const others = placesOf(io, home).filter((place) => {
    const live = place === home.place ? [] : liveCheckpoints(readHistory(place.shadow));
    return live.some(({ session }) => session?.startsWith(options.session));
  });
  if (others.length === 0) return result;
  const names = others.map(({ worktree }) => printable(nameFrom(home, worktree.root))).join(", ");
  const note = `This is about one repository. Steps of the session in others stay: ${names}. snapveil undo N goes over all.`;
  return { ...result, notes: [...result.notes, note] };
}
