import type { Io } from "../../kit/io.ts";
import type { Place } from "../place.ts";
import { gitVersion } from "./git-version.ts";

/**
 * Settings by which the disk has every object before anything names it, or a power cut could leave names without
 * contents. Packs git always treats so, files of their own only if told, before 2.36 by another name. Not all of them
 * at once (core.fsyncMethod=batch): that costs git twice the work, and git 2.39 loses its way where it writes a pack
 * beside them.
 */
export function durable(io: Io, place: Place): readonly string[] {
  return ["-c", gitVersion(io, place) >= 2036 ? "core.fsync=objects" : "core.fsyncObjectFiles=true"];
}
