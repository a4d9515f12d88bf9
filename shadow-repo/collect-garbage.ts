import type { Io } from "../kit/io.ts";
import { findGit } from "./find-git.ts";
import { DROP_UNREACHABLE } from "./js-engine/registry.ts";
import type { Place } from "./place.ts";
import { sharedIndex } from "./private-index.ts";
import { shadowGit } from "./shadow-git.ts";

/**
 * Packs what refs and the shared index reach and drops the rest. An hour's grace: a capture writes its objects first and
 * names them afterwards. Refs stay files, as we write and remove them ourselves.
 */
const COLLECT = ["-c", "gc.packRefs=false", "gc", "--prune=1.hour.ago", "--quiet"];

/** Without git nothing is packed, but the space of what is not needed any more is given back all the same. */
export async function collectGarbage(io: Io, place: Place): Promise<void> {
  if (!findGit(io)) return (await DROP_UNREACHABLE()).default(io, place);
  shadowGit(io, place, COLLECT, { index: sharedIndex(place) });
}
