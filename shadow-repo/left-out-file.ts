import { printable } from "../kit/printable.ts";
import { waitingBelow } from "../worktree/waiting-file.ts";
import type { Place } from "./place.ts";

/** What was found of each place, which is asked for twice in a hook: a look takes up to some milliseconds. */
const known = new WeakMap<Place, string | undefined>();

/** A pipe or a device in the place of an ignore or attributes file, for which git would wait without end. */
export function leftOutFile(place: Place): string | undefined {
  if (!known.has(place)) known.set(place, waitingBelow(place.worktree.root));
  return known.get(place);
}

/** What is said of it; `undefined` where there is none. */
export function leftOutSentence(place: Place): string | undefined {
  const file = leftOutFile(place);
  return file === undefined
    ? undefined
    : `snapveil: ${printable(file)} is a pipe or a device, for which git would wait without end. It is left out: ` +
        "what it would ignore is recorded, and all else is too.";
}
