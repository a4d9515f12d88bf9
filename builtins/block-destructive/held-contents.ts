import { resolve } from "node:path";

import { ENVIRONMENT, filesChanged, holdsEnvironment, marksIn, printsEnvironment } from "../../shell/doors/effects.ts";
import { quotesIn } from "../../shell/doors/code.ts";
import { kindOf } from "../../shell/doors/programs.ts";
import type { CommandView } from "./rule.ts";

/**
 * The files to which commands of the call have written the environment or the content of files of secrets so far, and
 * copies of these files.
 */
export class HeldContents {
  /** Path → marks of the contents. */
  readonly #held = new Map<string, readonly string[]>();

  /**
   * Notes the files that a command writes. @param read the marks of the files of secrets that the command reads
   * @param named the marks of those that it names, which each file that it makes may hold
   */
  note(view: CommandView, read: string | undefined, named: string | undefined): void {
    const { own, fed, writes, appends, folder, elsewhere } = view;
    if (elsewhere) return;
    const marks = [...givenTo(view), ...marksIn([...own, ...fed]), ...(read === undefined ? [] : [read])];
    if (this.#held.size > 0) for (const word of [...own, ...view.piped]) marks.push(...this.of(word, folder));
    if (named !== undefined) for (const file of madeBy(view)) this.#held.set(resolve(folder ?? "/", file), [named]);
    if (marks.length === 0) return;
    const { target } = view.carried ?? {};
    const changed = filesChanged(view.name, own).writes;
    for (const file of [...writes, ...appends, ...changed, ...(target === undefined ? [] : [target])])
      this.#held.set(resolve(folder ?? "/", file), marks);
  }

  /**
   * The marks of what a file holds. A compressed copy holds the same: `gzip env.txt` creates `env.txt.gz`.
   */
  of(word: string, folder: string | undefined): readonly string[] {
    if (this.#held.size === 0 || word.startsWith("-")) return NONE;
    const path = resolve(folder ?? "/", word);
    // The beginnings of a path are few, and a long script holds thousands of copies.
    const found = new Set(this.#held.get(path));
    for (let at = 1; at < path.length; at++)
      if (path[at] === "." || path[at] === "/")
        for (const mark of this.#held.get(path.slice(0, at)) ?? NONE) found.add(mark);
    return [...found];
  }
}

/** The words of a command, and of its code, that may be files which it makes: those that do not exist yet. */
function madeBy({ name, own, fed, isThere }: CommandView): readonly string[] {
  const isCode = kindOf(name) === "code";
  const words = isCode ? [...own, ...fed].flatMap((code) => [...quotesIn(code)].map(({ text }) => text)) : own;
  return words.filter((word) => /^[\w./~-]+$/.test(word) && !word.startsWith("-") && !isThere(word));
}

const NONE: readonly string[] = [];

/** The mark of the environment, if a command prints it or gets it by a path in `/proc`. */
function givenTo({ name, own, fed }: CommandView): readonly string[] {
  return own.some(holdsEnvironment) || fed.some(holdsEnvironment) || printsEnvironment(name, own) ? [ENVIRONMENT] : [];
}
