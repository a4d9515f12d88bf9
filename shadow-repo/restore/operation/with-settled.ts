import { rmSync } from "node:fs";

import { defined } from "../../../kit/defined.ts";
import type { Io } from "../../../kit/io.ts";
import { UserError, type UserErrorCode } from "../../../kit/user-error.ts";
import { foldersOf, type GitPath, onDisk } from "../../git-path.ts";
import { diedInWords, type History, tornOperation } from "../../journal/history.ts";
import { readHistory } from "../../journal/replay.ts";
import { allPending } from "../../journal/pending.ts";
import { withRestoreLock } from "../../locks/restore-lock.ts";
import { type OpenedHistory, openHistory, type Shadow } from "../../open/open-shadow.ts";
import { type Place, TEMPORARY } from "../../place.ts";
import { closeForOperation, historyWithOpen, presentOf } from "../../record/close-open.ts";
import { namesBelow } from "../../source/on-disk.ts";
import { planRestore } from "../plan/plan-restore.ts";
import type { RestoreResult } from "./restore-result.ts";
import { runOperation } from "./run-operation.ts";

/**
 * Brings the files of an operation whose process died back into their state before it, and removes its temporary files.
 * `undefined` if there is no such operation. The caller holds the lock, so no operation is still running.
 */
export async function recoverTorn(
  io: Io,
  shadow: Shadow,
  history: History,
  dryRun: boolean,
): Promise<RestoreResult | undefined> {
  const torn = tornOperation(history);
  if (!torn) return undefined;
  const { session, prefix, steps, whole, paths, made, followed, before, coverage, id } = torn;
  if (!dryRun) {
    const items = await planRestore(shadow, torn);
    sweep(
      shadow.place.worktree.root,
      items.flatMap(({ path, fault }) => (fault === undefined ? [path] : [])),
      id,
    );
  }
  const result = await runOperation(
    io,
    { shadow, history },
    {
      kind: "recover",
      session,
      prefix,
      steps,
      operation: id,
      origin: before,
      ...defined({ originCoverage: coverage, whole, paths, made, followed }),
    },
    dryRun,
  );
  return { ...result, recovers: `${diedInWords(torn)}; this brings back the state before it.` };
}

/** Whether a recovery neither changed nor skipped a file: the operation that died had touched no file. */
export function foundNothing({ changes, skipped, conflicts }: RestoreResult): boolean {
  return changes.length + skipped.length + conflicts.length === 0;
}

function sweep(root: string, paths: readonly GitPath[], operation: string): void {
  const folders = new Set(["", ...paths.flatMap((path) => foldersOf(path).slice(0, 1))]);
  for (const folder of folders) {
    const names = namesBelow(root, folder);
    for (const name of typeof names === "string" ? [] : names) {
      if (name.startsWith(`${TEMPORARY.prefix}${operation}-`) && name.endsWith(TEMPORARY.suffix))
        rmSync(onDisk(root, `${folder}${name}`), { force: true });
    }
  }
}

/**
 * The history in which open turns and calls have ended now. A dry run writes nothing; otherwise their checkpoints are
 * written, so that the changes until now can be undone, and the command's own changes are not taken for a turn's. Call
 * it before `recoverTorn`, since an agent may have changed files after the operation that died.
 */
export async function withEnded(io: Io, shadow: Shadow, history: History, dryRun: boolean): Promise<History> {
  if (dryRun) return (await historyWithOpen(io, shadow, history)).history;
  return closeForOperation(io, shadow, history, presentOf(shadow));
}

/**
 * Runs a command that changes files under the restore lock, so that no other such command runs at the same time. An
 * operation whose process died is taken back first, so that the command begins from a complete state. A dry run shows
 * that recovery if there is nothing else to do. The result names edits that this recovery overwrote.
 */
export async function withSettled(
  io: Io,
  place: Place,
  dryRun: boolean,
  work: (opened: OpenedHistory) => Promise<RestoreResult>,
): Promise<RestoreResult> {
  return withRestoreLock(io, place, dryRun, async () => {
    const opened = await openHistory(io, place, dryRun ? "look" : "mend");
    const { shadow } = opened;
    if (!shadow) return work(opened);
    const ended = await withEnded(io, shadow, opened.history, dryRun);
    const recovered = dryRun ? undefined : await recoverTorn(io, shadow, ended, false);
    const result = await work({ ...opened, history: recovered ? readHistory(shadow.place.shadow) : ended });
    const isNothing = result.files + result.skipped.length + result.undone.length === 0;
    if (dryRun && isNothing) {
      const recovery = await recoverTorn(io, shadow, ended, true);
      if (recovery && !foundNothing(recovery)) return recovery;
    }
    if (!recovered) return result;
    if (foundNothing(recovered)) return result;
    if (!result.restored) return { ...recovered, skipped: [...recovered.skipped, ...result.skipped] };
    const edited = recovered.conflicts.map(({ path }) => ({
      path,
      why: `changed after a restore died on the way; \`snapveil restore ${recovered.checkpoint} PATH\` returns it`,
    }));
    return { ...result, conflicts: [...edited, ...result.conflicts] };
  });
}

/** The errors that are the request's fault, so that the command itself would fail with them, too. */
const REFUSALS: ReadonlySet<UserErrorCode> = new Set([
  "tooFewSteps",
  "tooFewBelow",
  "tooFewUndos",
  "unknownSession",
  "ambiguousSession",
  "unknownCheckpoint",
  "ambiguousCheckpoint",
  "unknownPath",
  "undonePath",
  "olderPath",
  "stepNoPath",
  "unknownHunk",
  "notAStep",
]);

/**
 * Checks by a dry run whether a command will be refused, if a turn or call is open. Otherwise the command would end the
 * turn before it fails, and the turn would become two steps.
 * @param look the dry run of the command
 * @throws UserError if the command will be refused
 */
export async function throwWhereWrong({ shadow }: Place, look: () => Promise<unknown>): Promise<void> {
  if (allPending(shadow).length === 0) return;
  try {
    await look();
  } catch (error) {
    // Any other trouble may be mended by the command itself.
    if (error instanceof UserError && REFUSALS.has(error.code)) throw error;
  }
}
