import type { Outcome } from "../agents/codec/outcome.ts";
import type { ReadFile } from "../agents/codec/self-told.ts";
import type { Io } from "../kit/io.ts";
import type { JsonFinding } from "../redactors/doors/finding.ts";
import type { Settings } from "../worktree/doors/settings.ts";
import type { KnownContext } from "../session/known-context.ts";

/** The arguments, settings and surroundings that a builtin gets with an event. */
export interface Call {
  /** The words behind the builtin's name, verbatim. */
  readonly args: readonly string[];
  readonly io: Io;
  readonly settings: Settings;
  /**
   * Who named this builtin: the user (command line, user settings, default profile) or the project's settings file. A
   * project must not read files of the user's outside of its worktree.
   */
  readonly origin: "user" | "project";
  /** The agent shows the user no notice at this event. */
  readonly dropsNotices?: boolean;
  /** The agent passes no text to the model at this event. */
  readonly isUnheard?: boolean;
  /**
   * The registered command line names this builtin but no agent, as in docker-agent's settings. snapveil's builtin then
   * runs instead of docker-agent's own builtin of that name.
   */
  readonly standsIn?: boolean;
  /** The texts that the model already has in its conversation; absent if each text is told every time. */
  readonly knownContext?: KnownContext | undefined;
  /**
   * Prompt files in the worktree that the agent itself reads. Only set if no settings name prompt files, only the
   * default profile.
   */
  readonly readByAgent?: readonly ReadFile[];
  /** Whether `snapshot` answers the same event in this process. */
  readonly isRecorded?: boolean;
  /** Whether a guard has refused the event, and the agent heeds that. */
  readonly isRefused?: boolean;
  /** The answer to the agent, for a builtin that runs after all others. */
  readonly answered?: Answered | undefined;
  /** If set, the builtin calls it with a sentence about each part that passes because it could not be judged. */
  readonly remark?: ((sentence: string) => void) | undefined;
  /** If set, the builtin calls it with its findings. */
  readonly found?: ((findings: readonly JsonFinding[]) => void) | undefined;
}

/** The answer to the agent. */
interface Answered {
  readonly outcome: Outcome;
  /** The canonical events that the payload stands for. */
  readonly canonical: readonly string[];
  /** The id of the answer in `snapveil allow` and the logs; absent if nothing was refused or redacted. */
  readonly id?: string | undefined;
}

/**
 * Parses a whole number above zero and below 2^63 in decimal digits, with or without a plus sign: `7`, `+4`, `007`.
 * `undefined` for any other text: blanks, fractions, other bases. A number above 2^53 is rounded to the nearest double.
 */
export function parsePositive(text: string | undefined): number | undefined {
  if (text === undefined || !/^\+?\d+$/.test(text)) return undefined;
  const value = BigInt(text);
  return value > 0n && value < 1n << 63n ? Number(value) : undefined;
}
