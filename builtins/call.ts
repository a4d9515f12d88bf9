import type { Outcome } from "../agents/codec/outcome.ts";
import type { ReadFile } from "../agents/codec/self-told.ts";
import type { Io } from "../kit/io.ts";
import type { JsonFinding } from "../redactors/doors/finding.ts";
import type { Settings } from "../worktree/doors/settings.ts";
import type { KnownContext } from "../session/known-context.ts";

/** The surroundings that a builtin gets beside the event. */
export interface Call {
  /** The words after the builtin's name, verbatim. */
  readonly args: readonly string[];
  readonly io: Io;
  readonly settings: Settings;
  /**
   * The origin of the request for this builtin: the user (command line, user settings, default profile) or the
   * project's own settings file. A project is not trusted to read files of the user's outside its worktree.
   */
  readonly origin: "user" | "project";
  /** The agent shows the person no notice at this event. */
  readonly dropsNotices?: boolean;
  /**
   * The line names this builtin and no agent, as docker-agent's own builtins are named, and stands in for
   * docker-agent's builtin of this name: that one says nothing.
   */
  readonly standsIn?: boolean;
  /** The texts that the model has in its conversation; absent if everything is told each time. */
  readonly knownContext?: KnownContext | undefined;
  /** Prompt files that the agent reads in the worktree by itself, and that nobody but the default profile names. */
  readonly readByAgent?: readonly ReadFile[];
  /** Whether the builtin that makes checkpoints answers the same event in this process. */
  readonly isRecorded?: boolean;
  /** The agent's answer, for a builtin that runs after all others. */
  readonly answered?: Answered | undefined;
  /** Called, if somebody looks on, with a sentence about a part that could not be judged and so passes. */
  readonly remark?: ((sentence: string) => void) | undefined;
  /** Called, if somebody looks on, with the findings. */
  readonly found?: ((findings: readonly JsonFinding[]) => void) | undefined;
}

/** The answer that the agent gets. */
interface Answered {
  readonly outcome: Outcome;
  /** Canonical events that the payload stands for. */
  readonly canonical: readonly string[];
  /** The id by which `snapveil allow` and the logs know the answer; absent if nothing was refused or taken out. */
  readonly id?: string | undefined;
}

/**
 * A whole number above zero and below 2^63 in decimal digits, a plus sign allowed: `7`, `+4`, `007`. Blanks, fractions
 * and other bases are refused. Above 2^53 it is the nearest number that there is.
 */
export function parsePositive(text: string | undefined): number | undefined {
  if (text === undefined || !/^\+?\d+$/.test(text)) return undefined;
  const value = BigInt(text);
  return value > 0n && value < 1n << 63n ? Number(value) : undefined;
}
