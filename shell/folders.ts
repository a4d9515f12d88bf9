import { join, resolve } from "node:path";

import type { Command } from "./parse-shell.ts";
import { columnOf } from "./programs.ts";
import type { ShellVariables } from "./shell-variables.ts";

interface Folder {
  readonly path: string;
  readonly isKnown: boolean;
}

/** The folder that a script's commands run in: `cd` counts for all commands behind it, in brackets up to their end. */
export class Folders {
  readonly #home: string | undefined;
  readonly #variables: ShellVariables;
  /** The folders to go back to at the end of brackets and of scripts in the script. */
  readonly #outer: Folder[] = [];
  /** The folders that `cd -` and `popd` lead to. */
  readonly #left: Folder[] = [];
  #now: Folder = { path: "/", isKnown: false };

  /**
   * @param start `undefined` if the folder is not known
   * @param variables `PWD` among them is kept
   */
  constructor(start: string | undefined, home: string | undefined, variables: ShellVariables) {
    this.#home = home;
    this.#variables = variables;
    if (start !== undefined) this.#go({ path: start, isKnown: true });
  }

  /** The folder as far as the script's own words tell; an unknown word leaves it as it was. */
  get likely(): string {
    return this.#now.path;
  }

  /** The folder; `undefined` behind an unknown word. */
  get known(): string | undefined {
    return this.#now.isKnown ? this.#now.path : undefined;
  }

  enter(): void {
    this.#outer.push(this.#now);
  }

  /** Goes to a folder of another machine, or of a container. @param folder `undefined` if it is not known */
  startAt(folder: string | undefined): void {
    this.#go({ path: folder ?? "/", isKnown: folder !== undefined });
  }

  leave(): void {
    this.#go(this.#outer.pop() ?? this.#now);
  }

  /** Opens the brackets that stand before a command. */
  open({ all }: Command): void {
    for (const word of all) {
      if (word === "(") this.enter();
      else if (word === ")") this.leave();
      else if (!/^[{}!]$|^[a-z]{2,5}$/.test(word)) return;
    }
  }

  /** Follows `cd` and its kin. @param words of the command, its program first */
  change([name = "", ...own]: readonly string[]): void {
    if (/^popd$/i.test(name)) return this.#back();
    if (!columnOf(name, "moves")) return;
    const to = own.find((word) => !/^-[A-Za-z]|^--$|^\/d$/i.test(word)) ?? this.#home;
    if (to === "-") return this.#back();
    this.#left.push(this.#now);
    // An unknown word is mostly another way to the same repository: `$(git rev-parse --show-toplevel)`.
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

/** The path that a word names from a folder, or from the home folder if it begins with `~`. */
export function pathIn(folder: string, word: string, home: string | undefined): string {
  return home && /^~(?=$|[\\/])/.test(word) ? join(home, word.slice(1)) : resolve(folder, word);
}
