/** The progress of long work. `total` is 0 if the total is unknown. */
export interface ProgressStep {
  /** The present work in a few words: `Recording files`. */
  readonly doing: string;
  readonly done: number;
  readonly total: number;
  readonly unit: "files" | "bytes";
}

/**
 * Everything that code needs of its process, as a value: `bin/` makes the real one, a test makes its own. Code outside
 * of `bin/` reads arguments, environment, clock and standard streams only through this value.
 */
export interface Io {
  /** Arguments after the program's name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * The user's own environment, if `env` names a temporary folder for state instead of the user's; absent otherwise.
   */
  readonly lasting?: Readonly<Record<string, string | undefined>>;
  /** The process's working directory; the folder of an event is in its own field `cwd`. */
  readonly cwd: string;
  /** The platform as Node spells it: `linux`, `darwin`, `win32`. `arch` is the processor: `x64`, `arm64`. */
  readonly platform: string;
  readonly arch: string;
  readonly pid: number;
  /** The process in whose place this process answers an event, for its parents; absent if it answers for itself. */
  readonly caller?: number;
  /**
   * The command that starts snapveil again, without arguments: the paths of the runtime and of the script; absent if
   * snapveil does not run as a program.
   */
  readonly program?: readonly string[];
  now(): Date;
  /**
   * Milliseconds since the process began or, in a long-lived process, since the event came. The clock is one that
   * nobody can set. Absent if there is no deadline.
   */
  readonly elapsed?: () => number;
  /** Milliseconds of CPU time, user and system, that this process has used; absent if unknown. */
  readonly cpuTime?: () => number;
  /**
   * Milliseconds until the answer to an event is due; 0 or less when it is late. The time in which this process works
   * or waits for other programs is subtracted, but not the time in which a busy machine does not run it. Absent if
   * nobody waits for an answer.
   */
  readonly timeLeft?: () => number;
  /**
   * An estimate of the milliseconds by the clock until `timeLeft` is used up: more than `timeLeft` on a busy machine.
   * Absent if `timeLeft` is absent.
   */
  readonly workLeft?: () => number;
  /**
   * Called when the deadline ended a step whose work goes on nevertheless; a process that answers many events then ends
   * after its answer. Absent in a process that ends anyway.
   */
  readonly leftUnfinished?: () => void;
  /**
   * Leaves the event to a process of its own before any step has run; nobody reads the reply then. Absent in a process
   * that answers one event.
   */
  readonly leaveToOther?: () => void;
  /**
   * Calls `work` when a signal is about to end this process; returns a function that removes the handler. Absent if
   * signals are not handled.
   */
  readonly onSignal?: (work: () => void) => () => void;
  /** Reads standard input to its end, as text. The text is JSON, which blanks may follow. */
  readStdin(): string;
  writeStdout(text: string | Buffer): void;
  writeStderr(text: string): void;
  /**
   * Whether all writes to standard output succeeded; `false` if the program that reads it has closed the pipe. Absent
   * if unknown.
   */
  readonly isRead?: () => boolean;
  /** Whether a person sits at the terminal: both standard input and standard output are terminals. */
  readonly interactive: boolean;
  /**
   * Shows the progress of long work. Code calls it often, so it must be fast. Absent if nobody watches, as in hooks.
   */
  readonly progress?: (step: ProgressStep) => void;
}

/**
 * A copy of `io` in which the members of `other` replace its own. Getters are copied as getters and not called, since
 * `cwd` throws if the folder is gone.
 */
export function worldWith(io: Io, other: Partial<Io>): Io {
  return Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(io), ...Object.getOwnPropertyDescriptors(other) },
  ) as Io;
}

/**
 * The user's home folder, as the environment gives it; `undefined` if no variable gives it or the variable is empty.
 */
export function homeOf(env: Io["env"]): string | undefined {
  return env["HOME"] || env["USERPROFILE"] || undefined;
}
