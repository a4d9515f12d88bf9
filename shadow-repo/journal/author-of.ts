import type { GitPath } from "../git-path.ts";
import { toText } from "../git-path.ts";
import type { StoredCheckpoint } from "./history.ts";
import type { Gap } from "./timeline.ts";

/** The author of a file's state after a gap. */
export interface Author {
  readonly by: "agent" | "you" | "before";
  /** The call, or the turn if no call is known. */
  readonly step?: StoredCheckpoint;
  /** The time when the line was recorded. */
  readonly at?: string;
  /** The line may have come with commits. */
  readonly headMoved?: true;
}

/** The author of content from before the first record. */
export const BEFORE: Author = { by: "before" };

/**
 * The author of a file's change within a gap: the call that went on; of several the one that names the file, else the
 * one that ended then, else the last to begin. If no call did, the turn, and without a turn, too, a person. A file that
 * only came into sight, since a rule or a sparse checkout changed, was there before.
 */
export function authorOf({ active, ended, at, headMoved }: Gap, path: GitPath): Author {
  if (active.some(({ left }) => left?.includes(path))) return BEFORE;
  const calls = active.filter(({ scope }) => scope === "tool");
  const name = toText(path).split("/").at(-1)!;
  const call =
    calls.length < 2
      ? calls[0]
      : (calls.findLast(({ command }) => command?.includes(name)) ??
        calls.find((one) => one === ended) ??
        calls.at(-1));
  const step = call ?? active.findLast(({ callsSeen }) => !callsSeen) ?? active.at(-1);
  if (step) return { by: "agent", step, at: step.createdAt };
  return { by: "you", at, ...(headMoved && { headMoved }) };
}
