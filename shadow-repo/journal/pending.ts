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
import type { CheckpointRecord } from "./journal.ts";

/** A "before" that waits for its "after": the next event comes in another process. */
export interface Pending extends Labels, Beyond, Lateness {
  /** The id that the checkpoint will have. */
  readonly id: string;
  readonly tree: ObjectId;
  readonly prefix: GitPath;
  readonly startedAt: string;
  readonly began: Moment;
  /** The key of the event that the "before" waits for; absent in files of an earlier release. */
  readonly key?: PendingKey;
  /** The prompt that a turn answers, if the agent tells its prompts apart. */
  readonly promptId?: string;
  /** The id of the turn that was open, for a tool call. */
  readonly turn?: string;
  /** The coverage of the tree. */
  readonly coverage?: CoverageId;
  /** Stamps of files that neither the tree nor any other holds; not kept for a call within a turn. */
  readonly unrecorded?: FileStamps;
  /** Files that nothing holds, as these were at this time. */
  readonly watched?: readonly WatchedFile[];
  /** The ignored files that are kept from this time. */
  readonly keep?: KeptStateId;
  /** The source's sparse checkout, if there was one. */
  readonly sparse?: string;
  /** Stands in for docker-agent's own snapshot, which records no file that became ignored. */
  readonly standsIn?: true;
  /** The process that called the hook, for a call that hands work to another agent. */
  readonly caller?: number;
  /** The tool of a call. */
  readonly toolName?: string;
  /** Ref and commit of HEAD, see `headOf`. */
  readonly head?: string;
  /**
   * The tie of the turn, which is equal in each repository that records it; the next is the worktree that it began in.
   */
  readonly tie?: string;
  readonly home?: string;
  /** Repositories of the session in which the turn is not recorded. */
  readonly unreached?: readonly Unreached[];
  /** A checkpoint that this state ended and that the journal may lack, since the process was killed on the way. */
  readonly owed?: CheckpointRecord;
}

/** The common key of a "before" and its "after". A call without an id has its content for a key. */
export type PendingKey =
  | { readonly kind: "turn"; readonly session: string }
  | { readonly kind: "call"; readonly session: string; readonly toolUseId: string }
  | { readonly kind: "nameless"; readonly session: string; readonly call: string };

/** Keeps a "before". A second one of the same key takes its place; all nameless calls are kept. */
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

/** Reads the "before" of a key and leaves it there; of nameless calls the newest. */
export function peekPending(shadow: string, key: PendingKey): Pending | undefined {
  const name = nameIn(shadow, key);
  return name === undefined ? undefined : readPending(`${shadow}/pending/${name}`);
}

/** Every "before" that waits. */
export function allPending(shadow: string): Pending[] {
  return namesIn(`${shadow}/pending`).flatMap((name) => readPending(`${shadow}/pending/${name}`) ?? []);
}

/** Every "before" that waits, each to be completed. */
export function takeAllPending(shadow: string): Taken[] {
  return namesIn(`${shadow}/pending`).flatMap((name) => (name.endsWith(".tmp") ? [] : (take(shadow, name) ?? [])));
}

/** A "before" that was waiting. */
export interface Taken {
  readonly pending: Pending;
  /**
   * Keeps both trees under the checkpoint's id: the ref of the "before" changes its name, and its tree is never without
   * a ref.
   */
  keep(after: ObjectId, pid: number): void;
  /** Removes the "before", once its checkpoint is written or there is none to write. */
  done(): void;
  /** Lets another "before" wait in its place. The refs of the former one are kept by now, or no longer needed. */
  replace(pending: Pending, pid: number): void;
}

/** The "before" of a key; for nameless calls the newest. */
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
      // Another process may have put a new "before" in its place, which still waits.
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
 * The ref of a "before" that waits; named by the "before"'s own id, since another process may put a new one of the same
 * key at any moment.
 */
function waiting(id: string): string {
  return `pending-${id}`;
}

/**
 * Removes a file that another process may be removing, too: agents start a hook twice. Not by `rmSync`, which Node
 * loads much for.
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

/** Texts that a "before" may hold beside the texts that every one has. */
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
      ...defined({ caller: asNumber(value["caller"]) }),
      ...Object.fromEntries(texts),
      ...(key && { key }),
      ...(isObject(value["unrecorded"]) && { unrecorded: value["unrecorded"] as unknown as FileStamps }),
      ...(Array.isArray(value["watched"]) && { watched: asWatched(value["watched"]) }),
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
