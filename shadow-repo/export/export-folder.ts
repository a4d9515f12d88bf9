import { mkdirSync, readdirSync, renameSync, rmSync, rmdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

import { isIn, realPathOfNew } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import { readCoverage, USUAL_MODES } from "../coverage.ts";
import { remark, type Remark } from "../engine.ts";
import { newId, TEMPORARY } from "../place.ts";
import { filesOfState, findState, type StateRequest } from "./state.ts";
import { writeFiles } from "./write-files.ts";

export interface ExportedFolder {
  readonly worktree: string;
  readonly checkpoint: string;
  readonly side: "before" | "after";
  readonly to: string;
  readonly files: number;
  readonly skipped: readonly Remark[];
}

/**
 * Writes a state into a folder that is new or empty. The files are first written beside the folder, so that it appears
 * complete or not at all. Only its owner may open it (0700), since the files may hold secrets and the folder may lie
 * where others look, unlike the worktree.
 * @throws UserError if the folder holds something, or lies in a repository's own folder
 */
export async function exportFolder(io: Io, folder: string, to: string, request: StateRequest): Promise<ExportedFolder> {
  const { shadow, checkpoint, side, tree, coverage } = await findState(io, folder, request);
  const { engine, place } = shadow;
  const target = realPathOfNew(resolve(folder, to));
  throwWhereTaken(target, to, [place.worktree.gitDir, place.worktree.commonDir, place.shadow]);
  const { files, refused } = await filesOfState(engine, tree);
  const aside = `${dirname(target)}/${TEMPORARY.prefix}${newId()}${TEMPORARY.suffix}`;
  mkdirSync(dirname(aside), { recursive: true });
  mkdirSync(aside, { mode: 0o700 });
  try {
    const modes = readCoverage(place.shadow, coverage)?.modes ?? USUAL_MODES;
    const skipped = [...refused, ...(await writeFiles(engine, aside, files, modes))].map(remark);
    try {
      rmdirSync(target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
    renameSync(aside, target);
    return {
      worktree: place.worktree.root,
      checkpoint,
      side,
      to: target,
      files: files.size + refused.length - skipped.length,
      skipped,
    };
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

function throwWhereTaken(target: string, typed: string, own: readonly string[]): void {
  if (own.some((one) => isIn(target, one)))
    throw new UserError("badArgument", [`${printable(typed)} lies in a repository's own folder. Name another.`]);
  let names: string[];
  try {
    names = readdirSync(target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw new UserError("badArgument", [`${printable(typed)} is no folder. Name one that is new or empty.`]);
  }
  if (names.length > 0)
    throw new UserError("badArgument", [`${printable(typed)} is not empty. Name a folder that is new or empty.`]);
}
