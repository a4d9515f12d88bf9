import type { JsonObject } from "../../kit/json.ts";
import type { Dialect } from "./dialect.ts";
import type { Evidence } from "./evidence.ts";
import type { Samples } from "./samples.ts";

/**
 * How a payload without `--agent` tells whose it is. An agent that says none of this is answered as itself only where
 * `--agent` names it.
 */
interface Recognition {
  /**
   * Whether nobody but this agent sends such a payload. Agents are asked in the order of the registry, so two of them
   * must never claim the same one.
   */
  readonly owns?: (raw: JsonObject, wireName: string, env: Environment) => boolean;
  /** A variable that it sets for its hooks. Counts only where nobody owns a payload that looks like Claude Code's. */
  readonly variable?: string;
  /** Whether a payload that nobody owns is rather this agent's than one of those after it in the registry. */
  readonly resembles?: (raw: JsonObject, wireName: string) => boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** What is known of an agent beside its dialect. */
export interface Facts extends Recognition {
  readonly evidence: Evidence;
  /** Absent where hooks cannot be registered with it. */
  readonly samples?: Samples;
}

/** All that is known of one agent but how hooks are registered with it, which is its `Installer`. */
export interface Agent extends Dialect, Facts {}
