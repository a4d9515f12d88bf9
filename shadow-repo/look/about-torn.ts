import type { Io } from "../../kit/io.ts";
import { diedInWords, tornOperation } from "../journal/history.ts";
import { readHistory } from "../journal/replay.ts";
import { findPlaces } from "../places.ts";
import { readJointMark } from "../restore/across/joint-mark.ts";

/**
 * A sentence about an undo, redo or restore whose process died, with the command that brings back the state before it;
 * `undefined` if none died.
 */
export function aboutTorn(io: Io, folder: string): string | undefined {
  const places = findPlaces(io, folder);
  const torn = places.all.flatMap(({ shadow }) => tornOperation(readHistory(shadow)) ?? [])[0];
  const isJoint = readJointMark(places) !== undefined;
  if (!isJoint && !torn) return undefined;
  const died = isJoint ? "An undo over several repositories died on the way" : diedInWords(torn!);
  return `${died}. To bring back the state before it: snapveil undo`;
}
