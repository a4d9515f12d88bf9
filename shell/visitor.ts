import type { AliasOf } from "./git-aliases.ts";
import type { Command, Pipeline } from "./parse-shell.ts";

/** A command of a call with its surroundings. Its words include those that `xargs` reads and `find` inserts. */
export interface CallCommand extends Command {
  /** The folder in which the command runs; after a `cd` with an unknown word, the folder before that `cd`. */
  readonly folder: string;
  /** The folder in which the command runs; `undefined` after a `cd` with an unknown word. */
  readonly known: string | undefined;
  /** Texts of the command's input, as far as they are known. */
  readonly input: readonly string[];
  /** The command's output goes into a word, another command or a file, not to the terminal. */
  readonly isTaken: boolean;
  /** The command's output goes into a word: `$(…)`. */
  readonly isInWord: boolean;
  readonly pipeline: Pipeline;
  /** The value of a variable when the command runs; `undefined` if it is not known. */
  variable(name: string): string | undefined;
}

/** The surroundings of a command. */
type AtPlace = Omit<CallCommand, keyof Command>;

/**
 * Joins a command with its surroundings. The keys are written out, because a long script has tens of thousands of
 * commands and a copy by `...` takes ten times as long.
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

/** Receives each command of a script. */
export interface Visitor {
  /** @returns the command's output; `undefined` if it shall be derived from the command's words */
  command(command: CallCommand): readonly string[] | void;
  /** A text that a command prints in addition to its output, if that goes into a word, another command or a file. */
  readonly adds?: ((command: CallCommand) => string | undefined) | undefined;
  /**
   * A command has scripts of its own, which are followed after this call.
   * @returns the folder in which these scripts begin, if they run on another machine or in a container
   */
  opens?(command: Command, scripts: readonly string[], pipeline: Pipeline, known: string | undefined): Start | void;
  /**
   * A command runs a file.
   * @param path the file; for a copy that the script made, also on another machine, the original
   * @param written the text that the script itself wrote to the file; `undefined` if it did not write the file
   * @param isCopy whether the script made a copy of the file at `path`, and the command runs the copy
   * @returns the text to follow as a script; `undefined` to follow none. Without this method, only files that the
   * script wrote are followed
   */
  starts?(path: string, written: string | undefined, command: Command, isCopy: boolean): string | undefined;
  /**
   * A command reads a file whose text becomes words, such as a list of paths for `xargs`; the parameters are those of
   * `starts`. The text may be a mark. Without this method, only files that the script wrote are read.
   */
  shows?(path: string, written: string | undefined, command: Command, isCopy: boolean): string | undefined;
  /**
   * A script takes in another file as a part of itself: an imported module, an included file of recipes. The parameters
   * are those of `starts`, but no script begins by this call. Without this method, only files that the script wrote
   * are read.
   */
  includes?(path: string, written: string | undefined, command: Command, isCopy: boolean): string | undefined;
  /**
   * Returns the committed text of a file of recipes. Recipes in this text are not followed, because the user accepted
   * them.
   */
  readonly committed?: ((path: string) => string | undefined) | undefined;
  /** A script inside the script begins or ends. */
  inner?(does: "begin" | "end"): void;
  /** The name of a command's program is in an unknown variable or substitution. */
  unnamed?(): void;
  /** The names that a `find` may find. Without this method they are the patterns of `foundBy`. */
  found?(own: readonly string[]): readonly string[];
  /**
   * Git aliases of the user's and repository's settings. Without this method, only aliases that the script sets are
   * known.
   */
  readonly alias?: AliasOf | undefined;
}

export interface Start {
  readonly folder: string | undefined;
}
