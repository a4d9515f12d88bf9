import { join, resolve } from "node:path";

import type { CallCommand } from "../shell/follow-call.ts";
import { readGit, type GitWords } from "../shell/read-git.ts";
import { readOptions } from "../shell/read-options.ts";

/** Files of a worktree: those that some patterns name, or all of them. */
export interface WorktreeFiles {
  readonly folder: string;
  /** As git takes them, from the folder; empty: all files of the worktree. */
  readonly paths: readonly string[];
  /** Also files that git does not know yet; `ignored`: and those that it ignores. */
  readonly isNew: boolean;
  readonly ignored: boolean;
  /** Whether they take the place of what is staged of them: all of each file is meant, and which files is known. */
  readonly replace: boolean;
}

/** What a call of git makes a part of the history, or sends away. */
export interface GitUse {
  readonly verb: "commit" | "stash" | "push";
  readonly folder: string;
  /** What is staged. */
  readonly index: boolean;
  /** Files as they lie in the worktree. */
  readonly files: readonly WorktreeFiles[];
  readonly push?: Push;
}

/** What is sent where. */
export interface Push {
  /** The remote's name; absent where it is an address or not said. */
  readonly remote?: string;
  /** Names of what is sent: branches, tags, commits. */
  readonly revisions: readonly string[];
  /** `--branches`, `--tags` and `--all`, as `git rev-list` has them. */
  readonly sets: readonly string[];
}

/** Is told of each command of a script in order, and says what of it is to be searched. */
export class GitUses {
  /** In order. */
  readonly uses: GitUse[] = [];
  /** What the script itself stages before it commits. */
  readonly #added: WorktreeFiles[] = [];

  note({ words, folder, readsWords, assigned }: CallCommand): void {
    const [name = "", ...rest] = words;
    if (!/^git(?:\.exe)?$/i.test(name)) return;
    const { options, verb, own } = readGit([...optionsIn(assigned), ...rest]);
    const place = placeOf(options, folder);
    if (own.some((word) => /^(?:-h|--help)$/.test(word))) return;
    const more = readsWords === true; // words that are not known stand behind these
    if (verb === "add" || verb === "stage") this.#add(own, place, more);
    else if (verb === "commit") this.#commit(own, place, more);
    else if (verb === "stash") this.#stash(own, place);
    else if (verb === "push") this.#push(own, place);
    else if (/^(?:merge|rebase|cherry-pick|revert|am)$/.test(verb) && own.includes("--continue"))
      this.uses.push({ verb: "commit", folder: place, index: true, files: [...this.#added] });
  }

  #add(own: readonly string[], folder: string, more: boolean): void {
    const { letters, names, operands } = readOptions(own);
    if (letters.has("n") || names.has("dry-run")) return;
    const isNew = !(letters.has("u") || names.has("update"));
    const ignored = letters.has("f") || names.has("force");
    const isPart = ["p", "i", "e"].some((letter) => letters.has(letter)) || names.has("patch") || names.has("edit");
    const isGuess = more || names.has("pathspec-from-file");
    this.#added.push({ folder, ...pathsOf(operands, isGuess, isPart), isNew, ignored });
  }

  #commit(own: readonly string[], folder: string, more: boolean): void {
    const { letters, names, operands } = readOptions(
      own,
      /^(?:-[mFCct]|--(?:message|file|author|date|template|trailer))$/,
    );
    const isDry = ["dry-run", "short", "porcelain", "long"].some((name) => names.has(name));
    if (isDry) return;
    const isGuess = more || names.has("pathspec-from-file");
    const hasPaths = isGuess || operands.length > 0;
    const only = hasPaths && !letters.has("i") && !names.has("include");
    const isPart = letters.has("p") || names.has("patch");
    const all = letters.has("a") || names.has("all") || isPart;
    const isNew = hasPaths && this.#added.length > 0; // `git add new && git commit new`
    const files = { folder, ...pathsOf(operands, isGuess, isPart), isNew, ignored: false };
    this.uses.push({
      verb: "commit",
      folder,
      index: !only,
      files: [...(hasPaths || all ? [files] : []), ...(only ? [] : this.#added)],
    });
  }

  #stash([sub = "push", ...rest]: readonly string[], folder: string): void {
    const isBare = sub.startsWith("-");
    if (!isBare && sub !== "push" && sub !== "save") return;
    const { letters, names, operands } = readOptions(isBare ? [sub, ...rest] : rest, /^(?:-m|--message)$/);
    const ignored = letters.has("a") || names.has("all");
    const isNew = ignored || letters.has("u") || names.has("include-untracked");
    const staged = letters.has("S") || names.has("staged");
    const paths = sub === "save" ? [] : operands; // behind `save` stands a message
    // It keeps both, what is staged and what lies in the worktree.
    const files = { folder, ...pathsOf(paths, false, true), isNew, ignored };
    this.uses.push({ verb: "stash", folder, index: true, files: [...(staged ? [] : [files]), ...this.#added] });
  }

  #push(own: readonly string[], folder: string): void {
    const { letters, names, operands } = readOptions(own, /^(?:-o|--(?:push-option|repo|receive-pack|exec))$/);
    if (letters.has("n") || letters.has("d") || names.has("dry-run") || names.has("delete")) return;
    const [remote, ...specs] = operands;
    const sets = [
      ...(names.has("all") || names.has("branches") || specs.includes(":") ? ["--branches"] : []),
      ...(names.has("mirror") ? ["--all"] : []),
      ...(names.has("tags") ? ["--tags"] : []),
    ];
    const revisions = specs.flatMap((spec) => {
      const [, from = ""] = /^\+?([^:]*)/.exec(spec) ?? [];
      if (spec === "tag" || from === "") return [];
      return from.includes("*") ? ["--branches"] : [from];
    });
    const onlyDeletes = specs.length > 0 && revisions.length === 0 && sets.length === 0;
    if (onlyDeletes) return;
    const push = {
      ...(remote !== undefined && /^\w[\w.-]{0,100}$/.test(remote) && { remote }),
      revisions: revisions.filter((one) => !one.startsWith("-")),
      sets: [...sets, ...revisions.filter((one) => one === "--branches")],
    };
    this.uses.push({ verb: "push", folder, index: false, files: [], push });
  }
}

/** The folder that git does it in. */
function placeOf(options: GitWords["options"], folder: string): string {
  let place = folder;
  for (const [name, value] of options) {
    if (name === "-C" || name === "--work-tree") place = resolve(place, value);
    else if (name === "--git-dir") place = resolve(place, join(value, ".."));
  }
  return place;
}

/** What a command's environment says of the repository, as options of git. */
function optionsIn(assigned: readonly string[]): string[] {
  return assigned.flatMap((word) => {
    const [, name, value] = /^GIT_(DIR|WORK_TREE)=(.*)$/s.exec(word) ?? [];
    return name === undefined ? [] : [`--${name === "DIR" ? "git-dir" : "work-tree"}=${value}`];
  });
}

/** Patterns of paths; where one is not known all files are meant. */
function pathsOf(
  operands: readonly string[],
  isGuess: boolean,
  isPart: boolean,
): Pick<WorktreeFiles, "paths" | "replace"> {
  const guessed = isGuess || operands.some((word) => /[$`]/.test(word));
  return { paths: guessed ? [] : operands, replace: !guessed && !isPart };
}
