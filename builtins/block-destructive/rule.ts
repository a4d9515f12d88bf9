import type { DiskView } from "../../kit/disk-view.ts";
import type { Carried } from "../../shell/doors/effects.ts";
import type { Repository } from "../../worktree/doors/worktree.ts";
import type { PathTarget } from "./places.ts";
import type { ChangedFiles, Elsewhere, Targets } from "./targets.ts";

/**
 * The levels of harm. `catastrophic`: nobody wants it. `unrecorded`: somebody may want it, but the loss cannot be
 * undone. `all`: the harm can be undone, or nothing is lost (for instance, a machine is stopped).
 */
export const LEVELS = ["catastrophic", "unrecorded", "all"] as const;
export type Level = (typeof LEVELS)[number];

/** Stands in the advice of a rule with `discards` for the folder of the repository. */
export const HERE = "FOLDER";

/** The arguments of `block_destructive`. */
export interface Wanted {
  readonly level: Level;
  /** The verdict; absent: a catastrophic command is denied, any other one is asked about. */
  readonly verdict?: "ask" | "deny";
}

/** A file of secrets of which a command passes something on. */
interface PassedSecret {
  readonly path: string;
  /** Only values that a search named, not the whole content. */
  readonly isPicked: boolean;
}

/** A command as rules see it: without its wrappers, with the known values of variables and input. */
export interface CommandView {
  /** The program's name without its folder, in lower case. */
  readonly name: string;
  /** The program as the script writes it, with its folder. */
  readonly called: string;
  readonly own: readonly string[];
  /** Variables that are set for the command alone: `NAME=value`. */
  readonly assigned: readonly string[];
  /** The value of a variable for the command; `undefined` if it is unknown. */
  variable(name: string): string | undefined;
  /**
   * Whether a variable may have a value that is not known: the call may set it, or a script within the call runs the
   * command.
   */
  mayBeSet(name: string): boolean;
  /** The known texts of the command's input. */
  readonly fed: readonly string[];
  /** Files that the command's output replaces. */
  readonly writes: readonly string[];
  /** Files to which the command's output is appended. */
  readonly appends: readonly string[];
  /** The names of all programs in the command's pipeline. */
  readonly pipeline: readonly string[];
  /** The words of the commands before this one in its pipeline, and the files that these and this one read. */
  readonly piped: readonly string[];
  /** The arguments of the `find` that finds the command's files; `undefined` if no `find` does. */
  readonly searched: readonly string[] | undefined;
  /** The command gets further words from its input, as with `xargs`. */
  readonly takesWords: boolean;
  readonly home: string | undefined;
  /** The folder in which the command runs; `undefined` if it is unknown. */
  readonly folder: string | undefined;
  /** The other machine or the container in which the command runs; absent: this machine. */
  readonly elsewhere?: Elsewhere | undefined;
  /** The top of the worktree in which the agent works. */
  readonly worktree: string | undefined;
  /** Whether the script defines a function with the program's name. */
  readonly isFunction: boolean;
  /** The targets of words that name files. One word may mean several files. */
  places(words: readonly string[]): readonly PathTarget[];
  /** The repository of a folder, by default of the folder in which the command runs; `undefined` on other machines. */
  repository(folder?: string): Repository | undefined;
  /** Whether a word names a file that an earlier command of the script downloaded. */
  isLoaded(word: string): boolean;
  /** The addresses to which the command and earlier ones of the call sent requests. */
  readonly requested: readonly string[];
  /** The command passes its input from this machine to another one: `… | ssh host 'cat > x'`. */
  readonly isLeaving: boolean;
  /** Marks of the environment and of files of secrets that the call has written to the file which a word names. */
  contentsOf(word: string): readonly string[];
  /** The files of secrets whose content stands in texts, by its marks. */
  secretsIn(texts: readonly string[]): readonly PassedSecret[];
  /** The file of secrets whose variables an earlier command of the call has set last; `undefined`: none. */
  readonly loaded: string | undefined;
  /** The mark of the files of secrets that the command itself reads and passes on. */
  readonly reads: string | undefined;
  /** An earlier command of the call opened a connection to another machine: `exec 3<>/dev/tcp/HOST/PORT`. */
  readonly isConnected: boolean;
  /** Whether earlier commands of the call created a path, or a folder above it. */
  isMadeByCall(path: string): boolean;
  /** Whether earlier commands of the call may have moved files to a path; `true` also for a command on another machine, or with the rights of another user. */
  mayBeFilled(path: string): boolean;
  /** Whether a path holds, or lies in, files that earlier commands of the call moved into the worktree. */
  isBroughtByCall(path: string): boolean;
  /** The context of a cluster that an earlier command of the call selected. */
  readonly chosenContext?: string | undefined;
  /** Whether an earlier command of the call has printed the user's planned jobs: `crontab -l`. */
  readonly hasJobs: boolean;
  /** Whether the file that a word names exists. */
  isThere(word: string): boolean;
  readonly disk: DiskView;
  /** The files that the command copies, moves or mirrors; `undefined` for any other command. */
  readonly carried: Carried | undefined;
  /** The files that the command deletes, replaces or empties, redirections included. */
  readonly changed: ChangedFiles;
}

/**
 * A part of git's state that a command takes away from the repository of `folder`; `""` means the folder in which the
 * command runs.
 */
export interface NotedLoss {
  readonly folder: string;
  /**
   * `refs`: refs and stashes. `reflogs`: commits that are only in reflogs. `worktree`: the linked worktree at `path`.
   */
  readonly what: "refs" | "reflogs" | "worktree";
  readonly path?: string;
}

export interface HarmRule {
  /** The rule's name in settings and replies. */
  readonly name: string;
  readonly level: Level;
  /** Names of programs, separated by blanks; `*`: any program. */
  readonly programs: string;
  /**
   * For a rule of any program: it also applies to a program that only prints, if its output replaces a file
   * (`"replaced"`), or replaces or appends to one (`"any"`).
   */
  readonly byRedirection?: "replaced" | "any";
  /**
   * Words for the gate, which drops most calls before any rule is loaded. One pattern: it matches a part of every
   * script to which the rule can apply. Several patterns: the build finds the words without which none of them matches.
   * Empty: the names of the programs and the columns of the table of programs suffice.
   */
  readonly words: RegExp | readonly RegExp[];
  /** The harm, as the rest of a sentence that begins with the command: "deletes …". */
  readonly does: string;
  /** Advice for the model how to reach its goal without the harm, as a sentence. */
  readonly instead: string;
  matches(view: CommandView): boolean;
  /**
   * For a loss of changes to files that a checkpoint can hold: the folder in whose repository the command works (`""`:
   * the folder in which it runs), and whether it changes the whole worktree. `undefined`: no checkpoint can hold the
   * loss.
   */
  readonly recorded?: (view: CommandView) => { readonly folder: string; readonly isWhole: boolean } | undefined;
  /**
   * Files that the command deletes or replaces. The rule applies only if one of these files cannot be restored.
   * `undefined`: the rule applies whatever the files are.
   */
  readonly targets?: (view: CommandView) => Targets | undefined;
  /** `targets` is used only if a checkpoint is made before the call; else the rule applies whatever the files are. */
  readonly targetsIfRecorded?: true;
  /** The rule applies only while checkpoints fail or are late. */
  readonly onlyIfUnrecorded?: true;
  /** Words that may name files which the command sends. The rule applies only if one of these is a file of secrets. */
  readonly sends?: (view: CommandView) => readonly string[];
  /** Files that the command harms, without a look at these. */
  readonly harms?: (view: CommandView) => readonly string[];
  /**
   * Addresses from which the command has what it runs. The rule applies only if the project knows one of the publishers
   * of these not, or if there is no address.
   */
  readonly fetches?: (view: CommandView) => readonly string[];
  /**
   * The folder whose repository loses changes, relative to the folder in which the command runs. The rule applies only
   * if the repository has changes.
   */
  readonly discards?: (view: CommandView) => string;
  /**
   * The part of git's state that the command takes away, if it can be returned from a note that is made before the
   * call.
   */
  readonly noted?: (view: CommandView) => NotedLoss | undefined;
  /**
   * Full names of branches and tags that the command deletes. The rule applies only if no other ref contains their
   * commits.
   */
  readonly refs?: (view: CommandView) => readonly string[];
}
