import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import { namesIn } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { lifeOf } from "../../kit/process-life.ts";
import { DEFAULT_SETTINGS } from "../../worktree/doors/settings.ts";
import { historyOf } from "../journal/replay.ts";
import { readJournal } from "../journal/journal.ts";
import type { Place } from "../place.ts";
import { textOfFile } from "../read-disk.ts";
import { packedFile } from "../refs.ts";
import { isAbandoned } from "../locks/owned-lock.ts";
import { daysSince } from "./retention.ts";
import { dropPackedRefs } from "./pack-refs.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Removes leftovers of killed processes: files older than an hour, unless their name holds the id of a living process.
 * snapveil's own locks stay, since the next command that needs one takes it over. Gives the number of removed files.
 * @param days the age from which a step that never ended is removed
 */
export function sweepLeftovers(io: Io, { shadow }: Place, days: number = DEFAULT_SETTINGS.checkpoints.days): number {
  const now = io.now().getTime();
  let removed = 0;
  const sweep = (folder: string, isLeftover: (name: string) => boolean, age: number): void => {
    for (const name of namesIn(join(shadow, folder))) {
      const file = join(shadow, folder, name);
      if (!isLeftover(name) || now - changedAt(file) < age || isInUse(name, changedAt(file), io)) continue;
      rmSync(file, { recursive: true, force: true });
      removed += 1;
    }
  };
  sweep("tmp", () => true, HOUR);
  // Remove git's locks. snapveil's own locks stay.
  sweep("", (name) => name.endsWith(".tmp") || (name.endsWith(".lock") && !OWN_LOCKS.test(name)), HOUR);
  sweep("", (name) => OWN_LOCKS.test(name) && !name.endsWith(".lock") && isAbandoned(join(shadow, name), io), HOUR);
  sweep("objects/pack", (name) => name.startsWith("tmp_"), HOUR);
  for (const folder of namesIn(join(shadow, "objects")))
    sweep(`objects/${folder}`, (name) => name.startsWith("tmp_obj_"), HOUR);
  const { records, damaged } = readJournal(shadow);
  const history = historyOf(records);
  // Remove steps that never ended, since the agent was killed in the middle of a turn. Their age comes from the
  // journal, so that a wrong clock does not make a step old.
  const age = daysSince(history);
  const pinnedIds = [...history.pins.values()].flatMap(({ checkpoint, isOff }) => (isOff ? [] : [checkpoint]));
  const isOld = (pending: string) =>
    age(beganAt(pending)) > days && !pinnedIds.some((id) => pending.includes(`"id":"${id}"`));
  sweep("pending", (name) => isOld(textOfFile(join(shadow, "pending", name))), HOUR);
  // Remove stored titles of sessions that never ended.
  sweep("titles", () => true, DAY);
  const waiting = namesIn(join(shadow, "pending")).map((name) => textOfFile(join(shadow, "pending", name)));
  const waits = (id: string) => waiting.some((text) => text.includes(id));
  sweep("calls", (name) => !waits(name.split(".")[0]!), HOUR);
  // Remove refs of an earlier release, which had the name of the file in `pending`.
  sweep(
    "refs/snapveil",
    (name) =>
      name.startsWith("pending-") &&
      !waits(name.slice("pending-".length)) &&
      !existsSync(join(shadow, "pending", name.slice("pending-".length))),
    HOUR,
  );
  // Remove refs without a line in the journal: a crash prevented the line. If a line of the journal cannot be read, all
  // refs stay, since the line may belong to any of them.
  const { checkpoints, operations } = history;
  const named = new Set([...checkpoints, ...operations].map(({ id }) => id));
  if (damaged.length > 0) return removed;
  sweep("refs/snapveil", (name) => !name.startsWith("pending-") && !named.has(name) && !waits(name), HOUR);
  // Packed refs have no times of their own, so the time of the file `packed-refs` is used.
  if (now - changedAt(packedFile(shadow)) >= HOUR)
    dropPackedRefs(io, shadow, (name) => {
      const isWaiting = waits(name.replace(/^pending-/, "")) || existsSync(join(shadow, "pending", name));
      return !isWaiting && !named.has(name);
    });
  const covered = new Set(
    checkpoints
      .flatMap((one) => [one.coverageBefore, one.coverageAfter])
      .concat(operations.flatMap((one) => [one.coverage, one.end?.coverage])),
  );
  const inUse = [...waiting, ...["index.state", "stat-cache"].map((file) => textOfFile(join(shadow, file)))];
  sweep("coverage", (name) => !covered.has(name) && !inUse.some((text) => text.includes(name)), HOUR);
  return removed;
}

/** The size of the journal in bytes when an open step began; 0 if the step's file does not say. */
function beganAt(pending: string): number {
  return Number(/"began":\[(\d+),/.exec(pending)?.[1] ?? 0);
}

/** snapveil's own locks, and the files beside a lock while a command takes it from a dead process. */
const OWN_LOCKS = /^(?:restore|prune)\.lock(?:\.|$)/;

/**
 * Whether the name of a file holds the id of a living process that already lived when the file was made. A private
 * index is a hard link to the shared index, so both have the time of the shared one. Therefore its name holds the time
 * when it was made.
 */
function isInUse(name: string, changed: number, { platform }: Io): boolean {
  const [, pid, made] =
    /^(?:tmp_obj_)?(\d+)[-_](?:([0-9a-z]+)-\d+\.index)?/.exec(name) ?? /\.(\d+)-\d+\.tmp$/.exec(name) ?? [];
  const life = pid === undefined ? undefined : lifeOf(Number(pid), platform);
  return (
    life !== undefined && (life.startedAt ?? 0) <= (made === undefined ? changed : Number.parseInt(made, 36)) + SLACK
  );
}

/** How far two clocks may be apart, in milliseconds. */
const SLACK = 5000;

function changedAt(file: string): number {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
