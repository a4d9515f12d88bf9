import { asString, type JsonObject } from "../../kit/json.ts";
import type { Agent, Facts } from "./agent.ts";
import type { Carriage, Dialect, DialectOptions, Reply } from "./dialect.ts";
import type { EventBase, EventName, HookEvent } from "./hook-event.ts";
import { deny, type Outcome } from "./outcome.ts";

/** One wire event: what it stands for and what the agent honours in its answer. What is not said is not carried. */
export interface EventRow extends Partial<Carriage> {
  /** Canonical events in the order in which builtins see them. */
  readonly is: readonly [EventName, ...EventName[]];
  /** See `EventBase.countsRound`. */
  readonly countsRound?: EventBase["countsRound"];
  readonly tellsOf?: "failure" | "success";
  /** See `EventBase.opens`. */
  readonly opens?: EventBase["opens"];
  /** See `Dialect.patience`. */
  readonly patience?: number;
}

/** What is particular about one agent; the rest of its dialect follows. */
export interface Definition extends Facts, Pick<Dialect, "name" | "title" | "encode"> {
  readonly events: Readonly<Record<string, EventRow>>;
  /** Default: `hook_event_name`, else what `--event` says. */
  readonly eventName?: Dialect["eventName"];
  /** The canonical fields of a payload, whatever its event. */
  read(raw: JsonObject, wireName: string): object;
  /** What an event stands for where that depends on the payload. */
  stands?(row: EventRow, raw: JsonObject): EventRow["is"];
  /** What an event carries where that depends on the payload or the settings. */
  adjust?(carriage: Carriage, wireName: string, raw: JsonObject, options: DialectOptions): Carriage;
  /**
   * The event whose denial answers unreadable input where no event is named. Without it: exit code 2 and a sentence on
   * stderr.
   */
  readonly guardEvent?: string;
  /** See `EventBase.showsRewrites`. */
  readonly showsRewrites?: true;
  /** The answer to unreadable input, where it follows none of these rules. */
  readonly encodeUnreadable?: Dialect["encodeUnreadable"];
  /** Exit code of unreadable input that nothing guards; 0 where the agent may read any other as a denial. Default 1. */
  readonly openExit?: 0 | 1;
}

export const BEFORE_TOOL = ["pre_tool_use"] as const;
export const AFTER_TOOL = ["tool_response_transform", "post_tool_use"] as const;
export const PROMPT = ["user_prompt_submit", "turn_start"] as const;
/** The turn as a person sees it ends here; a hook that refuses it would make the agent go on, so no table lets it. */
export const TURN_END = ["turn_end", "stop"] as const;

/** What a person says; the model hears it in the messages of the next call. */
const PROMPTS: ReadonlySet<EventName> = new Set([
  "user_prompt_submit",
  "user_followup_submit",
  "user_steering_messages_submit",
]);

/** An agent from its tables. An event that is not in them is tolerated: it is `unknown` and carries nothing. */
export function defineAgent(definition: Definition): Agent {
  const { name, title, events, encode, evidence, owns, variable, resembles, sendsRounds, samples } = definition;
  const opensTurns = Object.values(events).some(({ opens }) => opens?.includes("turn_start"));
  const cleansMessages = Object.values(events).some(
    ({ is, rewrite }) => is.includes("before_llm_call") && rewrite?.includes("messages"),
  );
  const rowOf = (wireName: string) => (Object.hasOwn(events, wireName) ? events[wireName] : undefined);

  function decode(raw: JsonObject, wireName: string): readonly [HookEvent, ...HookEvent[]] {
    const row = rowOf(wireName);
    const [first, ...rest] = (row && definition.stands?.(row, raw)) ?? row?.is ?? (["unknown"] as const);
    const base: EventBase = {
      wireName,
      dialect: name,
      raw,
      ...definition.read(raw, wireName),
      ...(row?.countsRound && { countsRound: row.countsRound }),
      ...(row?.opens && { opens: row.opens }),
      ...(sendsRounds && { sendsRounds }),
      ...(definition.showsRewrites && { showsRewrites: true }),
      ...(opensTurns &&
        [first, ...rest].some((event) => event === "turn_start" || event === "turn_end") && { closesTurn: true }),
    };
    const make = (event: EventName) => ({ ...base, name: event }) as HookEvent;
    return [make(first), ...rest.map(make)];
  }

  function carries(wireName: string, raw: JsonObject, options: DialectOptions): Carriage {
    const {
      is = [],
      refusal = false,
      context = false,
      notice = false,
      rewrite = [],
      lever,
      lost: said,
    } = rowOf(wireName) ?? {};
    const isLater = cleansMessages && is.some((event) => PROMPTS.has(event)) && !rewrite.includes("prompt");
    const lost = said ?? (isLater ? "later" : undefined);
    const carriage: Carriage = { refusal, context, notice, rewrite, ...(lever && { lever }), ...(lost && { lost }) };
    return definition.adjust?.(carriage, wireName, raw, options) ?? carriage;
  }

  function encodeUnreadable(sentence: string, closed: boolean, wireName: string): Reply {
    const reason = sentence.trim();
    const said = rowOf(wireName) ? wireName : definition.guardEvent;
    const { refusal, rewrite } = carries(said ?? "", {}, { approvingRewrites: false, strict: false });
    if (closed && said === undefined) return { stdout: "", stderr: sentence, exitCode: 2 };
    if (closed && refusal) return encode(deny(reason), said!, {});
    // Nothing but the sentence may go on to the model: what the tool printed is not known to be clean.
    if (closed && rewrite.includes("toolResponse")) return encode({ rewrite: { toolResponse: reason } }, said!, {});
    const quiet: Outcome = {};
    return { ...encode(quiet, wireName, {}), stderr: sentence, exitCode: definition.openExit ?? 1 };
  }

  return {
    name,
    title,
    events: Object.keys(events),
    eventName: definition.eventName ?? ((raw, given) => asString(raw["hook_event_name"]) || given || ""),
    decode,
    carries,
    encode,
    encodeUnreadable: definition.encodeUnreadable ?? encodeUnreadable,
    patience: (wireName) => rowOf(wireName)?.patience,
    tellsOf: (wireName) => rowOf(wireName)?.tellsOf ?? "both",
    evidence,
    ...(owns && { owns }),
    ...(variable !== undefined && { variable }),
    ...(resembles && { resembles }),
    ...(sendsRounds && { sendsRounds }),
    ...(samples && { samples }),
  };
}
