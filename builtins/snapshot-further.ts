import type { HookEvent } from "../agents/codec/hook-event.ts";
import { UserError } from "../kit/user-error.ts";
import type { Skipped } from "../shadow-repo/engine.ts";
import { toGitPath } from "../shadow-repo/git-path.ts";
import { peekPending, type PendingKey } from "../shadow-repo/journal/pending.ts";
import { findPlace, newId, type Place } from "../shadow-repo/place.ts";
import { findReach, noteFurther } from "../shadow-repo/record/reach.ts";
import { recordBefore, type Beginning } from "../shadow-repo/record/record-before.ts";
import { restOf } from "../shadow-repo/record/recording-limits.ts";
import { damageOf } from "../shadow-repo/open/sound-shadow.ts";
import type { Call } from "./call.ts";

/** Milliseconds of the deadline below which no further repository is begun with. */
const ENOUGH = 1000;

/**
 * The name of a turn in all repositories that record it; none if there is only one. A prompt that joins the open turn
 * begins no other. docker-agent's session has one folder.
 */
export function tieOf(
  { promptId, recordsFolder }: Pick<HookEvent<"turn_start">, "promptId" | "recordsFolder">,
  session: string,
  place: Place,
  { io }: Call,
): Pick<Beginning, "tie" | "home"> {
  if (recordsFolder) return {};
  const { home, further } = findReach(io, session, place);
  const { root } = place.worktree;
  if (further.length === 0 || (root !== home && !further.includes(root))) return {};
  const open = peekPending(place.shadow, { kind: "turn", session });
  if (promptId !== undefined && open?.promptId === promptId) return {};
  return { tie: newId(), home };
}

/**
 * Begins the turn in the other repositories of the session, too. One that cannot be recorded keeps nobody from the
 * rest; its fault is told to an agent that works in it.
 */
export async function recordFurther(
  session: string,
  own: Place,
  key: PendingKey,
  beginning: Beginning,
  { io }: Call,
): Promise<void> {
  const { home, further } = findReach(io, session, own);
  if (own.worktree.root === home) noteFurther(io, own.shadow, further);
  for (const root of [home, ...further]) {
    if (root === own.worktree.root || (io.timeLeft?.() ?? Infinity) < ENOUGH) continue;
    const place = findPlace(io, root);
    if (place?.worktree.root !== root || place.prefix !== "" || damageOf(place) !== undefined) continue;
    if (restOf(place, io.now().getTime())?.pace === "nothing") continue;
    try {
      await recordBefore(io, place, "", key, beginning);
      if (root === home) noteFurther(io, place.shadow, further);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
    }
  }
}

/** The paths left out at the beginning of a session, without the repositories that record its turns themselves. */
export function withoutFurther(
  skipped: readonly Skipped[],
  { recordsFolder }: Pick<HookEvent<"session_start">, "recordsFolder">,
  session: string,
  place: Place,
  { io }: Call,
): readonly Skipped[] {
  if (recordsFolder || !skipped.some(({ path }) => path.endsWith("/"))) return skipped;
  const { root } = place.worktree;
  const own = new Set(findReach(io, session, place).further.map((one) => toGitPath(`${one.slice(root.length + 1)}/`)));
  return skipped.filter(({ path }) => !own.has(path));
}
