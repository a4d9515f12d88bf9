import { atomicWrite, makeFolder, readRegularFile } from "../kit/files.ts";
import { nameOf, sha256 } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { dataDir, forgetFilesOf, forgetOldFiles } from "../worktree/doors/data-dir.ts";

type World = Pick<Io, "env" | "platform" | "now" | "pid">;

/** The hashes of a call and of the output that the model got of it. */
type Shown = readonly [call: string, output: string];

/**
 * How many outputs of a session are remembered. Agents drop old outputs from a conversation without an event, so an
 * older one may be gone.
 */
const REMEMBERED = 20;

/**
 * Whether the model got this very output of this call before, as one of the last outputs of the session. If it did, the
 * note of it is dropped, so the third output in a row is shown again: a model that asks once more does not have it any
 * longer.
 * @param call the words that tell calls apart: agent, tool, arguments
 * @returns false without a data folder, or if the note of the output cannot be kept
 */
export function wasJustShown(io: World, sessionId: string, call: readonly string[], output: string): boolean {
  const folder = folderOf(io);
  if (folder === undefined) return false;
  const file = `${folder}/${nameOf(sessionId)}.json`;
  const [asked, seen] = [sha256(JSON.stringify(call)), sha256(output)];
  const before = read(file);
  const isSame = before.some(([one, its]) => one === asked && its === seen);
  const others = before.filter(([one]) => one !== asked);
  const after: readonly Shown[] = isSame ? others : [...others, [asked, seen] as const].slice(-REMEMBERED);
  try {
    makeFolder(folder);
    atomicWrite(file, JSON.stringify(after), { pid: io.pid });
    forgetOldFiles(folder, io);
    return isSame;
  } catch {
    return false; // a full disk: a model gets an output twice, and never a note in the place of one that it lacks
  }
}

/** Forgets the outputs of a session that ended, or whose conversation was summarized or begins anew. */
export function forgetShownOutputs(io: Pick<Io, "env" | "platform">, sessionId: string): void {
  const folder = folderOf(io);
  if (folder === undefined) return;
  try {
    forgetFilesOf(sessionId, folder);
  } catch {
    // The folder does not exist or may not be changed.
  }
}

function folderOf(io: Pick<Io, "env" | "platform">): string | undefined {
  const data = dataDir(io);
  return data && `${data}/shown-outputs`;
}

function read(file: string): readonly Shown[] {
  try {
    const shown: unknown = JSON.parse(readRegularFile(file).bytes.toString("utf8"));
    return Array.isArray(shown) ? shown.filter((one): one is Shown => Array.isArray(one)) : [];
  } catch {
    return [];
  }
}
