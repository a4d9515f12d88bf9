import { basename, isAbsolute, join } from "node:path";

import { carriedBy, farPath, filesRead } from "./effects.ts";
import { pathIn, resolvedIn } from "./folders.ts";
import type { Command } from "./parse-shell.ts";
import { columnOf, kindOf } from "./programs.ts";
import type { Redirect } from "./redirections.ts";

/** The files that a script writes, with their text as far as it is known. */
export class WrittenFiles {
  readonly #texts = new Map<string, string[]>();
  /** Copy → original, as long as the script writes nothing else to the copy. */
  readonly #sources = new Map<string, string>();
  readonly #home: string | undefined;

  constructor(home?: string) {
    this.#home = home;
  }

  note(texts: readonly string[], { file, appends }: Redirect, folder: string | undefined): void {
    const path = pathOf(file, folder);
    if (path === undefined) return;
    // A redirection without known text, such as `cat a > b`, does not delete the note that `b` is a copy.
    if (texts.length === 0 && this.#sources.has(path)) return;
    this.#sources.delete(path);
    const before = appends ? this.#texts.get(path) : undefined;
    // Added one by one, because a script may append thousands of texts to one file.
    if (before) for (const text of texts) before.push(text);
    else this.#texts.set(path, [...texts]);
  }

  /** Notes the copies that `cp a b`, `mv a b` and `cat a > b` make. */
  noteCopies({ words, redirects }: Command, folder: string | undefined): void {
    const name = words[0] ?? "";
    const carried = columnOf(name, "carries") === undefined ? undefined : carriedBy(name, words.slice(1));
    if (carried?.target !== undefined)
      for (const source of carried.sources)
        for (const target of [carried.target, join(carried.target, basename(source))])
          this.#noteCopy(source, target, folder);
    if (redirects.length === 0 || kindOf(name) !== "show") return;
    const shown = filesRead(name, words.slice(1)).files;
    if (shown.length === 1) for (const { file } of redirects) this.#noteCopy(shown[0]!, file, folder);
  }

  #noteCopy(source: string, target: string, folder: string | undefined): void {
    // A copy on another machine is noted under its path there, where a later command may start it.
    const there = farPath(target);
    const to = there === undefined ? pathOf(target, folder) : pathIn(this.#home ?? "/", there, this.#home);
    const from = pathOf(source, folder);
    if (from === undefined || to === undefined || from === to) return;
    const texts = this.#texts.get(from);
    if (texts) this.#texts.set(to, [...texts]);
    else this.#texts.delete(to);
    this.#sources.set(to, this.#sources.get(from) ?? from);
  }

  /** The original if the path is a copy; otherwise the path itself. */
  sourceOf(path: string): string {
    return this.#sources.get(path) ?? path;
  }

  /** The text that the script wrote to a file; `undefined` if it did not write the file or the path is unknown. */
  textOf(file: string, folder: string | undefined): string | undefined {
    const path = pathOf(file, folder);
    return path === undefined ? undefined : this.#texts.get(path)?.join("\n");
  }
}

function pathOf(file: string, folder: string | undefined): string | undefined {
  return isAbsolute(file) || folder !== undefined ? resolvedIn(folder ?? "/", file) : undefined;
}
