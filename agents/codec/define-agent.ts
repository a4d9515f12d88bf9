import { defined } from "../../kit/defined.ts";
import { asString, type JsonObject } from "../../kit/json.ts";
import type { Agent, Facts } from "./agent.ts";
import { answer, type Answer } from "./answer.ts";
import type { Capabilities, Dialect, DialectOptions, Reply } from "./dialect.ts";
import { subjectOf, type EventName } from "./events.ts";
import type { Events, EventFields, EventTraits, HookEvent } from "./hook-event.ts";
import { deny, nothing } from "./outcome.ts";

/**
 * One wire event: its canonical events, and the parts of an answer that the agent honours. Other parts are not carried.
 */
export interface EventRow
  extends Partial<Capabilities>,
    Pick<EventTraits, "countsRound" | "opens" | "losesContext" | "onlyMessages" | "putsMentions"> {
  /** Canonical events in the order in which builtins see them. */
  readonly is: readonly [EventName, ...EventName[]];
  readonly tellsOf?: "failure" | "success";
  /** See `Dialect.patience`. */
  readonly patience?: number;
}

/** The particulars of one agent; the rest of its dialect follows. */
interface Definition
  extends Facts,
    Pick<Dialect, "name" | "title">,
    Partial<Pick<Dialect, "encode" | "tells" | "readInstead" | "takesMod" | "chainsRewrites">> {
  readonly events: Readonly<Record<string, EventRow>>;
  /** The key under which a payload names its event, else `--event` does. Default `hook_event_name`. */
  readonly eventKey?: string;
  /** The name of a payload's event, if no key says it. */
  readonly eventName?: Dialect["eventName"];
  /** The canonical fields of a payload, whatever its event. */
  read(raw: JsonObject, wireName: string): EventFields;
  /** The canonical events of a wire event, if they depend on the payload. */
  stands?(row: EventRow, raw: JsonObject): EventRow["is"];
  /** The capabilities of an event, if it depends on the payload or the settings. */
  adjust?(capabilities: Capabilities, wireName: string, raw: JsonObject, options: DialectOptions): Capabilities;
  /** The place of each part of an answer. An agent with another kind of answer has `encode` instead. */
  readonly answer?: Answer;
  /**
   * The event whose denial answers unreadable input if no event is named. Without it: exit code 2 and a sentence on
   * stderr.
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
  /** The answer to unreadable input, for an agent that follows none of these rules. */
  readonly encodeUnreadable?: Dialect["encodeUnreadable"];
  /** Exit code of unreadable input that no guard sees; 0 if the agent may read any other as a denial. Default 1. */
  readonly openExit?: 0 | 1;
}

export const BEFORE_TOOL = ["pre_tool_use"] as const;
export const AFTER_TOOL = ["tool_response_transform", "post_tool_use"] as const;
export const PROMPT = ["user_prompt_submit", "turn_start"] as const;
/**
 * Events at which the turn ends for a person. Some agents go on if a hook refuses one, which only `resumes` tells: no
 * table has `refusal` for it, since `refusal` stops events that must not happen.
 */
export const TURN_END = ["turn_end", "stop"] as const;

/** An agent from its tables. An event without a row is tolerated: it is `unknown` and carries nothing. */
export function defineAgent(definition: Definition): Agent {
  const { name, events, eventKey = "hook_event_name" } = definition;
  const rows = Object.values(events);
  const opensTurns = rows.some(({ opens }) => opens?.includes("turn_start"));
  const cleansMessages = rows.some(
    ({ is, rewrite }) => is.includes("before_llm_call") && rewrite?.includes("messages"),
  );
  const rowOf = (wireName: string) => (Object.hasOwn(events, wireName) ? events[wireName] : undefined);
  const asks: Dialect["asks"] = (wireName, raw) =>
    Object.hasOwn(definition.answer?.ask ?? {}, wireName) && !ASKS_NOBODY.test(asString(raw["permission_mode"]) ?? "");
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
    // A prompt comes again in the messages, which can be rewritten.
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
    // Only the sentence may go on to the model: the tool's output is not known to be clean.
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

/** The facts of a wire event that its canonical events carry along. */
function traitsOf(row: EventRow | undefined): Partial<EventTraits> {
  if (!row) return {};
  const { countsRound, opens, resumes, losesContext, onlyMessages, putsMentions, tellsOf } = row;
  const tellsOfFailure = tellsOf === "failure" ? (true as const) : undefined;
  return defined({ countsRound, opens, resumes, losesContext, onlyMessages, putsMentions, tellsOfFailure });
}

function isTurnEdge(event: string): boolean {
  return event === "turn_start" || event === "turn_end";
}

/** Modes in which a person said that they are not to be asked, under the names that Claude Code and its kin use. */
const ASKS_NOBODY = /^(?:bypassPermissions|dontAsk|yolo)$/;

/**
 * The answer to unreadable input, by the exit code alone: 2 refuses the event if it can be refused, 1 is shown and the
 * event goes on.
 */
export function unreadableByCode(sentence: string, closed: boolean): Reply {
  return { stdout: "", stderr: sentence, exitCode: closed ? 2 : 1 };
}

/** An agent that speaks another's dialect word for word, with facts of its own. */
export function renameAgent(
  {
    owns: _owns,
    variable: _variable,
    resembles: _resembles,
    samples: _samples,
    traces: _traces,
    readInstead: _read,
    takesMod: _mod,
    ...dialect
  }: Agent,
  facts: Facts & Pick<Agent, "name" | "title"> & Partial<Pick<Agent, "tells">>,
): Agent {
  return {
    ...dialect,
    tells: [], // the other agent's own texts are no evidence for this one
    ...facts,
    decode(raw, wireName) {
      const [first, ...rest] = dialect.decode(raw, wireName);
      const renamed = (event: HookEvent): HookEvent => ({ ...event, dialect: facts.name });
      return [renamed(first), ...rest.map(renamed)];
    },
  };
}
