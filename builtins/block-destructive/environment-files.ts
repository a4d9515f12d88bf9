import { resolve } from "node:path";

import { filesChanged, holdsEnvironment, printsEnvironment } from "../../shell/doors/effects.ts";
import type { CommandView } from "./rule.ts";

/** The files to which commands of the call have written the environment so far, and copies of these files. */
export class EnvironmentFiles {
  readonly #paths = new Set<string>();

  note(view: CommandView): void {
    const { name, own, fed, writes, appends, folder, elsewhere } = view;
    if (elsewhere) return;
    const isGiven = own.some(holdsEnvironment) || fed.some(holdsEnvironment) || printsEnvironment(name, own);
    if (!isGiven && (this.#paths.size === 0 || ![...own, ...view.piped].some((word) => this.has(word, folder)))) return;
    const { target } = view.carried ?? {};
    const files = [...writes, ...appends, ...filesChanged(name, own).writes, ...(target === undefined ? [] : [target])];
    for (const file of files) this.#paths.add(resolve(folder ?? "/", file));
  }

  /**
   * Whether a word names a file that holds the environment, or a compressed copy: `gzip env.txt` creates `env.txt.gz`.
   */
  has(word: string, folder: string | undefined): boolean {
    if (this.#paths.size === 0 || word.startsWith("-")) return false;
    const path = resolve(folder ?? "/", word);
    return [...this.#paths].some((one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}/`));
  }
}
