import { inShell } from "../../kit/in-shell.ts";
import { basename, dirname, resolve } from "node:path";

import type { CallCommand } from "../../shell/follow-call.ts";
import { gitVerb } from "../../shell/programs/git-verbs.ts";
import { readGit, type GitWords } from "../../shell/read-git.ts";
import { parseShell } from "../../shell/parse-shell.ts";

/** Gives the meaning of a name by the user's and the repository's settings. */
export type NamesAlias = (verb: string, folder: string) => string | undefined;

/** One call of git. */
export interface GitCommand extends Pick<GitWords, "verb" | "own"> {
  /** The folder that git does it in. */
  readonly place: string;
  /** The repository, if it is named by itself: its worktree, or a bare one's folder. */
  readonly repository?: string;
  /** The git folder is named, and is not that of the place. */
  readonly isApart: boolean;
  /** The verb is one of the settings; this stands in its place, as words behind `git` or as a script of the shell. */
  readonly alias?: { readonly words: readonly string[]; readonly script?: string };
}

/** @param words behind `git` */
export function readGitCommand(
  words: readonly string[],
  { assigned, folder }: Pick<CallCommand, "assigned" | "folder">,
  exported: readonly string[],
  alias: NamesAlias,
): GitCommand {
  const { options, verb, own } = readGit([...optionsIn([...exported, ...assigned]), ...words]);
  const where = placeOf(options, folder);
  const given = options.flatMap(([name, value]) => (name === "-c" ? [value] : []));
  const meant = gitVerb(verb) ? undefined : (aliasIn(given, verb) ?? alias(verb, where.place));
  if (meant === undefined) return { verb, own, ...where };
  const [script, rest] = [/^\s*!(.*)$/s.exec(meant)?.[1], own.map(inShell).join(" ")];
  const before = options.flatMap(([name, value]) =>
    name.startsWith("--") && value ? [`${name}=${value}`] : [name, value],
  );
  const inner = parseShell(`git ${meant}`)[0]?.[0]?.all.slice(1) ?? [];
  const asWords = [...before.filter((word) => word !== ""), ...inner, ...own];
  return {
    verb,
    own,
    ...where,
    alias: { words: asWords, ...(script !== undefined && { script: `${script} ${rest}` }) },
  };
}

function aliasIn(settings: readonly string[], verb: string): string | undefined {
  const begins = `alias.${verb}=`;
  return settings.find((one) => one.startsWith(begins))?.slice(begins.length);
}

/** The folder that git does it in, and whether its git folder is another one than that folder's. */
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

/** The variables of a command's environment about the repository, as options of git. */
function optionsIn(assigned: readonly string[]): string[] {
  return assigned.flatMap((word) => {
    const [, name, value] = /^GIT_(DIR|WORK_TREE)=(.*)$/s.exec(word) ?? [];
    return name === undefined ? [] : [`--${name === "DIR" ? "git-dir" : "work-tree"}=${value}`];
  });
}
