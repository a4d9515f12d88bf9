import { resolve } from "node:path";

import { ENVIRONMENT, filesChanged, holdsEnvironment, marksIn, printsEnvironment } from "../../shell/doors/effects.ts";
import type { CommandView } from "./rule.ts";

/**
 * The files to which commands of the call have written the environment or the content of files of secrets so far, and
 * copies of these files.
 */
export class HeldContents {
  /** Path → marks of the contents. */
  readonly #held = new Map<string, readonly string[]>();

  /** Notes the files that a command writes. @param read the mark of the files of secrets that the command reads */
  note(view: CommandView, read: string | undefined): void {
    const { own, fed, writes, appends, folder, elsewhere } = view;
    if (elsewhere) return;
    const marks = [...givenTo(view), ...marksIn([...own, ...fed]), ...(read === undefined ? [] : [read])];
    if (this.#held.size > 0) for (const word of [...own, ...view.piped]) marks.push(...this.of(word, folder));
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
    return [...this.#held].flatMap(([one, marks]) =>
      path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}/`) ? marks : [],
    );
  }
}

const NONE: readonly string[] = [];

/** The mark of the environment, if a command prints it or gets it by a path in `/proc`. */
function givenTo({ name, own, fed }: CommandView): readonly string[] {
  return own.some(holdsEnvironment) || fed.some(holdsEnvironment) || printsEnvironment(name, own) ? [ENVIRONMENT] : [];
}
