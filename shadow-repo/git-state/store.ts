import { appendFileSync, existsSync, readFileSync } from "node:fs";

import { atomicWrite, makeFolder, namesIn, readRegularFile } from "../../kit/files.ts";
import { sha256 } from "../../kit/hash.ts";
import type { Io } from "../../kit/io.ts";
import { asString, isObject } from "../../kit/json.ts";
import { runProcess, type ProcessOptions, type ProcessResult } from "../../kit/run-process.ts";
import { UserError } from "../../kit/user-error.ts";
import { objectFormat } from "../create-shadow.ts";
import type { ObjectId } from "../engine.ts";
import { gitFailure, shadowEnvironment } from "../git/shadow-git.ts";
import { asMoment, compareMoments, type Moment } from "../journal/journal-file.ts";
import type { Place } from "../place.ts";
import { textOfFile } from "../read-disk.ts";
import type { GitState } from "./git-state.ts";

/** The id of a state of git, made from the state's content. */
type GitStateId = string;

/**
 * The store of git's states: a separate repository in the shadow repository's folder. It holds packs of the user's
 * commits and borrows all other objects from the user's repository, so that `git fetch` from the store gets a commit
 * even if the user's repository has lost it.
 */
export function storeOf(shadow: string): string {
  return `${shadow}/git-state`;
}

/** The note that was written last about git's state, and about the objects that the store holds. */
export interface LastNote {
  /**
   * The stats of the files from which the state was read; "" if a file had been written too recently to rely on them.
   */
  readonly signature: string;
  readonly refFolders: readonly string[];
  readonly state: GitStateId;
  /** Git folder → the stat of its index; "" if the index had been written too recently. */
  readonly indexes: Readonly<Record<string, string>>;
  /** Objects that the store holds, with all objects that they reach and that `remote` and `unkept` do not. */
  readonly stored: readonly ObjectId[];
  /** The tips of remotes' branches, of which no copy is made, since they can be fetched again. */
  readonly remote: readonly ObjectId[];
  /** Objects that were not copied, since there was no room or no time. */
  readonly unkept: readonly ObjectId[];
  /** The reason why objects or refs were not copied, as a short phrase. */
  readonly notKept?: string;
}

/** Makes the store, or updates its copies of the user's configuration and of other files that git needs. */
export function openStore(io: Io, { shadow, worktree: { commonDir } }: Place): void {
  const store = storeOf(shadow);
  for (const folder of ["objects/pack", "objects/info", "refs", "states"]) makeFolder(`${store}/${folder}`);
  const isSha256 = objectFormat({ shadow } as Place) === "sha256";
  const put = (name: string, text: string | Buffer) => {
    const file = `${store}/${name}`;
    if (!existsSync(file) || !readFileSync(file).equals(Buffer.from(text))) atomicWrite(file, text, { pid: io.pid });
  };
  put("config", configText(isSha256));
  put("objects/info/alternates", `${commonDir}/objects\n`);
  // Copy the file `shallow`: it lists the commits whose parents a shallow repository lacks. Without this file git would
  // fail on the missing parents.
  const shallow = contentOf(`${commonDir}/shallow`);
  if (shallow) put("shallow", shallow);
  const config = contentOf(`${commonDir}/config`);
  if (config) put("source-config", config);
  put("HEAD", "ref: refs/heads/none\n");
}

/** The names of the packs of copied commits, without their endings. */
export function packsIn(shadow: string): string[] {
  return namesIn(`${storeOf(shadow)}/objects/pack`).flatMap((name) =>
    name.endsWith(".idx") ? [name.slice(0, -".idx".length)] : [],
  );
}

function contentOf(file: string): Buffer | undefined {
  try {
    const { bytes, whole } = readRegularFile(file, 1024 ** 2);
    return whole ? bytes : undefined;
  } catch {
    return undefined;
  }
}

function configText(isSha256: boolean): string {
  return `[core]
	repositoryformatversion = ${isSha256 ? 1 : 0}
	bare = true
	sharedRepository = 0600
[uploadpack]
	allowAnySHA1InWant = true
[gc]
	auto = 0
	pruneExpire = never
[maintenance]
	auto = false
${isSha256 ? "[extensions]\n\tobjectFormat = sha256\n" : ""}`;
}

/** Runs git on the store. It reads the user's objects and writes none. Returns the result even if git fails. */
export function tryStoreGit(
  io: Io,
  place: Place,
  args: readonly string[],
  { index, env: more, ...options }: Partial<ProcessOptions> & { readonly index?: string } = {},
): ProcessResult {
  const store = storeOf(place.shadow);
  const { GIT_WORK_TREE: _, ...env } = shadowEnvironment(io, place, index);
  const result = runProcess("git", args, {
    env: { ...env, ...more, GIT_DIR: store },
    cwd: store,
    timeLeft: io.timeLeft,
    ...options,
  });
  if (result.error === "ENOENT") throw new UserError("noGit");
  return result;
}

/** The standard output of git on the store. @throws UserError if git fails in any way */
export function storeGit(...[io, place, args, options]: Parameters<typeof tryStoreGit>): string {
  const result = tryStoreGit(io, place, args, options);
  if (result.status !== 0) throw gitFailure(args, result);
  return result.stdout.toString("latin1");
}

/** The standard input of a git that lists objects: the wanted ids, and `^ID` for those that are left out. */
export function idLines(ids: Iterable<ObjectId>, without: Iterable<ObjectId> = []): string {
  // git before 2.42 does not accept `--not` on standard input.
  return [...ids, ...[...without].map((id) => `^${id}`), ""].join("\n");
}

export function readLastNote(shadow: string): LastNote | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(`${storeOf(shadow)}/last`, "utf8"));
    return isObject(value) && asString(value["state"]) !== undefined ? (value as unknown as LastNote) : undefined;
  } catch {
    return undefined; // there is no note yet, or it is damaged
  }
}

export function writeLastNote(shadow: string, note: LastNote, pid: number): void {
  atomicWrite(`${storeOf(shadow)}/last`, JSON.stringify(note), { pid });
}

/** Reads a state; `undefined` if its file is gone or damaged. */
export function readState(shadow: string, id: GitStateId): GitState | undefined {
  try {
    return JSON.parse(readFileSync(`${storeOf(shadow)}/states/${id}`, "utf8")) as GitState;
  } catch {
    return undefined;
  }
}

/** Writes a state into a file, unless it was written before, and returns its id. */
export function writeState(shadow: string, state: GitState, pid: number): GitStateId {
  const text = JSON.stringify(state);
  const id = sha256(text).slice(0, 32);
  const file = `${storeOf(shadow)}/states/${id}`;
  if (!existsSync(file)) atomicWrite(file, text, { pid, durable: true });
  return id;
}

/** A line of the log: from `moment` on, git's state was the one with `id`. */
interface LogLine {
  readonly moment: Moment;
  readonly id: GitStateId;
}

/** The id in a line of the log if git's state is unknown from the line's moment on, since it could not be noted. */
const UNKNOWN = "-";

/** Adds a line to the log: from a moment on, git's state is another one, or unknown if no id is given. */
export function logState(shadow: string, [journal, tick]: Moment, id: GitStateId = UNKNOWN): void {
  appendFileSync(logFile(shadow), `${JSON.stringify([journal, tick, id])}\n`, { mode: 0o600 });
}

export function logFile(shadow: string): string {
  return `${storeOf(shadow)}/log`;
}

export function textOfLog(shadow: string): string {
  return textOfFile(logFile(shadow));
}

/** The log, the oldest line first; a line that a crash cut off is left out. */
export function readLog(shadow: string): LogLine[] {
  return textOfLog(shadow)
    .split("\n")
    .flatMap((line): LogLine[] => {
      try {
        const [journal, tick, id]: unknown[] = JSON.parse(line) as unknown[];
        const moment = asMoment([journal, tick]);
        return moment && typeof id === "string" ? [{ moment, id }] : [];
      } catch {
        return [];
      }
    });
}

/** The id of git's state at a moment; `undefined` if it is unknown. */
export function stateIdAt(shadow: string, moment: Moment): GitStateId | undefined {
  const line = readLog(shadow).findLast((one) => compareMoments(one.moment, moment) <= 0);
  return line && line.id !== UNKNOWN ? line.id : undefined;
}

/** Reads a state and adds its id; `undefined` if its file is gone or damaged. */
export function stateOf(shadow: string, id: GitStateId): (GitState & { readonly id: GitStateId }) | undefined {
  const state = readState(shadow, id);
  return state && { ...state, id };
}
