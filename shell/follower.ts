import type { Command, Pipeline } from "./parse-shell.ts";
import type { Redirect } from "./redirections.ts";

/** Receives each command of a script. A list of texts is the known part of an input or an output, in pieces. */
export interface Follower {
  /**
   * A command that runs no script, with the values of known variables and `$(…)` in its words.
   * @param fed the known texts of the command's input
   * @param place the command's index in the pipeline
   * @param isTaken the command's output becomes a part of a word: `$(…)`
   * @returns the command's output
   */
  command(
    command: Command,
    fed: readonly string[],
    pipeline: Pipeline,
    place: number,
    isTaken: true | undefined,
  ): readonly string[];
  /** A command that runs scripts, each of which is followed after this call: `bash -c '…'`, `echo … | sh`. */
  scripts?(command: Command, scripts: readonly string[], pipeline: Pipeline, place: number): void;
  /** The text of a file that a command reads and that becomes words; `undefined` if it is not known. */
  textOf?(file: string, command: Command): string | undefined;
  /** Output of a command, a group or a script that goes into a file. `command` is absent for groups and scripts. */
  output?(texts: readonly string[], target: Redirect, command?: Command): void;
  /**
   * A script inside the script begins or ends. @param isHere the script's `cd` has an effect after its end, as in
   * `eval` and in a function; else it has none
   */
  inner?(does: "begin" | "end", isHere: boolean): void;
}
