import type { JsonObject } from "../../kit/json.ts";
import type { Dialect } from "./dialect.ts";
import type { Samples } from "./samples.ts";

/**
 * The outcome for a call if the hook before it fails. `depends`: the outcome depends on the agent's release, the exit
 * code or a setting; `Evidence.notes` has the details.
 */
type Fate = "refused" | "goes on" | "depends" | "not known";

/** The outcome for a call if the hook before it gives no valid answer, by the kind of failure. */
export interface Failing {
  /** The hook exits with code 2 and writes a sentence to standard error. */
  readonly exit2: Fate;
  /** The hook exits with any code but 0 and 2, dies of a signal, or prints an answer that cannot be read. */
  readonly crash: Fate;
  /** The hook does not answer before its timeout. */
  readonly late: Fate;
}

/** The outcomes in Claude Code and most other agents. */
export const FAILS_OPEN: Failing = { exit2: "refused", crash: "goes on", late: "goes on" };

/** The source of snapveil's facts about an agent, and facts that its dialect does not hold. */
export interface Evidence {
  /**
   * `recorded live`: the released agent was run and its behaviour recorded. `source`: the facts were read in the
   * agent's source or shipped files. `documentation`: the facts are from its makers' documentation. `second hand`: the
   * facts are from a third party.
   */
  readonly mark: "recorded live" | "source" | "documentation" | "second hand";
  readonly release?: string;
  /** The only releases in which hooks run at all, in one word for the table of agents: `1.x`. Absent: all of them. */
  readonly releases?: string;
  readonly failing: Failing;
  /**
   * The effect on running hooks if somebody deletes them from the agent's files; absent if nobody has tested this.
   * `off`: the hooks stop at once, in the middle of the turn. `kept`: the hooks run until the agent is restarted.
   */
  readonly vanished?: "off" | "kept";
  /** The agent's title in the matrix, if the dialect's `title` is only "this agent". */
  readonly title?: string;
  /** Sentences for the matrix about facts that no table of the dialect can hold. */
  readonly notes?: readonly string[];
  /**
   * The payload for which the matrix computes the agent's capabilities; set if the agent honours more of an answer for
   * this payload than for an empty one.
   */
  readonly probe?: JsonObject;
  /**
   * The tools of such payloads, in two words: `MCP tools`. Set if the agent honours more of an answer for these tools
   * than for others.
   */
  readonly probed?: string;
}

/**
 * The means by which a payload without `--agent` is matched to its agent. An agent with none of these fields is chosen
 * only by `--agent`.
 */
interface Recognition {
  /**
   * Whether this payload comes from this agent and no other. The agents' `owns` run in the order of the registry, so no
   * two may claim the same payload.
   */
  readonly owns?: (raw: JsonObject, wireName: string, env: Environment) => boolean;
  /**
   * A variable that the agent sets for its hooks. If it is set, a payload with Claude Code's event names that no `owns`
   * claims is taken for this agent's.
   */
  readonly variable?: string;
  /**
   * Whether a payload that no `owns` claims is taken for this agent's, before later agents of the registry are tried.
   */
  readonly resembles?: (raw: JsonObject, wireName: string) => boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Names by which a command finds out that an agent, and no person, started it. */
interface Traces {
  /** Names of the agent's program, of its package and of its script: `claude`, `gemini-cli`. */
  readonly programs: readonly string[];
  /** Variables that the agent sets for the commands that it runs. */
  readonly variables?: readonly string[];
}

/** The facts about an agent that are not part of its dialect. */
export interface Facts extends Recognition {
  readonly evidence: Evidence;
  /** Absent for an agent inside an editor, because the person types in the same terminals. */
  readonly traces?: Traces;
  /** Sample events; absent if hooks cannot be registered with the agent. */
  readonly samples?: Samples;
}

/** Everything known of one agent, except how hooks are registered with it: that is its `Installer`. */
export interface Agent extends Dialect, Facts {}

/** Notes for `Evidence.notes` that are true of several agents. */
export const OUTPUT_ON_DISK = "What was taken out of a tool's output stays in the agent's own files on disk.";
export const CALL_IN_HISTORY =
  "The model still sees the call that it wrote itself, secret included; only the tool does not get it.";
