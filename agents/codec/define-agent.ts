import { defined } from "../../kit/defined.ts";
import { asString, type JsonObject } from "../../kit/json.ts";
import type { Agent, Facts } from "./agent.ts";
import { answer, type Answer } from "./answer.ts";
import type { Capabilities, Dialect, DialectOptions, Reply } from "./dialect.ts";
import { subjectOf, type EventName } from "./events.ts";
import type { Events, EventFields, EventTraits, HookEvent } from "./hook-event.ts";
import { deny, nothing } from "./outcome.ts";

/**
 * One wire event of an agent: its canonical events, and the parts of an answer that the agent honours at this event.
 * Parts that are not listed are not sent.
 */
export interface EventRow
  extends Partial<Capabilities>,
    Pick<EventTraits, "countsRound" | "opens" | "losesContext" | "onlyMessages" | "putsMentions"> {
  /** Canonical events in the order in which builtins see them. */
  readonly is: readonly [EventName, ...EventName[]];
  readonly tellsOf?: "failure" | "success";
  /** The agent's own upper limit for a hook's time at this event, in seconds: see `Dialect.patience`. */
  readonly patience?: number;
}

/** The tables and functions of one agent, from which `defineAgent` makes its dialect. */
interface Definition
  extends Facts,
    Pick<Dialect, "name" | "title">,
    Partial<Pick<Dialect, "encode" | "tells" | "readInstead" | "takesMod" | "chainsRewrites">> {
  readonly events: Readonly<Record<string, EventRow>>;
  /**
   * The key of a payload that holds the event's name. A payload without this key gets the name of `--event`. Default
   * `hook_event_name`.
   */
  readonly eventKey?: string;
  /** Finds the name of a payload's event, if no single key holds it. */
  readonly eventName?: Dialect["eventName"];
  /** Reads the canonical fields of a payload. */
  read(raw: JsonObject, wireName: string): EventFields;
  /** The canonical events of a wire event, if these depend on the payload. */
  stands?(row: EventRow, raw: JsonObject): EventRow["is"];
  /** Changes the capabilities of an event's row, for agents where these depend on the payload or the settings. */
  adjust?(capabilities: Capabilities, wireName: string, raw: JsonObject, options: DialectOptions): Capabilities;
  /**
   * Whether the agent can ask the person about this payload. Without `canAsk` it can, unless the payload's permission
   * mode says that nobody is asked.
   */
  canAsk?(raw: JsonObject): boolean;
  /** The form of the agent's answers. An agent without such a table has `encode` instead. */
  readonly answer?: Answer;
  /**
   * The wire event whose denial answers unreadable input that names no known event. Without `guardEvent` the answer is
   * exit code 2 and a sentence on stderr.
   */
  readonly guardEvent?: string;
  readonly traits?: Pick<
    EventTraits,
    | "endsWithNext"
    | "losesEnds"
    | "readsHooksAnew"
    | "recordsFolder"
    | "sendsRounds"
    | "showsRewrites"
    | "showsRun"
    | "streamsOutput"
    | "forgetsContext"
  >;
  /**
   * The reply to unreadable input, for an agent that needs another reply than the event's row and `guardEvent` give.
   */
  readonly encodeUnreadable?: Dialect["encodeUnreadable"];
  /**
   * The exit code for unreadable input that no guard had to see. It is 0 if the agent may take any other code as a
   * denial. Default 1.
   */
  readonly openExit?: 0 | 1;
}

export const BEFORE_TOOL = ["pre_tool_use"] as const;

export const AFTER_TOOL = ["tool_response_transform", "post_tool_use"] as const;

export const PROMPT = ["user_prompt_submit", "turn_start"] as const;

/**
 * The events at the end of a person's turn. If an agent continues the turn after a refusal, its row sets `resumes`. The
 * row never sets `refusal`, which is for events that a refusal prevents.
 */
export const TURN_END = ["turn_end", "stop"] as const;

/** Makes an agent from its tables. An event without a row decodes as `unknown` and is answered with nothing. */
export function defineAgent(definition: Definition): Agent {
  const { name, events, eventKey = "hook_event_name" } = definition;
  const rows = Object.values(events);
  const opensTurns = rows.some(({ opens }) => opens?.includes("turn_start"));
  const cleansMessages = rows.some(
    ({ is, rewrite }) => is.includes("before_llm_call") && rewrite?.includes("messages"),
  );
  const rowOf = (wireName: string) => (Object.hasOwn(events, wireName) ? events[wireName] : undefined);
  const asks: Dialect["asks"] = (wireName, raw) =>
    Object.hasOwn(definition.answer?.ask ?? {}, wireName) &&
    !ASKS_NOBODY.test(asString(raw["permission_mode"]) ?? asString(raw["permissionMode"]) ?? "") &&
    (definition.canAsk?.(raw) ?? true);
  const encode: Dialect["encode"] = (outcome, wireName, raw) => {
    const { verdict } = outcome;
    const isUnheard = verdict?.kind === "ask" && !asks(wireName, raw);
    const heard = isUnheard ? { ...outcome, verdict: { ...verdict, kind: "deny" as const } } : outcome;
    return definition.encode?.(heard, wireName, raw) ?? answer(definition.answer!, heard, wireName, raw);
  };

  function decode(raw: JsonObject, wireName: string): Events {
    const row = rowOf(wireName);
    const names = (row && definition.stands?.(row, raw)) ?? row?.is ?? (["unknown"] as const);
    const base = {
      wireName,
      dialect: name,
      raw,
      ...(row?.tellsOf === "failure" && names.includes("post_tool_use") && { toolFailed: true as const }),
      ...definition.read(raw, wireName),
      ...traitsOf(row),
      ...definition.traits,
      ...(names.includes("turn_start") && { startsTurn: true as const }),
      ...(opensTurns && names.some(isTurnEdge) && { closesTurn: true as const }),
    };
    const [first, ...rest] = names;
    const make = (event: EventName) => ({ ...base, name: event }) as HookEvent;
    return [make(first), ...rest.map(make)];
  }

  function carries(wireName: string, raw: JsonObject, options: DialectOptions): Capabilities {
    const row: Partial<EventRow> = rowOf(wireName) ?? {};
    const { is = [], refusal = false, context = false, notice = false, rewrite = [] } = row;
    // The messages of the next model call hold the prompt, too, and a hook can rewrite them at that event.
    const isLater = cleansMessages && is.some((event) => subjectOf(event) === "prompt") && !rewrite.includes("prompt");
    const lost = row.lost ?? (isLater ? "later" : undefined);
    const capabilities: Capabilities = {
      refusal,
      context,
      notice,
      rewrite,
      ...defined({ resumes: row.resumes, approves: row.approves, unheard: row.unheard, lever: row.lever, lost }),
    };
    return definition.adjust?.(capabilities, wireName, raw, options) ?? capabilities;
  }

  function encodeUnreadable(sentence: string, closed: boolean, wireName: string): Reply {
    const reason = sentence.trim();
    const said = rowOf(wireName) ? wireName : definition.guardEvent;
    const { refusal, rewrite } = carries(said ?? "", {}, { approvingRewrites: false, strict: false });
    if (closed && said === undefined) return { stdout: "", stderr: sentence, exitCode: 2 };
    if (closed && refusal) return encode(deny(reason), said!, {});
    // The reply replaces the tool's output by the sentence alone, because nobody has searched the output for secrets.
    if (closed && rewrite.includes("toolResponse")) return encode({ rewrite: { toolResponse: reason } }, said!, {});
    return { ...encode(nothing, wireName, {}), stderr: sentence, exitCode: definition.openExit ?? 1 };
  }

  return {
    ...definition,
    tells: definition.tells ?? [],
    events: Object.keys(events),
    eventName: definition.eventName ?? ((raw, given) => asString(raw[eventKey]) || given || ""),
    decode,
    carries,
    encode,
    encodeUnreadable: definition.encodeUnreadable ?? encodeUnreadable,
    patience: (wireName) => rowOf(wireName)?.patience,
    asks,
    tellsOf: (wireName) => rowOf(wireName)?.tellsOf ?? "both",
  };
}

/** The traits of an event's row, for its canonical events. */
function traitsOf(row: EventRow | undefined): Partial<EventTraits> {
  if (!row) return {};
  const { countsRound, opens, resumes, losesContext, onlyMessages, putsMentions, tellsOf } = row;
  const tellsOfFailure = tellsOf === "failure" ? (true as const) : undefined;
  return defined({ countsRound, opens, resumes, losesContext, onlyMessages, putsMentions, tellsOfFailure });
}

function isTurnEdge(event: string): boolean {
  return event === "turn_start" || event === "turn_end";
}

/** Claude Code's and similar agents' names of permission modes in which the person is never asked. */
const ASKS_NOBODY = /^(?:bypassPermissions|dontAsk|yolo)$/;

/**
 * The reply to unreadable input by exit code alone: 2 refuses the event if the agent can refuse it; on 1 the agent
 * shows the sentence and continues.
 */
export function unreadableByCode(sentence: string, closed: boolean): Reply {
  return { stdout: "", stderr: sentence, exitCode: closed ? 2 : 1 };
}
