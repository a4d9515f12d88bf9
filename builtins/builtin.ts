import type { EventName } from "../agents/codec/events.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import type { Outcome, Rewrite } from "../agents/codec/outcome.ts";
import type { Subject } from "../agents/codec/self-told.ts";
import type { Call } from "./call.ts";

/** The parts that `install --only` takes: the legs of redact_secrets, texts for the model, and checkpoints. */
export const LEGS = ["arguments", "messages", "output", "context", "snapshot"] as const;

/** One part that `install --only` takes. */
export type Leg = (typeof LEGS)[number];

/** A builtin's function. */
type Handler<Name extends EventName = EventName> = (event: HookEvent<Name>, call: Call) => Outcome | Promise<Outcome>;

/** The exports of a builtin's file. */
export interface BuiltinFile<Name extends EventName = EventName> {
  readonly default: Handler<Name>;
  /** A sentence about arguments that the builtin does not take; `undefined` if it takes them. */
  faultIn?(args: readonly string[]): string | undefined;
}

/** One row of the table of builtins. */
export interface Builtin {
  readonly name: string;
  /** The builtin's work, as the page says it: a half sentence. */
  readonly does: string;
  /** The meaning of its arguments; absent if the builtin takes none. */
  readonly takes?: string;
  /** Events that the builtin answers; `undefined`: it answers once at any event for which it is named. */
  readonly events: readonly EventName[] | undefined;
  /** The event that a reply names if the payload named none. */
  readonly home: EventName;
  /** Events at which the builtin runs if the settings say nothing about them. */
  readonly byDefault: readonly EventName[];
  /** The builtin's arguments in the default profile. */
  readonly defaultArguments?: readonly string[];
  /** More arguments say more, so that an entry of the user's comes beside that of the default profile. */
  readonly argumentsAdd?: true;
  /**
   * The builtin's part in `install --only`, at each event or at these; absent: it is registered with everything only.
   */
  readonly leg?: Leg | Partial<Record<EventName, Leg>>;
  /**
   * The subjects of its text. The default profile leaves the builtin out for an agent that tells its model all of them
   * by itself.
   */
  readonly subjects?: readonly Subject[];
  /**
   * How often the builtin's text is told in one conversation: once, or if it differs from the last time; absent: at
   * each of its events.
   */
  readonly isTold?: "once" | "changed";
  /** The builtin writes or sends something, so that an explanation does not run it. */
  readonly leavesTraces?: true;
  /**
   * The builtin runs once after all others, whatever their outcome, and gets the agent's answer (`call.answered`). Its
   * own outcome is dropped, and its failure too.
   */
  readonly afterAll?: true;
  /**
   * The builtin starts or sends something of the user's choice, so a project's settings cannot name it: only the user's
   * own and a registered line can.
   */
  readonly usersOnly?: true;
  /**
   * The builtin may let a call run that the person was to be asked about, so wherever it is named, the guards of
   * `pre_tool_use` are heard as well: a call that one of them objects to is not approved.
   */
  readonly approves?: true;
  /** The builtin talks to a server of the user's, perhaps over TLS with a certificate of their own. */
  readonly talks?: true;
  /** Events at which the builtin takes notes: it runs there wherever the settings name it for its home event. */
  readonly watches?: readonly EventName[];
  /** The builtin's findings are counted; those of the other guards are refusals alone. */
  readonly countsFindings?: true;
  /** The builtin may find that a turn is not to end yet; an explanation says what the agent makes of that. */
  readonly holdsTurn?: true;
  /** The builtin has something to do only at events that count the rounds of the model. */
  readonly countsRounds?: true;
  /** The builtin has something to do only in agents that read their hooks anew while they run. */
  readonly whereHooksChange?: true;
  /**
   * The builtin only rewrites this part, and no secret is at stake: if the agent takes no such rewrite, the builtin
   * does not run; otherwise the event would be refused.
   */
  readonly onlyRewrites?: keyof Rewrite;
  /**
   * The builtin refuses a call whose output could not be cleaned. With these arguments it also refuses a call whose
   * output is cleaned: so an explanation asks whether there is something to clean.
   */
  readonly refusesUncleaned?: readonly string[];
  /** The meaning of a failure: `open`, the event goes on; `closed`, it is denied or withheld. */
  readonly failure: "open" | "closed";
  load(): Promise<BuiltinFile>;
}
