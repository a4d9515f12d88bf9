import { diffWordsWithSpace } from "diff";

import type { Style } from "./style.ts";

/** Lines longer than this are not compared word by word. */
const LONG = 400;

/**
 * A removed line and the one that came in its place, with what differs between them marked; neither may hold marks yet.
 */
export function markWords(removed: string, added: string, mark: Style["inverse"]): [removed: string, added: string] {
  if (removed.length > LONG || added.length > LONG) return [removed, added];
  const parts = diffWordsWithSpace(removed, added);
  const kept = parts.reduce((sum, part) => sum + (part.added || part.removed ? 0 : part.value.trim().length), 0);
  // Two lines that have little in common are easier to read without.
  if (kept * 3 < Math.max(removed.trim().length, added.trim().length)) return [removed, added];
  const side = (own: "added" | "removed", other: "added" | "removed") =>
    parts.map((part) => (part[other] ? "" : part[own] ? mark(part.value) : part.value)).join("");
  return [side("removed", "added"), side("added", "removed")];
}
