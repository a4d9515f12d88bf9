/** The progress of a long piece of work. `total` is 0 if nobody knows it. */
export interface ProgressStep {
  /** A few words: `Recording files`. */
  readonly doing: string;
  readonly done: number;
  readonly total: number;
  readonly unit: "files" | "bytes";
}

/**
 * The world, as a value that is handed in: `bin/` makes the real one, a test makes its own.
 * Nothing below `bin/` reads `process`, the clock or the standard streams by another road.
 */
export interface Io {
  /** Arguments after the program's name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The environment that names the lasting folder for state, if `env` names a temporary one. */
  readonly lasting?: Readonly<Record<string, string | undefined>>;
  /** The process's own folder; an event names its own in `cwd`. */
  readonly cwd: string;
  /** The platform as Node spells it: `linux`, `darwin`, `win32`; then the processor: `x64`, `arm64`. */
  readonly platform: string;
  readonly arch: string;
  readonly pid: number;
  /**
   * The words that start this program once more: the runtime's file and the script's, before arguments; absent if it is
   * no program.
   */
  readonly program?: readonly string[];
  now(): Date;
  /**
   * Milliseconds since the process began, or the event came, by a clock that nobody sets; absent if no deadline is
   * kept.
   */
  readonly elapsed?: () => number;
  /**
   * Milliseconds of work that this process has done since the beginning, on whichever processor; absent if nobody can
   * tell.
   */
  readonly cpuTime?: () => number;
  /**
   * Milliseconds of work and of waiting for other programs until the answer to an event is due, none or fewer when it is
   * late; absent if nobody waits.
   */
  readonly timeLeft?: () => number;
  /**
   * Milliseconds by the clock that the remaining work may take on a busy machine: more than `timeLeft`; absent with it.
   */
  readonly workLeft?: () => number;
  /**
   * Does some work when a signal ends this process, before it ends; returns a function that removes the handler. Absent
   * if no signal is seen.
   */
  readonly onSignal?: (work: () => void) => () => void;
  /** The whole of standard input as text, which is JSON: blanks may follow it. Blocks until it ends. */
  readStdin(): string;
  writeStdout(text: string | Buffer): void;
  writeStderr(text: string): void;
  /** Whether everything that was written to standard output was read; absent if nobody can tell. */
  readonly isRead?: () => boolean;
  /** Whether a person sits at the terminal: both standard input and standard output are one. */
  readonly interactive: boolean;
  /** Shows the progress of long work: called often, and cheap; absent if nobody watches, as on the hook path. */
  readonly progress?: (step: ProgressStep) => void;
}

/**
 * A world with other members. Getters that the first one evaluates only when asked (`cwd` may be gone) stay getters.
 */
export function worldWith(io: Io, other: Partial<Io>): Io {
  return Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(io), ...Object.getOwnPropertyDescriptors(other) },
  ) as Io;
}

/** The user's home folder by the environment; an empty name counts as none. */
export function homeOf(env: Io["env"]): string | undefined {
  return env["HOME"] || env["USERPROFILE"] || undefined;
}
