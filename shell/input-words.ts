import type { Budget } from "./budget.ts";
import { SOME } from "./found-by.ts";
import { operandsOf } from "./parse-options.ts";
import type { Command } from "./parse-shell.ts";

interface Look {
  /** The names that `find` prints for its arguments. */
  names(find: readonly string[]): readonly string[];
  /** The path of a word in the folder of the command. */
  pathOf(word: string): string;
}

/** Puts the words that a command reads from its input into its words, as `xargs` and `find -exec` do. */
export class InputWords {
  readonly #budget: Budget;
  readonly #look: Look;
  /** The names that stand in the place of `{}`. */
  #found: readonly string[] = [];

  constructor(budget: Budget, look: Look) {
    this.#budget = budget;
    this.#look = look;
  }

  /** Notes the names that a command finds. */
  noteFound({ found }: Command): void {
    if (found) this.#found = this.#look.names(found);
  }

  /**
   * The command's words together with the words that it reads from its input, which are appended or replace `{}`.
   * @param fed the known texts of the command's input
   * @param before the command that is piped into it
   */
  filled(command: Command, fed: readonly string[], before?: Command): readonly string[] {
    const { words, readsWords, found } = command;
    const takes = readsWords ?? isPiped(words);
    const isPlaced = words.some((word) => word.includes("{}"));
    if (!takes && !isPlaced && !found) return words;
    const read = takes ? fed.flatMap((text) => text.split(/[\s\0]+/)).filter((word) => word !== "") : [];
    if (found) this.noteFound(command);
    else if (isPlaced && read.length > 0) this.#found = read;
    if (!isPlaced) return read.length > 0 ? [...words, ...read] : words;
    return words.flatMap((word) =>
      word.includes("{}") && this.#found.length > 0 ? this.#inPlace(word, before) : [word],
    );
  }

  #inPlace(word: string, before: Command | undefined): readonly string[] {
    this.#budget.spend(word.length * this.#found.length);
    this.#budget.spendOn(this.#found);
    // In `ls FOLDER | xargs rm FOLDER/{}` `xargs` puts the names from `ls` behind the listed folder, so the word
    // becomes `FOLDER/*`, all files of the folder.
    const { pathOf } = this.#look;
    const lister = /^(?:ls|dir)$/.test(before?.words[0] ?? "") ? operandsOf(before!.words.slice(1)) : [];
    const listed = lister.map((folder) => `${pathOf(folder).replace(/\/$/, "")}/${SOME}`);
    const isListed = listed.includes(pathOf(word));
    return this.#found.map((one) => word.replaceAll("{}", () => (one === SOME && isListed ? "*" : one)));
  }
}

/**
 * Whether a command is a deletion of PowerShell without a path, which deletes the files in its input: `gci build | ri
 * -r`.
 */
function isPiped(words: readonly string[]): boolean {
  if (!/^(?:ri|rm|del|rd|erase|remove-item)$/i.test(words[0] ?? "")) return false;
  return words.slice(1).every((word) => /^-[a-z]/i.test(word));
}
