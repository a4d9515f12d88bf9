import { isAbsolute, join, resolve } from "node:path";

import { isObject, type Json } from "../../kit/json.ts";
import type { Command } from "./parse-shell.ts";

interface Folder {
  readonly path: string;
  readonly isKnown: boolean;
}

/** The folder that a script's commands run in: `cd` counts for what stands behind it, in brackets up to their end. */
export class Folders {
  readonly #home: string | undefined;
  /** Those to go back to where brackets, or scripts in the script, end. */
  readonly #outer: Folder[] = [];
  /** Those that `cd -` and `popd` lead to. */
  readonly #left: Folder[] = [];
  #now: Folder;

  /** @param start `undefined` where it is not known */
  constructor(start: string | undefined, home: string | undefined) {
    this.#now = { path: start ?? "/", isKnown: start !== undefined };
    this.#home = home;
  }

  /** As far as the script's own words tell; a word that does not tell leaves it as it was. */
  get likely(): string {
    return this.#now.path;
  }

  /** `undefined` behind a word that does not tell. */
  get known(): string | undefined {
    return this.#now.isKnown ? this.#now.path : undefined;
  }

  enter(): void {
    this.#outer.push(this.#now);
  }

  leave(): void {
    this.#now = this.#outer.pop() ?? this.#now;
  }

  /** Brackets before a command. */
  open({ all }: Command): void {
    for (const word of all) {
      if (word === "(") this.enter();
      else if (word === ")") this.leave();
      else if (!/^[{}!]$|^[a-z]{2,5}$/.test(word)) return;
    }
  }

  /** @param words of the command, its program first */
  change([name = "", ...own]: readonly string[]): void {
    if (/^popd$/i.test(name)) this.#back();
    if (!/^(?:cd|chdir|pushd|set-location|sl)$/i.test(name)) return;
    const to = own.find((word) => !/^-[A-Za-z]|^--$|^\/d$/i.test(word)) ?? this.#home;
    if (to === "-") return this.#back();
    this.#left.push(this.#now);
    // What is not known is mostly another way to the same repository: `$(git rev-parse --show-toplevel)`.
    if (to === undefined || /[$`]/.test(to)) this.#now = { ...this.#now, isKnown: false };
    else if (/^~(?=$|[\\/])/.test(to) && this.#home) this.#now = { path: join(this.#home, to.slice(1)), isKnown: true };
    else this.#now = { path: resolve(this.#now.path, to), isKnown: this.#now.isKnown || to.startsWith("/") };
  }

  #back(): void {
    this.#now = this.#left.pop() ?? { ...this.#now, isKnown: false };
  }
}

/** Where an agent's shell tool is told to run its command. */
const FOLDERS = [
  "workdir",
  "cwd",
  "working_dir",
  "working_directory",
  "workingDirectory",
  "workDir",
  "dir_path",
  "directory",
];

/** The folder that a tool's command begins in; `undefined` where that cannot be told. */
export function startFolder(input: Json | undefined, cwd: string | undefined): string | undefined {
  const named = isObject(input)
    ? FOLDERS.map((key) => input[key]).find((value) => typeof value === "string" && value !== "")
    : undefined;
  if (typeof named !== "string") return cwd;
  return isAbsolute(named) ? resolve(named) : cwd && resolve(cwd, named);
}
