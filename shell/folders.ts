import { isAbsolute, join, resolve } from "node:path";

import { remembered } from "../kit/remembered.ts";
import type { Command } from "./parse-shell.ts";
import { columnOf } from "./programs.ts";
import type { ShellVariables } from "./shell-variables.ts";

interface Folder {
  readonly path: string;
  readonly isKnown: boolean;
}

/**
 * The working folder of a script's commands. A `cd` affects all later commands; a `cd` inside brackets affects only the
 * commands up to the closing bracket.
 */
export class Folders {
  readonly #home: string | undefined;
  readonly #variables: ShellVariables;
  /** The folders to return to at the end of brackets and of scripts inside the script. */
  readonly #outer: Folder[] = [];
  /** The folders to which `cd -` and `popd` return. */
  readonly #left: Folder[] = [];
  /** The function that is being defined: the folder before its body, and the number of its open braces. */
  #defined: { readonly folder: Folder; depth: number } | undefined;
  #now: Folder = { path: "/", isKnown: false };

  /**
   * @param start `undefined` if the folder is not known
   * @param variables the script's variables, in which `PWD` is set at each change
   */
  constructor(start: string | undefined, home: string | undefined, variables: ShellVariables) {
    this.#home = home;
    this.#variables = variables;
    if (start !== undefined) this.#go({ path: start, isKnown: true });
  }

  /** The current folder; after a `cd` with an unknown word, the folder before that `cd`. */
  get likely(): string {
    return this.#now.path;
  }

  /** The current folder; `undefined` after a `cd` with an unknown word. */
  get known(): string | undefined {
    return this.#now.isKnown ? this.#now.path : undefined;
  }

  enter(): void {
    this.#outer.push(this.#now);
  }

  /** Continues in a folder of another machine or of a container. @param folder `undefined` if it is not known */
  startAt(folder: string | undefined): void {
    this.#go({ path: folder ?? "/", isKnown: folder !== undefined });
  }

  leave(): void {
    this.#go(this.#outer.pop() ?? this.#now);
  }

  /** Notes brackets before a command, which begin or end a group or the body of a function. */
  open({ all }: Command): void {
    this.#define(all);
    if (!all.includes("(") && !all.includes(")")) return;
    for (const word of all.slice(all[0] === "function" ? 2 : 0)) {
      if (word === "(") this.enter();
      else if (word === ")") this.leave();
      else if (!/^[{}!]$|^[a-z]{2,5}$/.test(word)) return;
    }
  }

  /** Undoes each `cd` in a function's body at its end, because the definition of a function runs none of them. */
  #define(all: readonly string[]): void {
    if (all[0] === "function") this.#defined = { folder: this.#now, depth: 0 };
    // The body may begin on the next line. A body in round brackets is a group.
    else if (this.#defined?.depth === 0 && all[0] !== "{") this.#defined = undefined;
    const defined = this.#defined;
    if (!defined) return;
    for (const word of all) {
      if (word === "{") defined.depth += 1;
      if (word !== "}") continue;
      defined.depth -= 1;
      if (defined.depth > 0) continue;
      this.#defined = undefined;
      return this.#go(defined.folder);
    }
  }

  /** Follows `cd`, `pushd`, `popd` and similar commands. @param words the command, with its program first */
  change(words: readonly string[]): void {
    const name = words[0] ?? "";
    if (/^popd$/i.test(name)) return this.#back();
    if (!columnOf(name, "moves")) return;
    const own = words.slice(1);
    const to = own.find((word) => !/^-[A-Za-z]|^--$|^\/d$/i.test(word)) ?? this.#home;
    if (to === "-") return this.#back();
    this.#left.push(this.#now);
    // The folder in `likely` stays as before the `cd`, because an unknown word mostly leads into the same repository:
    // `$(git rev-parse --show-toplevel)`.
    const { path, isKnown } = this.#now;
    if (to === undefined || /[$`]/.test(to)) this.#go({ path, isKnown: false });
    else {
      const next = pathIn(path, to, this.#home);
      this.#go({ path: next, isKnown: isKnown || next !== resolve(path, to) || to.startsWith("/") });
    }
  }

  #back(): void {
    this.#go(this.#left.pop() ?? { ...this.#now, isKnown: false });
  }

  #go(folder: Folder): void {
    this.#now = folder;
    if (folder.isKnown) this.#variables.set([`PWD=${folder.path}`]);
  }
}

/** The path of a word relative to a folder, or to the home folder if the word begins with `~`. */
export function pathIn(folder: string, word: string, home: string | undefined): string {
  return home && /^~(?=$|[\\/])/.test(word) ? join(home, word.slice(1)) : resolvedIn(folder, word);
}

/** Folder → word → path of the words that were resolved last. Long scripts name the same files many times. */
const RESOLVED = remembered<string, Map<string, string>>(16);
const [MOST_WORDS, LONGEST] = [1000, 200] as const;

/** `resolve` of `node:path`, with results that are kept. */
export function resolvedIn(folder: string, word: string): string {
  if (word.length > LONGEST || !isAbsolute(folder)) return resolve(folder, word);
  let known = RESOLVED.get(folder);
  if (known === undefined) {
    RESOLVED.set(folder, (known = new Map()));
  }
  let path = known.get(word);
  if (path === undefined) {
    if (known.size === MOST_WORDS) known.clear();
    known.set(word, (path = resolve(folder, word)));
  }
  return path;
}
