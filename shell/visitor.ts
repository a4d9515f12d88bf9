import type { AliasOf } from "./git-aliases.ts";
import type { Command, Pipeline } from "./parse-shell.ts";

/** A command at its place, with the words that `xargs` reads and `find` puts in. */
export interface CallCommand extends Command {
  /** The folder in which the command runs, as far as the script's own words tell. */
  readonly folder: string;
  /** The folder in which the command runs; `undefined` behind a `cd` whose word is not known. */
  readonly known: string | undefined;
  /** The known part of the command's input. */
  readonly input: readonly string[];
  /** The command's output goes into a word, into another command or into a file. */
  readonly isTaken: boolean;
  /** The output goes into a word: `$(…)`. */
  readonly isInWord: boolean;
  readonly pipeline: Pipeline;
  /** The value of a variable at this place, if it is known. */
  variable(name: string): string | undefined;
}

/** The state of the walk at a command. */
type AtPlace = Omit<CallCommand, keyof Command>;

/**
 * A command with its place. Written out, as a long script has tens of thousands of commands: a copy by `...` takes ten
 * times as long.
 */
export function commandAt(command: Command, words: readonly string[], at: AtPlace): CallCommand {
  const { all, redirects, reads, fed, script, assigned, taken, readsWords, found, wordFiles } = command;
  const { folder, known, input, isTaken, isInWord, pipeline, variable } = at;
  return {
    all,
    redirects,
    reads,
    fed,
    words,
    script,
    assigned,
    taken,
    readsWords,
    found,
    wordFiles,
    folder,
    known,
    input,
    isTaken,
    isInWord,
    pipeline,
    variable,
  };
}

/** Gets each command of a call. */
export interface Visitor {
  /** @returns the command's output, if that is not to be guessed from its words */
  command(command: CallCommand): readonly string[] | void;
  /**
   * A command has scripts of its own, which are followed next.
   * @returns the folder in which the scripts begin, if they run on another machine or in a container
   */
  opens?(command: Command, scripts: readonly string[], pipeline: Pipeline, known: string | undefined): Start | void;
  /**
   * A command runs a file.
   * @param written the text that the call itself wrote to the file; `undefined` if it did not write the file
   * @returns the file's text, if it is to be followed; absent: only files that the call wrote are
   */
  starts?(path: string, written: string | undefined, command: Command): string | undefined;
  /** The text of a file as it was committed, whose recipes somebody meant. */
  readonly committed?: ((path: string) => string | undefined) | undefined;
  /** A script of a command begins or ends. */
  inner?(does: "begin" | "end"): void;
  /** A command's name is in a variable of which nothing is known. */
  unnamed?(): void;
  /** The names that a `find` may come upon; absent: patterns, as `foundBy` gives them. */
  found?(own: readonly string[]): readonly string[];
  /** The settings' aliases of git; absent: only those of the script are known. */
  readonly alias?: AliasOf | undefined;
}

export interface Start {
  readonly folder: string | undefined;
}
