import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";

import { isIn } from "../../kit/files.ts";
import { oneOf } from "../../kit/word-pattern.ts";
import { carriedBy } from "../../shell/effects.ts";
import { parseGit } from "../../shell/parse-git.ts";
import { operandsOf } from "../../shell/parse-options.ts";
import { changedFiles } from "./changed-files.ts";
import { contextChosen } from "./cluster-context.ts";
import { areMadeBefore } from "./made-tables.ts";
import { MadeThings } from "./made-things.ts";
import type { CommandView } from "./rule.ts";

/** Programs that put another folder, with what is in it, in the place of one. */
const MOUNTS = oneOf("mount sshfs bindfs mergerfs gcsfuse s3fs ntfs-3g encfs cryfs hdiutil");

/**
 * The files, folders and things at services that the commands of a call have made so far: to take them away again loses
 * nothing. A file counts only if it is not there yet, as the call is judged before it runs.
 */
export class MadeByCall {
  readonly #paths = new Set<string>();
  /** Places that got what was there before the call. */
  readonly #filled: string[] = [];
  readonly #things = new MadeThings();
  readonly #tables = new Set<string>();
  #context: string | undefined;

  /** The context of a cluster that the call has chosen. */
  get context(): string | undefined {
    return this.#context;
  }

  /** Whether a path lies in one that the call has made, as of now. */
  teller(): (path: string) => boolean {
    if (this.#paths.size === 0) return () => false;
    const made = [...this.#paths];
    const filled = [...this.#filled];
    return (path) => made.some((one) => isIn(path, one)) && !filled.some((one) => isIn(one, path) || isIn(path, one));
  }

  /** Whether a command takes away only what the call has made. @param where the machine or container it runs in */
  covers(view: CommandView, where: unknown): boolean {
    return this.#things.has(view, where) || areMadeBefore(view, this.#tables);
  }

  note(view: CommandView, where: unknown): void {
    this.#things.note(view, where);
    this.#context = contextChosen(view) ?? this.#context;
    if (view.elsewhere) return;
    if (MOUNTS.test(view.name)) this.#filled.push("/");
    const { does, target } = carriedBy(view.name, view.own) ?? {};
    const isMoved = does !== undefined && (does !== "copy" || view.own.includes("--remove-source-files"));
    if (isMoved && target !== undefined) this.#filled.push(...pathsOf(view, [target]));
    else for (const path of pathsOf(view, madeBy(view))) if (!existsSync(path)) this.#paths.add(topMissing(path));
  }
}

function pathsOf(view: CommandView, words: readonly string[]): string[] {
  return words.length === 0
    ? []
    : view.places(words).flatMap(({ path, isContents }) => (path && !isContents ? [path] : []));
}

/** Words that name files and folders which a command makes. */
function madeBy(view: CommandView): readonly string[] {
  const { name, own, appends } = view;
  if (name === "mkdir" || name === "touch" || name === "mkfifo")
    return operandsOf(own, "mdtr --mode --date --reference");
  if (name === "git") return madeByGit(own);
  const { replaced, emptied } = changedFiles(view);
  return [...replaced, ...emptied, ...appends];
}

function madeByGit(own: readonly string[]): readonly string[] {
  const { verb, own: rest } = parseGit(own);
  const operands = operandsOf(rest, "bBcoju --branch --origin --depth --config --jobs --reference --template --filter");
  if (verb === "worktree") return operands[0] === "add" ? operands.slice(1, 2) : [];
  if (verb === "init") return operands.slice(0, 1);
  if (verb !== "clone") return [];
  return operands.length > 1 ? operands.slice(1, 2) : operands.map((from) => basename(from).replace(/\.git$/, ""));
}

/** The highest folder on the way to a path that is not there: it is made with it. */
function topMissing(path: string): string {
  let top = path;
  while (dirname(top) !== top && !existsSync(dirname(top))) top = dirname(top);
  return top;
}
