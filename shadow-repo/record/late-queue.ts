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
import { basename } from "node:path";

import { defined } from "../../kit/defined.ts";
import { atomicWrite, makeFolder, namesIn } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { asString, isObject } from "../../kit/json.ts";
import { hasShadow } from "../create-shadow.ts";
import type { GitPath } from "../git-path.ts";
import { asMoment, nextMoment } from "../journal/journal-file.ts";
import type { PendingKey } from "../journal/pending.ts";
import { newId, type Place } from "../place.ts";
import type { ToolCall } from "./complete-checkpoint.ts";
import type { Asked, Beginning, BeginOptions } from "./record-before.ts";

/** The command that does what does not fit into a hook; only hooks start it. */
export const LATE_COMMAND = "record-late";

/** What an event has recorded: it can be done by another process than the hook's. */
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

/** Work that did not fit into its hook. */
export interface LateJob {
  readonly name: string;
  readonly work: Work;
  readonly asked: Asked;
}

/** Why late work could not be done. */
export interface LateFailure {
  /** RFC 3339. */
  readonly at: string;
  readonly why: string;
}

/** Milliseconds after which nobody does late work any more: its state would tell nothing of that turn. */
const STALE = 3_600_000;

/** Beside the shadow repository, which may be missing yet, or be set aside as damaged. */
function folderOf({ data, shadow }: Pick<Place, "data" | "shadow">): string {
  return `${data}/late/${basename(shadow)}`;
}

/** The lock of the one process that does late work. */
export function lateLock(place: Place): string {
  return `${folderOf(place)}/lock`;
}

/** Adds work behind all that waits. @returns its name */
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

/** The work that waits, oldest first. Work that is too old, or cannot be read, is dropped. */
export function lateJobs(io: Pick<Io, "now">, place: Place): LateJob[] {
  return jobNames(place).flatMap((name) => {
    const job = readJob(place, name);
    if (job && Math.abs(io.now().getTime() - Date.parse(job.asked.at)) < STALE) return [job];
    if (job || isWaiting(place, name)) removeJob(place, name);
    return [];
  });
}

/** Whether a state before a turn or call is still being recorded. Mostly one look at a folder that is not there. */
export function isLate(io: Pick<Io, "now">, place: Place): boolean {
  return lateJobs(io, place).some(({ work }) => work.kind === "before");
}

/** The work that records the state before a turn or call. */
export function lateBefore(io: Pick<Io, "now">, place: Place, key: PendingKey): LateJob | undefined {
  const wanted = JSON.stringify(key);
  return lateJobs(io, place).find(({ work }) => work.kind === "before" && JSON.stringify(work.key) === wanted);
}

/** Puts the reason in the place of work that failed. It is written over the work, since a full disk gives no new block. */
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

/** Why late work failed last, if none was done since. */
export function lateFailure(place: Place): LateFailure | undefined {
  const value = read(`${folderOf(place)}/failed`);
  const [at, why] = isObject(value) ? [asString(value["at"]), asString(value["why"])] : [];
  return at === undefined || why === undefined ? undefined : { at, why };
}

/** Milliseconds for which hooks try nothing by themselves after work that did not fit. */
const SLOW = 300_000;

/** Notes that work did not fit into a hook: the next ones hand theirs over at once, and lose no time by trying. */
export function noteSlow(io: Io, place: Place): void {
  makeFolder(folderOf(place));
  atomicWrite(`${folderOf(place)}/slow`, "", { pid: io.pid });
}

/** Forgets that, since the work of a hook would fit again. */
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
