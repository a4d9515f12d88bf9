import { existsSync } from "node:fs";

import { namesIn } from "../../../kit/files.ts";
import { inShell } from "../../../kit/in-shell.ts";
import { printable } from "../../../kit/text.ts";
import { allPending } from "../../journal/pending.ts";
import { readHistory } from "../../journal/replay.ts";
import { shadowsFolder, type Place } from "../../place.ts";
import type { Places } from "../../places.ts";
import { notedRepositories } from "../../repository-notes.ts";
import { textIn } from "../../source/head.ts";
import { nameOfRoot } from "../../tracked.ts";
import type { ToldLoss } from "../../git-state/told-loss.ts";
import type { UndoneStep } from "../operation/restore-result.ts";
import type { Tied } from "./other-parts.ts";
import { tieIn } from "./steps.ts";

/** The shadow repository of a folder that is gone; `undefined` if the folder exists or was never recorded. */
export function shadowOfGone(data: string, root: string): string | undefined {
  const shadow = `${shadowsFolder(data)}/${nameOfRoot(root)}`;
  return existsSync(root) || !existsSync(`${shadow}/HEAD`) ? undefined : shadow;
}

/** The top folders of deleted repositories and worktrees in which one of the steps has a part. */
export function goneParts({ data, root }: Pick<Places, "data" | "root">, steps: readonly Tied[]): string[] {
  const found = steps.flatMap((step) => {
    const home = step.home ?? root;
    const tie = tieIn(home, root, step);
    return [home, ...notedRepositories(data, home)].filter((one) => {
      const shadow = shadowOfGone(data, one);
      if (shadow === undefined) return false;
      const parts: readonly Tied[] = [...allPending(shadow), ...readHistory(shadow).checkpoints];
      return parts.some((part) => tieIn(home, one, part) === tie);
    });
  });
  return [...new Set(found)];
}

/** A repository that was deleted during a turn, which therefore never ended there. */
interface GoneSince {
  readonly root: string;
  readonly turn: string;
}

/**
 * The deleted repositories of a folder's sessions in which a turn is open that began after the newest of some undone
 * steps: an undo passes over such a turn, and should say so.
 */
export function goneSince(
  { data, root }: Pick<Places, "data" | "root">,
  undone: readonly Pick<UndoneStep, "created_at">[],
): GoneSince[] {
  const newest = Math.max(0, ...undone.map(({ created_at: at }) => Date.parse(at)));
  return notedRepositories(data, root).flatMap((one) => {
    const shadow = shadowOfGone(data, one);
    if (shadow === undefined) return [];
    const turn = allPending(shadow).find(
      ({ key, startedAt }) => key?.kind === "turn" && Date.parse(startedAt) >= newest,
    );
    return turn ? [{ root: one, turn: turn.id }] : [];
  });
}

/** For each deleted repository of a step, a sentence with the command that brings its recorded files back. */
export function aboutGoneParts(roots: readonly string[], known: WaysKnown): string[] {
  return roots.map(
    (root) =>
      `The turn changed files in ${printable(root)}, too, which is gone: nothing is put back there. ` +
      wayBackTo(root, known),
  );
}

/** For each repository that was deleted during a later turn, a sentence with the command that brings its files back. */
export function aboutGoneSince(gone: readonly GoneSince[], known: WaysKnown): string[] {
  return gone.map(
    ({ root, turn }) =>
      `${printable(root)} is gone since turn ${turn} began, which is newer and is not taken back. ` +
      wayBackTo(root, known),
  );
}

/** What tells how a deleted repository is made again. */
interface WaysKnown {
  /** The repositories that are still there. */
  readonly places: readonly Place[];
  /** What git lost, with commands. */
  readonly git?: readonly ToldLoss[];
}

function wayBackTo(root: string, known: WaysKnown): string {
  return (
    "What was recorded is kept. To bring it back: " +
    `${remake(root, known).command} && cd ${inShell(root)} && snapveil undo`
  );
}

/** How a deleted repository is made again: the command, and whether the new one has the commits of the deleted one. */
export interface Remake {
  readonly command: string;
  readonly hasCommits: boolean;
}

/** Makes a linked worktree again, if git has it on its list or lost it, else an empty repository. */
export function remake(root: string, { places, git = [] }: WaysKnown): Remake {
  const lost = git.find(({ kind, name }) => kind === "worktree" && name === root)?.command;
  if (lost !== undefined) return { command: lost, hasCommits: true };
  for (const { worktree } of places) {
    const listed = `${worktree.commonDir}/worktrees`;
    const name = namesIn(listed).find((one) => textIn(`${listed}/${one}/gitdir`).trim() === `${root}/.git`);
    if (name === undefined) continue;
    const head = textIn(`${listed}/${name}/HEAD`).trim();
    const branch = /^ref: refs\/heads\/(.+)/.exec(head)?.[1];
    const what = branch === undefined ? `--detach ${inShell(root)} ${head}` : `${inShell(root)} ${inShell(branch)}`;
    return { command: `git -C ${inShell(worktree.root)} worktree add -f ${what}`, hasCommits: true };
  }
  return { command: `git init ${inShell(root)}`, hasCommits: false };
}
