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

/** Names a state by its content. */
type GitStateId = string;

/**
 * The store of git's states: a repository of its own inside the shadow repository, which knows nothing of it. It holds
 * packs of the user's commits, and borrows all other objects from the user's repository, so that `git fetch` of the
 * store returns a commit whether the user's repository still has it or not.
 */
export function storeOf(shadow: string): string {
  return `${shadow}/git-state`;
}

/** The last look at git's state. */
export interface LastNote {
  /** Changes with the files of git's that a state is read from; "" if these were too young to tell. */
  readonly signature: string;
  readonly refFolders: readonly string[];
  readonly state: GitStateId;
  /** The signature of each index, by its git folder. */
  readonly indexes: Readonly<Record<string, string>>;
  /** Objects that the store holds with all that these reach, down to those of the two lists below. */
  readonly stored: readonly ObjectId[];
  /** The tips of remotes' branches, which can be fetched again, so that no copy of these is made. */
  readonly remote: readonly ObjectId[];
  /** Objects of which there is no copy, since there was no room or no time for it. */
  readonly unkept: readonly ObjectId[];
  /** The reason why something is not kept, as a short phrase. */
  readonly notKept?: string;
}

/** Makes the store, or brings its notes on the user's repository up to date. */
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
  // A shallow repository ends at commits whose parents nobody has.
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

/** Runs git on the store, which reads the user's objects and writes none of them; gives the result, a failure too. */
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

/** Input for a git that reads objects from its standard input, and those that are left out with all that they reach. */
export function idLines(ids: Iterable<ObjectId>, without: Iterable<ObjectId> = []): string {
  // git before 2.42 takes no `--not` there.
  return [...ids, ...[...without].map((id) => `^${id}`), ""].join("\n");
}

export function readLastNote(shadow: string): LastNote | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(`${storeOf(shadow)}/last`, "utf8"));
    return isObject(value) && asString(value["state"]) !== undefined ? (value as unknown as LastNote) : undefined;
  } catch {
    return undefined; // nothing was noted yet, or it is damaged
  }
}

export function writeLastNote(shadow: string, note: LastNote, pid: number): void {
  atomicWrite(`${storeOf(shadow)}/last`, JSON.stringify(note), { pid });
}

/** A state that was written; `undefined` if it is gone or damaged. */
export function readState(shadow: string, id: GitStateId): GitState | undefined {
  try {
    return JSON.parse(readFileSync(`${storeOf(shadow)}/states/${id}`, "utf8")) as GitState;
  } catch {
    return undefined;
  }
}

/** Writes a state down, if that was not done yet. */
export function writeState(shadow: string, state: GitState, pid: number): GitStateId {
  const text = JSON.stringify(state);
  const id = sha256(text).slice(0, 32);
  const file = `${storeOf(shadow)}/states/${id}`;
  if (!existsSync(file)) atomicWrite(file, text, { pid, durable: true });
  return id;
}

/** A line of the log: from this moment on git's state was this one. */
interface LogLine {
  readonly moment: Moment;
  readonly id: GitStateId;
}

/** The state is not known from then on: it could not be noted. */
const UNKNOWN = "-";

/** Writes down that git's state is another one since a moment; without an id that it is not known. */
export function logState(shadow: string, [journal, tick]: Moment, id: GitStateId = UNKNOWN): void {
  appendFileSync(logFile(shadow), `${JSON.stringify([journal, tick, id])}\n`, { mode: 0o600 });
}

export function logFile(shadow: string): string {
  return `${storeOf(shadow)}/log`;
}

export function textOfLog(shadow: string): string {
  return textOfFile(logFile(shadow));
}

/** The log, the oldest line first; a line that a crash cut off is passed over. */
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

/** The id of git's state at a moment; `undefined` if it is not known. */
export function stateIdAt(shadow: string, moment: Moment): GitStateId | undefined {
  const line = readLog(shadow).findLast((one) => compareMoments(one.moment, moment) <= 0);
  return line && line.id !== UNKNOWN ? line.id : undefined;
}

/** A state that was written, with its id. */
export function stateOf(shadow: string, id: GitStateId): (GitState & { readonly id: GitStateId }) | undefined {
  const state = readState(shadow, id);
  return state && { ...state, id };
}
