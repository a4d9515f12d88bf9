import { rmSync, statSync } from "node:fs";

import { atomicWrite, namesIn } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { repackCommits } from "../git-state/copy-commits.ts";
import { tipsOf } from "../git-state/git-state.ts";
import { logFile, packsIn, readLastNote, readLog, readState, storeOf, textOfLog } from "../git-state/store.ts";
import { compareMoments, type Moment } from "../journal/journal-file.ts";
import type { History } from "../journal/history.ts";
import { allPending } from "../journal/pending.ts";
import type { Place } from "../place.ts";

/**
 * The age, in milliseconds, below which a file is never removed: a hook writes a pack before a note refers to the pack.
 */
const HOUR = 3_600_000;
/** The number of packs from which on they are joined into one, without the commits that no state names any more. */
const MANY = 20;

/**
 * Forgets states of the source's git that were noted before the oldest step began, and removes copies that no state
 * needs. Gives the number of removed files.
 */
export function sweepGitState(io: Io, place: Place, { checkpoints, operations }: History): number {
  const { shadow } = place;
  const store = storeOf(shadow);
  const now = io.now().getTime();
  const isOld = (file: string) => now - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now) >= HOUR;
  let removed = 0;
  const sweep = (folder: string, isUsed: (name: string) => boolean) => {
    for (const name of namesIn(`${store}/${folder}`)) {
      if (isUsed(name) || !isOld(`${store}/${folder}/${name}`)) continue;
      rmSync(`${store}/${folder}/${name}`, { force: true });
      removed += 1;
    }
  };
  const steps = [...checkpoints, ...operations, ...allPending(shadow)].flatMap(({ began }) => (began ? [began] : []));
  forgetBefore(io, shadow, steps);
  const last = readLastNote(shadow);
  const used = new Set([...readLog(shadow).map(({ id }) => id), last?.state ?? ""]);
  sweep("states", (name) => used.has(name));
  sweep("staged", (name) => used.has(name.split(".", 1)[0]!));
  sweep("back", (name) => used.has(name.split("-", 1)[0]!));
  sweep("objects/pack", (name) => !/^(?:tmp_|\.tmp)/.test(name));
  const packs = packsIn(shadow).filter((name) => isOld(`${store}/objects/pack/${name}.pack`));
  if (!last || packs.length < MANY) return removed;
  const states = [...used].flatMap((id) => readState(shadow, id) ?? []);
  const tips = new Set(states.flatMap((state) => [...tipsOf(state)]));
  const whole = repackCommits(io, place, [...tips], [...last.remote, ...last.unkept]);
  if (whole === undefined) return removed;
  const former = new Set(packs.filter((name) => name !== whole));
  sweep("objects/pack", (name) => !former.has(name.replace(/\.\w+$/, "")));
  return removed;
}

/** Drops the lines of the log before the state that was valid at the first of the moments. */
function forgetBefore({ pid }: Pick<Io, "pid">, shadow: string, moments: readonly Moment[]): void {
  const text = textOfLog(shadow);
  const lines = readLog(shadow);
  const [first] = moments.toSorted(compareMoments);
  const from = first ? lines.findLastIndex(({ moment }) => compareMoments(moment, first) <= 0) : lines.length - 1;
  // If a hook has added a line meanwhile, the log stays as it is.
  if (from < 1 || textOfLog(shadow) !== text) return;
  const kept = lines.slice(from).map(({ moment, id }) => `${JSON.stringify([...moment, id])}\n`);
  atomicWrite(logFile(shadow), kept.join(""), { pid });
}
