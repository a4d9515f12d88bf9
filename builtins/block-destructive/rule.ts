import type { DiskView } from "../../kit/disk-view.ts";
import type { Carried } from "../../shell/doors/effects.ts";
import type { Repository } from "../../worktree/doors/worktree.ts";
import type { PathTarget } from "./places.ts";
import type { ChangedFiles, Elsewhere, Targets } from "./targets.ts";

/**
 * `catastrophic`: nobody means it. `unrecorded`: nothing brings the loss back, but somebody may mean it. `all`: there
 * is a way back, or the harm is another one.
 */
export const LEVELS = ["catastrophic", "unrecorded", "all"] as const;
export type Level = (typeof LEVELS)[number];

/** The arguments of `block_destructive`. */
export interface Wanted {
  readonly level: Level;
  /** The verdict; absent: a catastrophe is denied, and anything else asked about. */
  readonly verdict?: "ask" | "deny";
}

/** A command as rules see it: unwrapped, with known variables and input. */
export interface CommandView {
  /** The program without its folder, in small letters. */
  readonly name: string;
  /** The program as it is written, with its folder. */
  readonly called: string;
  readonly own: readonly string[];
  /** Variables that are set for the command alone: `NAME=value`. */
  readonly assigned: readonly string[];
  /** The value of a variable that the command sees, as far as that is known. */
  variable(name: string): string | undefined;
  /** The known part of the command's input. */
  readonly fed: readonly string[];
  /** Files that the command's output replaces. */
  readonly writes: readonly string[];
  /** Files that the command's output is put behind. */
  readonly appends: readonly string[];
  /** The commands of the command's pipeline, by their programs' names. */
  readonly pipeline: readonly string[];
  /**
   * The words of the commands that stand before this one in the pipeline, and the files that they and this one are fed.
   */
  readonly piped: readonly string[];
  readonly home: string | undefined;
  /** The command's folder; `undefined` if that is not known. */
  readonly folder: string | undefined;
  /** The other machine or the container in which the command runs. */
  readonly elsewhere?: Elsewhere | undefined;
  /** The top of the worktree that the agent works in. */
  readonly worktree: string | undefined;
  /** Whether a function of the script's own has this name. */
  readonly isFunction: boolean;
  /** The places of words that name files; one word may stand for several. */
  places(words: readonly string[]): PathTarget[];
  /** The repository of a folder, without one of the folder that the command runs in; `undefined` on other machines. */
  repository(folder?: string): Repository | undefined;
  /** Whether a word names a file that the script has just loaded. */
  isLoaded(word: string): boolean;
  /** The command takes its input from one machine to another one: `… | ssh host 'cat > x'`. */
  readonly isLeaving: boolean;
  /** Whether a word names a file into which the call put the environment. */
  holdsEnvironment(word: string): boolean;
  /** Whether earlier commands of the call made a path, or a folder above it, that did not exist before. */
  isMadeByCall(path: string): boolean;
  /** Whether a path holds, or lies in, what earlier commands of the call moved there from outside of the worktree. */
  isBroughtByCall(path: string): boolean;
  /** The context of a cluster that an earlier command of the call chose. */
  readonly chosenContext?: string | undefined;
  /** Whether a word names an existing thing. */
  isThere(word: string): boolean;
  readonly disk: DiskView;
  /** The files that the command takes from one place to another. */
  readonly carried: Carried | undefined;
  /** The files that the command changes, and those that its output replaces. */
  readonly changed: ChangedFiles;
}

export interface HarmRule {
  /** The rule's name in settings and replies. */
  readonly name: string;
  readonly level: Level;
  /** Names of programs between blanks; `*`: any. */
  readonly programs: string;
  /**
   * For a rule of any program: it holds also for a program that only prints, by a file that its output replaces, or
   * (`any`) is added to as well.
   */
  readonly byRedirection?: "replaced" | "any";
  /**
   * For the gate, which looks for words before any rule is loaded: a pattern of words that stand in every script that
   * the rule can match; or patterns from which the build takes such words. None if the names of programs and the
   * table's columns say it.
   */
  readonly words: RegExp | readonly RegExp[];
  /** The harm, as a sentence goes on behind the command: "deletes …". */
  readonly does: string;
  /** Another way for the model, as a sentence. */
  readonly instead: string;
  matches(view: CommandView): boolean;
  /**
   * For a change to files that checkpoints hold: the folder whose repository the command works on (`""`: its own), and
   * whether all of the worktree is meant.
   */
  readonly recorded?: (view: CommandView) => { readonly folder: string; readonly isWhole: boolean } | undefined;
  /**
   * Files that the command takes away or replaces: the rule holds only for files that nothing brings back. `undefined`:
   * the command alone decides.
   */
  readonly targets?: (view: CommandView) => Targets | undefined;
  /** The files count only if the state before the call is recorded; else the command alone decides. */
  readonly targetsIfRecorded?: true;
  /** The rule holds only while recording fails or rests. */
  readonly onlyIfUnrecorded?: true;
  /** Words that name files which the command sends: the rule holds only if one of these is a file of secrets. */
  readonly sends?: (view: CommandView) => readonly string[];
  /** The folder, from the command's own, whose repository loses its changes: the rule holds only if there are some. */
  readonly discards?: (view: CommandView) => string;
  /**
   * Branches and tags that the command deletes, by their full names: the rule holds only if no other reference has
   * their commits.
   */
  readonly refs?: (view: CommandView) => readonly string[];
}
