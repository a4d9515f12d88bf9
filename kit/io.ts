/** The progress of long work. `total` is 0 if it is unknown. */
export interface ProgressStep {
  /** A few words: `Recording files`. */
  readonly doing: string;
  readonly done: number;
  readonly total: number;
  readonly unit: "files" | "bytes";
}

/**
 * The process's surroundings as a value: `bin/` makes the real one, a test makes its own. Code outside of `bin/` reads
 * arguments, environment, clock and standard streams only through it.
 */
export interface Io {
  /** Arguments after the program's name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The real environment, if `env` names a temporary folder for state; absent otherwise. */
  readonly lasting?: Readonly<Record<string, string | undefined>>;
  /** The process's working directory; the folder of an event is in its own field `cwd`. */
  readonly cwd: string;
  /** The platform as Node spells it: `linux`, `darwin`, `win32`. `arch` is the processor: `x64`, `arm64`. */
  readonly platform: string;
  readonly arch: string;
  readonly pid: number;
  /**
   * The command that starts snapveil again, without arguments: the paths of the runtime and of the script; absent if
   * snapveil does not run as a program.
   */
  readonly program?: readonly string[];
  now(): Date;
  /**
   * Milliseconds since the process began or, in a long-lived process, since the event came, by a clock that nobody
   * sets; absent if there is no deadline.
   */
  readonly elapsed?: () => number;
  /** Milliseconds of CPU time, user and system, that this process has used; absent if unknown. */
  readonly cpuTime?: () => number;
  /**
   * Milliseconds until the answer to an event is due; 0 or less when it is late. Work and waiting for other programs
   * count, but no time in which a busy machine does not run this process. Absent if nobody waits for an answer.
   */
  readonly timeLeft?: () => number;
  /**
   * Milliseconds by the clock until `timeLeft` is used up: more than `timeLeft` on a busy machine. Absent if `timeLeft`
   * is.
   */
  readonly workLeft?: () => number;
  /**
   * Calls `work` when a signal is about to end this process; returns a function that removes the handler. Absent if
   * signals are not handled.
   */
  readonly onSignal?: (work: () => void) => () => void;
  /** Reads standard input to its end, as text. The text is JSON, which blanks may follow. */
  readStdin(): string;
  writeStdout(text: string | Buffer): void;
  writeStderr(text: string): void;
  /** Whether all writes to standard output succeeded: `false` if the reader has closed the pipe. Absent if unknown. */
  readonly isRead?: () => boolean;
  /** Whether a person sits at the terminal: both standard input and standard output are terminals. */
  readonly interactive: boolean;
  /**
   * Shows the progress of long work. It is called often, so it must be cheap; absent if nobody watches, as in hooks.
   */
  readonly progress?: (step: ProgressStep) => void;
}

/** A copy of `io` with other members. Getters are copied as getters, since `cwd` fails if the folder is gone. */
export function worldWith(io: Io, other: Partial<Io>): Io {
  return Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(io), ...Object.getOwnPropertyDescriptors(other) },
  ) as Io;
}

/** The user's home folder by the environment; `undefined` if no variable names it or the name is empty. */
export function homeOf(env: Io["env"]): string | undefined {
  return env["HOME"] || env["USERPROFILE"] || undefined;
}
