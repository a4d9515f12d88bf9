import type { JsonObject } from "../../kit/json.ts";
import { AGENT_NAMES, loadAgent, type AgentName } from "../registry.ts";
import type { Agent, Evidence, Failing } from "./agent.ts";
import type { Capabilities, Dialect, DialectOptions } from "./dialect.ts";
import type { EventName } from "./events.ts";
import { deny, type Rewrite } from "./outcome.ts";
import type { SelfTold } from "./self-told.ts";

/** The capabilities of snapveil with an agent: the columns of the matrix, in order. */
export const CAPABILITIES = [
  "block_tool",
  "ask",
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
 * The degree to which an agent supports a capability. `native`: by an answer made for this purpose. `lever`: by an
 * answer made for another purpose. `block`: the agent lacks the capability, so snapveil refuses the event.
 * `impossible`: the agent lacks the capability and lets no hook refuse the event; snapveil warns the person or the
 * model if the agent shows them a text.
 */
export type Degree = "native" | "lever" | "block" | "impossible";

/** The row of one agent in the matrix. */
export interface AgentRow {
  /** The agent's name as `--agent` takes it. */
  readonly agent: AgentName;
  readonly title: string;
  readonly evidence: Evidence["mark"];
  /** The release that was tested or read; absent if the evidence names none. */
  readonly release?: string;
  /** The only releases in which the row holds, in one word: `1.x`. Absent: all of them. */
  readonly releases?: string;
  readonly degrees: Readonly<Record<Capability, Degree>>;
  /** Capability → the only tools for which the agent has it, in two words: `MCP tools`. */
  readonly only: Readonly<Partial<Record<Capability, string>>>;
  /** Facts about the session's surroundings that the agent itself, without a hook, tells its model. */
  readonly tells: readonly SelfTold[];
  /** Whether a hook's context stays in the conversation after the call or turn. */
  readonly keeps_context: boolean;
  /** Capabilities whose degree changes if the user turns a setting on. */
  readonly settings: readonly {
    readonly setting: keyof DialectOptions;
    readonly capability: Capability;
    readonly degree: Degree;
  }[];
  /** The JSON that refuses a tool call, as printed; "" if the exit code alone refuses it. */
  readonly refusal: string;
  /** Whether a refusal of a tool call exits with code 2. */
  readonly exits: boolean;
  readonly failing: Failing;
  /** The effect on running hooks if they are deleted from the agent's files: see `Evidence.vanished`. */
  readonly vanished: NonNullable<Evidence["vanished"]> | "not known";
  readonly notes: readonly string[];
}

/** The rows of all agents, computed from the tables with which snapveil answers them. */
export async function agentMatrix(): Promise<AgentRow[]> {
  return Promise.all(AGENT_NAMES.map(async (name) => rowOf(name, await loadAgent(name))));
}

const USUAL: DialectOptions = { approvingRewrites: false, strict: false };

function rowOf(agent: AgentName, known: Agent): AgentRow {
  const {
    mark,
    release,
    releases,
    title = known.title,
    notes = [],
    probe = {},
    probed,
    failing,
    vanished,
  } = known.evidence;
  const degrees = degreesOf(known, probe, USUAL);
  const settings = (["approvingRewrites", "strict"] as const).flatMap((setting) => {
    const changed = degreesOf(known, probe, { ...USUAL, [setting]: true });
    return CAPABILITIES.filter((capability) => changed[capability] !== degrees[capability]).map((capability) => ({
      setting,
      capability,
      degree: changed[capability],
    }));
  });
  const usual = probed === undefined ? degrees : degreesOf(known, {}, USUAL);
  const narrowed = CAPABILITIES.filter((capability) => usual[capability] !== degrees[capability]);
  const keeps = known.events.every((wireName) => !known.decode(probe, wireName)[0].forgetsContext);
  return {
    agent,
    title,
    evidence: mark,
    ...(release && { release }),
    ...(releases && { releases }),
    degrees,
    only: Object.fromEntries(narrowed.map((capability) => [capability, probed])),
    tells: known.tells,
    keeps_context: keeps,
    settings,
    ...refusalOf(known, probe),
    failing,
    vanished: vanished ?? "not known",
    notes,
  };
}

/**
 * The form in which a tool call is refused, at the event of the agent's samples or, without samples, at its first event
 * before a tool.
 */
function refusalOf(dialect: Agent, probe: JsonObject): Pick<AgentRow, "refusal" | "exits"> {
  const isBefore = (event: string) => dialect.decode(probe, event).some(({ name }) => name === "pre_tool_use");
  const event = dialect.samples?.before[0] ?? dialect.events.find(isBefore)!;
  const { stdout, exitCode } = dialect.encode(deny("…"), event, probe);
  return { refusal: stdout, exits: exitCode === 2 };
}

/** A wire event as the matrix reads it from the dialect. */
interface Seen {
  readonly names: readonly EventName[];
  readonly capabilities: Capabilities;
  readonly tellsOf: "failure" | "success" | "both";
  /**
   * Earlier events at which the agent takes no text. Their texts are given at this event if it is the first of its name
   * after them.
   */
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
    ask: dialect.events.some((event) => dialect.asks(event, probe))
      ? "native"
      : best(before.map(({ capabilities }) => (capabilities.refusal ? "block" : "impossible"))),
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

/** The degree for texts at an event: `lever` if only a later event that stands in for it takes them. */
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
