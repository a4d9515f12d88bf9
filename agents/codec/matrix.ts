import type { JsonObject } from "../../kit/json.ts";
import { AGENT_NAMES, loadAgent, type AgentName } from "../registry.ts";
import type { Agent, Evidence, Failing } from "./agent.ts";
import type { Capabilities, Dialect, DialectOptions } from "./dialect.ts";
import type { EventName } from "./events.ts";
import { deny, type Rewrite } from "./outcome.ts";
import type { SelfTold } from "./self-told.ts";

/** The capabilities of an agent, in the order of the matrix. */
export const CAPABILITIES = [
  "block_tool",
  "rewrite_arguments",
  "rewrite_prompt",
  "rewrite_output",
  "rewrite_failed_output",
  "context_session",
  "context_turn",
  "checkpoint_tool",
  "checkpoint_turn",
] as const;

export type Capability = (typeof CAPABILITIES)[number];

/**
 * `native`: the agent has an answer for this. `lever`: an answer with another purpose does it. `block`: the event is
 * refused in the place of a change. `impossible`: neither; the person or the model is warned if the agent shows them
 * the text.
 */
export type Degree = "native" | "lever" | "block" | "impossible";

/** One agent's row. */
export interface AgentRow {
  /** The agent's name as `--agent` takes it. */
  readonly agent: AgentName;
  readonly title: string;
  readonly evidence: Evidence["mark"];
  /** The release that was looked at, if there is one. */
  readonly release?: string;
  readonly degrees: Readonly<Record<Capability, Degree>>;
  /** The subjects that it tells its model without a hook. */
  readonly tells: readonly SelfTold[];
  /** Whether a hook's context stays in the conversation. */
  readonly keeps_context: boolean;
  /** The degree of a capability under a setting of the user's. */
  readonly settings: readonly {
    readonly setting: keyof DialectOptions;
    readonly capability: Capability;
    readonly degree: Degree;
  }[];
  /** The form in which a tool's call is refused: the printed JSON, or nothing if the exit code alone refuses it. */
  readonly refusal: string;
  /** The exit code refuses the call, too. */
  readonly exits: boolean;
  readonly failing: Failing;
  /** The fate of hooks that vanish from the agent's files while it runs. */
  readonly vanished: NonNullable<Evidence["vanished"]> | "not known";
  readonly notes: readonly string[];
}

/** The capabilities of each agent, read from the tables by which its answers are made. */
export async function agentMatrix(): Promise<AgentRow[]> {
  return Promise.all(AGENT_NAMES.map(async (name) => rowOf(name, await loadAgent(name))));
}

const USUAL: DialectOptions = { approvingRewrites: false, strict: false };

function rowOf(agent: AgentName, known: Agent): AgentRow {
  const { mark, release, title = known.title, notes = [], probe = {}, failing, vanished } = known.evidence;
  const degrees = degreesOf(known, probe, USUAL);
  const settings = (["approvingRewrites", "strict"] as const).flatMap((setting) => {
    const changed = degreesOf(known, probe, { ...USUAL, [setting]: true });
    return CAPABILITIES.filter((capability) => changed[capability] !== degrees[capability]).map((capability) => ({
      setting,
      capability,
      degree: changed[capability],
    }));
  });
  const keeps = known.events.every((wireName) => !known.decode(probe, wireName)[0].forgetsContext);
  return {
    agent,
    title,
    evidence: mark,
    ...(release && { release }),
    degrees,
    tells: known.tells,
    keeps_context: keeps,
    settings,
    ...refusalOf(known, probe),
    failing,
    vanished: vanished ?? "not known",
    notes,
  };
}

/** The form of a refusal at the event of the samples, else at the first event before a tool. */
function refusalOf(dialect: Agent, probe: JsonObject): Pick<AgentRow, "refusal" | "exits"> {
  const isBefore = (event: string) => dialect.decode(probe, event).some(({ name }) => name === "pre_tool_use");
  const event = dialect.samples?.before[0] ?? dialect.events.find(isBefore)!;
  const { stdout, exitCode } = dialect.encode(deny("…"), event, probe);
  return { refusal: stdout, exits: exitCode === 2 };
}

/** One wire event in the matrix. */
interface Seen {
  readonly names: readonly EventName[];
  readonly capabilities: Capabilities;
  readonly tellsOf: "failure" | "success" | "both";
  /** Events that this one stands in for, when it is the first after them. */
  readonly opens: readonly EventName[];
}

function degreesOf(dialect: Dialect, probe: JsonObject, options: DialectOptions): AgentRow["degrees"] {
  const seen: Seen[] = dialect.events.map((wireName) => {
    const events = dialect.decode(probe, wireName);
    const tellsOf = dialect.tellsOf(wireName);
    return {
      names: events.map(({ name }) => name),
      capabilities: dialect.carries(wireName, probe, options),
      tellsOf,
      opens: events[0].opens ?? [],
    };
  });
  const of = (...names: EventName[]) => seen.filter((event) => event.names.some((name) => names.includes(name)));
  const before = of("pre_tool_use", "tool_input_transform");
  const outputs = of("tool_response_transform");
  const isThere = (...names: EventName[]) => names.every((name) => of(name).length > 0);
  return {
    block_tool: best(
      before.map(({ capabilities }) => (capabilities.refusal ? through(capabilities, "refusal") : "impossible")),
    ),
    rewrite_arguments: best(before.map((event) => rewriting(event, "toolInput"))),
    rewrite_prompt: best(
      of("before_llm_call", "user_prompt_submit").map((event) => rewriting(event, "messages", "prompt")),
    ),
    rewrite_output: best(
      outputs.filter(({ tellsOf }) => tellsOf !== "failure").map((event) => rewriting(event, "toolResponse")),
    ),
    rewrite_failed_output: best(
      outputs.filter(({ tellsOf }) => tellsOf !== "success").map((event) => rewriting(event, "toolResponse")),
    ),
    context_session: contextAt("session_start", seen),
    context_turn: contextAt("turn_start", seen),
    checkpoint_tool: isThere("pre_tool_use", "post_tool_use") ? "native" : "impossible",
    checkpoint_turn: isThere("turn_start", "turn_end") ? "native" : "impossible",
  };
}

function rewriting({ capabilities }: Seen, ...parts: (keyof Rewrite)[]): Degree {
  const carried = parts.find((part) => capabilities.rewrite.includes(part));
  if (carried) return through(capabilities, carried);
  return capabilities.refusal && capabilities.lost === undefined ? "block" : "impossible";
}

/** The degree of an event's text: if the event takes none, a later one may. */
function contextAt(name: EventName, seen: readonly Seen[]): Degree {
  const taking = seen.filter(({ capabilities }) => capabilities.context);
  const own = taking.find(({ names }) => names.includes(name));
  if (own) return through(own.capabilities, "context");
  return taking.some(({ opens }) => opens.includes(name)) ? "lever" : "impossible";
}

function through({ lever }: Capabilities, part: "refusal" | "context" | keyof Rewrite): Degree {
  return lever?.includes(part) ? "lever" : "native";
}

const ORDER: readonly Degree[] = ["native", "lever", "block", "impossible"];

function best(degrees: readonly Degree[]): Degree {
  return ORDER.find((degree) => degrees.includes(degree)) ?? "impossible";
}
