import {
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, join } from "node:path";

import { defined } from "../../kit/defined.ts";
import { atomicWrite, makeFolder, namesIn } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { asString, isObject } from "../../kit/json.ts";
import { hasShadow } from "../create-shadow.ts";
import type { GitPath } from "../git-path.ts";
import { asMoment, nextMoment } from "../journal/journal-file.ts";
import type { PendingKey } from "../journal/pending.ts";
import { newId, shadowsFolder, type Place } from "../place.ts";
import type { ToolCall } from "./complete-checkpoint.ts";
import type { Asked, Beginning, BeginOptions } from "./record-before.ts";

/** The command that records a state that does not fit into a hook's time; only hooks start it. */
export const LATE_COMMAND = "record-late";

/** The recording that an event of the agent needs. Another process than the hook's can perform it. */
export type Work =
  | { readonly kind: "baseline"; readonly session: string; readonly prefix: GitPath }
  | {
      readonly kind: "before";
      readonly key: PendingKey;
      readonly prefix: GitPath;
      readonly beginning: Beginning;
      readonly options: Pick<BeginOptions, "endsLast" | "keeps" | "beside">;
    }
  | { readonly kind: "after"; readonly key: PendingKey; readonly call: ToolCall }
  | { readonly kind: "close"; readonly session: string };

/** Work that did not fit into the time of its hook, from a file in the queue. */
export interface LateJob {
  readonly name: string;
  readonly work: Work;
  readonly asked: Asked;
}

/** The reason why late work failed, and when. */
export interface LateFailure {
  /** RFC 3339. */
  readonly at: string;
  readonly why: string;
}

/**
 * Milliseconds after which late work is dropped: a state that is captured so late no longer shows the beginning of its
 * turn.
 */
const STALE = 3_600_000;

/** The folder of the queue. It lies beside the shadow repository, which may not exist yet or may be set aside. */
function folderOf({ data, shadow }: Pick<Place, "data" | "shadow">): string {
  return `${data}/late/${basename(shadow)}`;
}

/** Removes queues without a shadow repository beside them, except for those whose files are younger than an hour. */
export function removeLoneQueues(io: Pick<Io, "now">, data: string): void {
  const now = io.now().getTime();
  for (const name of namesIn(`${data}/late`)) {
    const queue = `${data}/late/${name}`;
    const times = [queue, ...namesIn(queue).map((file) => `${queue}/${file}`)].map(
      (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0,
    );
    if (!existsSync(join(shadowsFolder(data), name)) && times.every((at) => now - at > STALE))
      rmSync(queue, { recursive: true, force: true });
  }
}

/** The lock file of the process that performs late work. */
export function lateLock(place: Place): string {
  return `${folderOf(place)}/lock`;
}

/** Adds work at the end of the queue. @returns the name of its file */
export function putJob(io: Io, place: Place, work: Work): string {
  const folder = folderOf(place);
  makeFolder(folder);
  const last = Number(jobNames(place).at(-1)?.split("-")[0] ?? 0);
  const name = `${String(last + 1).padStart(9, "0")}-${newId()}`;
  const asked = { at: io.now().toISOString(), ...(hasShadow(place) && { began: nextMoment(place.shadow) }) };
  atomicWrite(`${folder}/${name}`, JSON.stringify({ work, asked }), { pid: io.pid });
  return name;
}

export function isWaiting(place: Place, name: string): boolean {
  return existsSync(`${folderOf(place)}/${name}`);
}

export function removeJob(place: Place, name: string): void {
  rmSync(`${folderOf(place)}/${name}`, { force: true });
}

/** The work in the queue, oldest first. Deletes work that is too old or cannot be read. */
export function lateJobs(io: Pick<Io, "now">, place: Place): LateJob[] {
  return jobNames(place).flatMap((name) => {
    const job = readJob(place, name);
    if (job && Math.abs(io.now().getTime() - Date.parse(job.asked.at)) < STALE) return [job];
    if (job || isWaiting(place, name)) removeJob(place, name);
    return [];
  });
}

/**
 * Whether the queue holds the recording of a state before a turn or call. Usually the queue's folder does not exist.
 */
export function isLate(io: Pick<Io, "now">, place: Place): boolean {
  return lateJobs(io, place).some(({ work }) => work.kind === "before");
}

/** The work in the queue that records the state before a turn or call; `undefined` if there is none. */
export function lateBefore(io: Pick<Io, "now">, place: Place, key: PendingKey): LateJob | undefined {
  return beforeAmong(lateJobs(io, place), key);
}

/** The work among some that records the state before a turn or call; `undefined` if there is none. */
export function beforeAmong(jobs: readonly LateJob[], key: PendingKey): LateJob | undefined {
  const wanted = JSON.stringify(key);
  return jobs.find(({ work }) => work.kind === "before" && JSON.stringify(work.key) === wanted);
}

/** Replaces failed work by the reason. It overwrites the work's file, since a full disk has no room for a new one. */
export function noteFailure(io: Pick<Io, "now">, place: Place, name: string, why: string): void {
  const file = `${folderOf(place)}/${name}`;
  const failure: LateFailure = { at: io.now().toISOString(), why };
  const bytes = Buffer.from(JSON.stringify(failure));
  const fd = openSync(file, "r+");
  try {
    writeSync(fd, bytes);
    ftruncateSync(fd, bytes.length);
  } finally {
    closeSync(fd);
  }
  renameSync(file, `${folderOf(place)}/failed`);
}

export function forgetFailure(place: Place): void {
  rmSync(`${folderOf(place)}/failed`, { force: true });
}

/** The last failure of late work; `undefined` if work succeeded since. */
export function lateFailure(place: Place): LateFailure | undefined {
  const value = read(`${folderOf(place)}/failed`);
  const [at, why] = isObject(value) ? [asString(value["at"]), asString(value["why"])] : [];
  return at === undefined || why === undefined ? undefined : { at, why };
}

/** Milliseconds after work did not fit into a hook, for which hooks put their work into the queue without trying it. */
const SLOW = 300_000;

/** Notes that work did not fit into a hook, so that later hooks put their work into the queue at once. */
export function noteSlow(io: Io, place: Place): void {
  makeFolder(folderOf(place));
  atomicWrite(`${folderOf(place)}/slow`, "", { pid: io.pid });
}

/** Deletes the note of `noteSlow`, since work would fit into a hook again. */
export function forgetSlow(place: Place): void {
  rmSync(`${folderOf(place)}/slow`, { force: true });
}

export function isSlow(io: Pick<Io, "now">, place: Place): boolean {
  const at = statSync(`${folderOf(place)}/slow`, { throwIfNoEntry: false })?.mtimeMs;
  return at !== undefined && Math.abs(io.now().getTime() - at) < SLOW;
}

function jobNames(place: Place): string[] {
  return namesIn(folderOf(place))
    .filter((name) => /^\d{9}-[0-9a-z]+$/.test(name))
    .toSorted();
}

function readJob(place: Place, name: string): LateJob | undefined {
  const value = read(`${folderOf(place)}/${name}`);
  if (!isObject(value) || !isObject(value["work"]) || !isObject(value["asked"])) return undefined;
  const at = asString(value["asked"]["at"]);
  if (at === undefined) return undefined;
  const asked = { at, ...defined({ began: asMoment(value["asked"]["began"]) }) };
  return { name, work: value["work"] as unknown as Work, asked };
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
