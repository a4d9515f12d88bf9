import { rmSync, statSync } from "node:fs";

import { namesIn, removeIfEmpty } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import type { History } from "../journal/history.ts";
import { allPending } from "../journal/pending.ts";
import { copyIn, lastKeptState, readKeptState, storeOf, type KeptStateId } from "../keep/kept-state.ts";

/**
 * The age, in milliseconds, below which a file is never removed: a hook copies files before a state refers to the
 * copies.
 */
const HOUR = 3_600_000;

/**
 * The ids of the states of kept files that checkpoints, operations and open turns name, and of the last state.
 * @param forgotten ids of checkpoints and operations that are left out
 */
function statesInUse(
  shadow: string,
  { checkpoints, operations }: History,
  forgotten: ReadonlySet<string> = new Set(),
): Set<KeptStateId> {
  const named = [...checkpoints, ...operations].flatMap(({ id, keep }) => (forgotten.has(id) ? [] : (keep ?? [])));
  const waiting = allPending(shadow).flatMap(({ keep }) => keep ?? []);
  return new Set([...named, ...waiting, ...[lastKeptState(shadow)].flatMap((id) => id ?? [])]);
}

function copiesOf(shadow: string, states: Iterable<KeptStateId>): Set<string> {
  return new Set([...states].flatMap((id) => readKeptState(shadow, id)?.files.flatMap(({ copy }) => copy ?? []) ?? []));
}

/** The bytes of the copies that remain once some checkpoints and operations are forgotten. */
export function keptBytesWithout(shadow: string, history: History, forgotten: ReadonlySet<string>): number {
  const copies = copiesOf(shadow, statesInUse(shadow, history, forgotten));
  return [...copies].reduce(
    (sum, name) => sum + (statSync(copyIn(shadow, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

/** Removes states and copies of kept files that nothing needs any more. Gives the number of removed files. */
export function sweepKept({ now }: Pick<Io, "now">, shadow: string, history: History): number {
  const store = storeOf(shadow);
  const used = statesInUse(shadow, history);
  let removed = 0;
  const sweep = (folder: string, isUsed: (name: string) => boolean) => {
    for (const name of namesIn(folder)) {
      const stat = isUsed(name) ? undefined : statSync(`${folder}/${name}`, { throwIfNoEntry: false });
      if (!stat || now().getTime() - stat.mtimeMs < HOUR) continue;
      rmSync(`${folder}/${name}`, { force: true });
      removed += 1;
    }
  };
  sweep(`${store}/states`, (name) => used.has(name));
  const copies = copiesOf(shadow, namesIn(`${store}/states`));
  for (const folder of namesIn(`${store}/files`)) {
    sweep(`${store}/files/${folder}`, (name) => copies.has(name));
    removeIfEmpty(`${store}/files/${folder}`);
  }
  return removed;
}
