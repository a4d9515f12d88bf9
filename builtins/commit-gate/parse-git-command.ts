import { basename, dirname, resolve } from "node:path";

import type { CallCommand } from "../../shell/doors/script.ts";
import { parseGit, type GitWords } from "../../shell/doors/git.ts";

/** A parsed command of git. */
export interface GitCommand extends Pick<GitWords, "verb" | "own"> {
  /** The folder in which git works. */
  readonly place: string;
  /** The repository whose git folder the command names: the top of its worktree, or the folder of a bare repository. */
  readonly repository?: string;
  /** The command names a git folder that is not the one of `place`. */
  readonly isApart: boolean;
}

/**
 * Parses a command of git. @param words the words behind `git` @param exported variables that the script has exported
 */
export function parseGitCommand(
  words: readonly string[],
  { assigned, folder }: Pick<CallCommand, "assigned" | "folder">,
  exported: readonly string[],
): GitCommand {
  const { options, verb, own } = parseGit([...optionsIn([...exported, ...assigned]), ...words]);
  return { verb, own, ...placeOf(options, folder) };
}

/** The folder in which git works, and whether the command names the git folder of another repository. */
function placeOf(options: GitWords["options"], folder: string): Pick<GitCommand, "place" | "repository" | "isApart"> {
  let place = folder;
  let gitDir: string | undefined;
  let worktree: string | undefined;
  for (const [name, value] of options) {
    if (name === "-C") place = resolve(place, value);
    else if (name === "--work-tree") worktree = resolve(place, value);
    else if (name === "--git-dir") gitDir = resolve(place, value);
  }
  if (gitDir === undefined) return { place: worktree ?? place, isApart: false };
  const repository = basename(gitDir) === ".git" ? dirname(gitDir) : gitDir;
  const works = worktree ?? repository;
  return { place: works, repository, isApart: works !== repository };
}

/** GIT_DIR and GIT_WORK_TREE among a command's variables, as options of git. */
function optionsIn(assigned: readonly string[]): string[] {
  return assigned.flatMap((word) => {
    const [, name, value] = /^GIT_(DIR|WORK_TREE)=(.*)$/s.exec(word) ?? [];
    return name === undefined ? [] : [`--${name === "DIR" ? "git-dir" : "work-tree"}=${value}`];
  });
}
