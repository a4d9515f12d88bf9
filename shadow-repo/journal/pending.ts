import { existsSync, readFileSync, rmdirSync, unlinkSync } from "node:fs";

import { defined } from "../../kit/defined.ts";
import { atomicWrite, namesIn } from "../../kit/files.ts";
import { sha256 } from "../../kit/hash.ts";
import { asNumber, asString, isObject, type JsonObject } from "../../kit/json.ts";
import type { CoverageId } from "../coverage.ts";
import type { ObjectId } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import type { KeptStateId } from "../keep/kept-state.ts";
import { asWatched, type WatchedFile } from "../keep/watched-files.ts";
import { newId } from "../place.ts";
import type { FileStamps } from "../source/unrecorded-files.ts";
import { refsFolder, renameRefs, writeRefs } from "../refs.ts";
import { asBeyond, type Beyond } from "./beyond.ts";
import { type Labels, labelsOf, type Unreached } from "./checkpoint.ts";
import { asMoment, type Moment } from "./journal-file.ts";
import { latenessOf, type Lateness } from "./lateness.ts";
import type { CheckpointRecord } from "./records.ts";

/**
 * A "before": the state at the beginning of a turn or call. It lies in a file until the event at the end, which another
 * process handles.
 */
export interface Pending extends Labels, Beyond, Lateness {
  /** The id that the checkpoint will have. */
  readonly id: string;
  readonly tree: ObjectId;
  readonly prefix: GitPath;
  readonly startedAt: string;
  readonly began: Moment;
  /** The key by which the event at the end finds the "before"; absent in files of an earlier release. */
  readonly key?: PendingKey;
  /** The id of the prompt that a turn answers, if the agent gives its prompts ids. */
  readonly promptId?: string;
  /** For a tool call: the id of the turn in which it began. */
  readonly turn?: string;
  /** The coverage of the tree. */
  readonly coverage?: CoverageId;
  /** Stamps of files that no tree holds; absent for a call within a turn. */
  readonly unrecorded?: FileStamps;
  /** Files that no checkpoint and no copy holds, as they were at this time. */
  readonly watched?: readonly WatchedFile[];
  /** Ignored folders that a tool makes again and that exist at this time. */
  readonly output?: readonly GitPath[];
  /** The state of the kept ignored files at this time. */
  readonly keep?: KeptStateId;
  /** The definition of the sparse checkout in the user's repository; absent if there is none. */
  readonly sparse?: string;
  /** Whether the "before" replaces docker-agent's own snapshot, which records no file that became ignored. */
  readonly standsIn?: true;
  /** Whether snapveil refused the call, so that the agent does not run it. If the call ends all the same, it counts. */
  readonly isRefused?: true;
  /** The process that called the hook, for a call that hands work to another agent. */
  readonly caller?: number;
  /** The tool of a call. */
  readonly toolName?: string;
  /** Ref and commit of HEAD, see `headOf`. */
  readonly head?: string;
  /**
   * The key by which the parts of a turn in several repositories are found: each part has an equal key. `home` is the
   * root of the worktree in which the session began.
   */
  readonly tie?: string;
  readonly home?: string;
  /** Repositories of the session in which the turn is not recorded. */
  readonly unreached?: readonly Unreached[];
  /**
   * The checkpoint of the step that ended when this "before" was captured. If the process is killed before the journal
   * has the checkpoint, a later process writes it.
   */
  readonly owed?: CheckpointRecord;
}

/**
 * The key that the events at the beginning and end of a turn or call have in common. The key of a call without an id is
 * made from the call's content.
 */
export type PendingKey =
  | { readonly kind: "turn"; readonly session: string }
  | { readonly kind: "call"; readonly session: string; readonly toolUseId: string }
  | { readonly kind: "nameless"; readonly session: string; readonly call: string };

/**
 * Writes a "before" into its file. It replaces an earlier "before" with an equal key, except for calls without an id.
 */
export function putPending(shadow: string, key: PendingKey, pending: Pending, pid: number): void {
  const name =
    key.kind === "nameless"
      ? `${nameOf(key)}.${pending.began.map((number) => String(number).padStart(15, "0")).join("-")}-${newId()}`
      : nameOf(key);
  put(shadow, name, { ...pending, key }, pid);
}

function put(shadow: string, name: string, pending: Pending, pid: number): void {
  writeRefs(shadow, waiting(pending.id), { before: pending.tree }, { pid });
  atomicWrite(`${shadow}/pending/${name}`, JSON.stringify(pending), { pid });
}

/** Reads the "before" of a key without removing it, of several calls without an id the newest. */
export function peekPending(shadow: string, key: PendingKey): Pending | undefined {
  const name = nameIn(shadow, key);
  return name === undefined ? undefined : readPending(`${shadow}/pending/${name}`);
}

/** The "before" of every open turn and call. */
export function allPending(shadow: string): Pending[] {
  return namesIn(`${shadow}/pending`).flatMap((name) => readPending(`${shadow}/pending/${name}`) ?? []);
}

/** The "before" of every open turn and call, with the functions that complete it. */
export function takeAllPending(shadow: string): Taken[] {
  return namesIn(`${shadow}/pending`).flatMap((name) => (name.endsWith(".tmp") ? [] : (take(shadow, name) ?? [])));
}

/** A "before" with the functions that complete it. */
export interface Taken {
  readonly pending: Pending;
  /**
   * Writes refs for both trees under the checkpoint's id. The ref of the "before" is renamed, so that its tree always
   * has a ref.
   */
  keep(after: ObjectId, pid: number): void;
  /** Removes the "before", once its checkpoint is written or there is none to write. */
  done(): void;
  /** Writes another "before" over this one, and removes the refs of this one if the other has another id. */
  replace(pending: Pending, pid: number): void;
}

/** The "before" of a key, of several calls without an id the newest; `undefined` if there is none. */
export function takePending(shadow: string, key: PendingKey): Taken | undefined {
  const name = nameIn(shadow, key);
  return name === undefined ? undefined : take(shadow, name);
}

function take(shadow: string, name: string): Taken | undefined {
  const file = `${shadow}/pending/${name}`;
  const pending = readPending(file);
  if (!pending) return undefined;
  const { id, tree } = pending;
  const dropRefs = () => {
    const refs = refsFolder(shadow, waiting(id));
    if (!existsSync(refs)) return;
    remove(() => unlinkSync(`${refs}/before`));
    remove(() => rmdirSync(refs));
  };
  return {
    pending,
    keep(after, pid) {
      renameRefs(shadow, waiting(id), id, { before: tree }, pid);
      writeRefs(shadow, id, { after }, { pid, durable: true });
    },
    done() {
      // Delete the file only if it still holds this "before": another process may have written a new one into it.
      if (readPending(file)?.id === id) remove(() => unlinkSync(file));
      dropRefs();
    },
    replace(next, pid) {
      put(shadow, name, next, pid);
      if (next.id !== id) dropRefs();
    },
  };
}

/**
 * The name of the folder of refs of a "before". The name has the id and not the key, since another process may write a
 * new "before" with an equal key at any moment.
 */
function waiting(id: string): string {
  return `pending-${id}`;
}

/**
 * Runs a removal and ignores the error if the file is missing: agents may start a hook twice, and the other process may
 * have removed the file. `rmSync` with `force` also ignores it, but makes Node load much code.
 */
function remove(act: () => void): void {
  try {
    act();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

function nameIn(shadow: string, key: PendingKey): string | undefined {
  return key.kind === "nameless" ? newestOf(shadow, nameOf(key)) : nameOf(key);
}

function newestOf(shadow: string, name: string): string | undefined {
  const names = namesIn(`${shadow}/pending`).filter((one) => one.startsWith(`${name}.`) && !one.endsWith(".tmp"));
  return names.toSorted().at(-1); // the moment is in the name
}

function nameOf(key: PendingKey): string {
  const words = [key.kind, key.session, "toolUseId" in key ? key.toolUseId : "", "call" in key ? key.call : ""];
  return sha256(JSON.stringify(words)).slice(0, 32);
}

/** The optional text fields of a "before". */
const TEXTS = ["promptId", "turn", "coverage", "sparse", "head", "toolName", "tie", "home", "keep"] as const;

/** The "before" in a file; `undefined` if there is none, or it cannot be read. */
export function readPending(file: string): Pending | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (!isObject(value)) return undefined;
    const [id, tree, prefix, startedAt] = ["id", "tree", "prefix", "startedAt"].map((name) => asString(value[name]));
    if (id === undefined || tree === undefined || prefix === undefined || startedAt === undefined) return undefined;
    const texts = TEXTS.flatMap((name) => (asString(value[name]) === undefined ? [] : [[name, value[name]]]));
    const key = keyIn(value["key"]);
    return {
      id,
      tree,
      prefix,
      startedAt,
      began: asMoment(value["began"]) ?? [0, 0],
      ...labelsOf(value),
      ...asBeyond(value),
      ...latenessOf(value),
      ...(value["standsIn"] === true && { standsIn: true as const }),
      ...(value["isRefused"] === true && { isRefused: true as const }),
      ...defined({ caller: asNumber(value["caller"]) }),
      ...Object.fromEntries(texts),
      ...(key && { key }),
      ...(isObject(value["unrecorded"]) && { unrecorded: value["unrecorded"] as unknown as FileStamps }),
      ...(Array.isArray(value["watched"]) && { watched: asWatched(value["watched"]) }),
      ...(Array.isArray(value["output"]) && { output: value["output"].filter((path) => typeof path === "string") }),
      ...(Array.isArray(value["unreached"]) && { unreached: value["unreached"] as unknown as readonly Unreached[] }),
      ...(isObject(value["owed"]) && { owed: value["owed"] as unknown as CheckpointRecord }),
    };
  } catch {
    return undefined;
  }
}

function keyIn(value: JsonObject[string] | undefined): PendingKey | undefined {
  return isObject(value) && asString(value["session"]) !== undefined ? (value as unknown as PendingKey) : undefined;
}
