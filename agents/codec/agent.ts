import type { JsonObject } from "../../kit/json.ts";
import type { Dialect } from "./dialect.ts";
import type { Samples } from "./samples.ts";

/**
 * The fate of a call whose hook fails before it. `depends`: on the release, the exit code or a setting; the notes say
 * how.
 */
type Fate = "refused" | "goes on" | "depends" | "not known";

/** The agent's treatment of a hook that gives no answer before a tool. */
export interface Failing {
  /** Exit code 2 with a sentence on standard error. */
  readonly exit2: Fate;
  /** Any other exit code but 0, a signal, or an answer that cannot be read. */
  readonly crash: Fate;
  /** No answer in time. */
  readonly late: Fate;
}

/** A failed hook's effect in Claude Code and most other agents. */
export const FAILS_OPEN: Failing = { exit2: "refused", crash: "goes on", late: "goes on" };

/** The source of the knowledge about an agent. */
export interface Evidence {
  /**
   * `recorded live`: the released program was run and its behaviour recorded. `source`: read in its source or in its
   * shipped files. `documentation`: its makers say so. `second hand`: somebody else found it out.
   */
  readonly mark: "recorded live" | "source" | "documentation" | "second hand";
  readonly release?: string;
  readonly failing: Failing;
  /**
   * The fate of hooks that vanish from the agent's files while it runs, if somebody has looked. `off`: they are off at
   * once, in the middle of the turn. `kept`: they run until the agent is started anew.
   */
  readonly vanished?: "off" | "kept";
  /** The agent's title in the matrix, if the dialect speaks of "this agent". */
  readonly title?: string;
  /** Facts that no table of the dialect can hold. */
  readonly notes?: readonly string[];
  /** A payload under which an event carries the most, if that depends on the payload. */
  readonly probe?: JsonObject;
}

/**
 * The means by which a payload without `--agent` shows its agent. An agent without any of these is answered as itself
 * only if `--agent` names it.
 */
interface Recognition {
  /**
   * Whether nobody but this agent sends such a payload. Agents are asked in the order of the registry, so two of them
   * must never claim the same one.
   */
  readonly owns?: (raw: JsonObject, wireName: string, env: Environment) => boolean;
  /**
   * A variable that the agent sets for its hooks. Counts only if nobody owns a payload that looks like Claude Code's.
   */
  readonly variable?: string;
  /** Whether a payload that nobody owns is more likely this agent's than that of a later agent in the registry. */
  readonly resembles?: (raw: JsonObject, wireName: string) => boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The traces of an agent's processes, by which a command for persons sees that an agent started it. */
interface Traces {
  /** Names of the agent's program, of its package and of its script: `claude`, `gemini-cli`. */
  readonly programs: readonly string[];
  /** Variables that the agent sets for the commands that it runs. */
  readonly variables?: readonly string[];
}

/** The facts about an agent beside its dialect. */
export interface Facts extends Recognition {
  readonly evidence: Evidence;
  /** The traces; absent for an agent inside an editor, whose terminals are the person's as well. */
  readonly traces?: Traces;
  /** Sample events; absent if hooks cannot be registered with the agent. */
  readonly samples?: Samples;
}

/** Everything known of one agent, except how hooks are registered with it: that is its `Installer`. */
export interface Agent extends Dialect, Facts {}

/** Notes that are true of several agents. */
export const OUTPUT_ON_DISK = "What was taken out of a tool's output stays in the agent's own files on disk.";
export const CALL_IN_HISTORY =
  "The model still sees the call that it wrote itself, secret included; only the tool is spared.";
