import type { Io } from "../kit/io.ts";
import { hasShadow } from "./create-shadow.ts";
import type { Place } from "./place.ts";

/** Whether a worktree has a shadow repository, one included that it had before it was moved: that comes along. */
export async function findShadow(io: Io, place: Place): Promise<boolean> {
  return hasShadow(place) || (await import("./adopt-moved.ts")).adoptMoved(io, place);
}
