import type { EventName } from "../agents/codec/events.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import type { Outcome, Rewrite } from "../agents/codec/outcome.ts";
import type { Subject } from "../agents/codec/self-told.ts";
import type { Call } from "./call.ts";

/** What `install --only` takes: the legs of redact_secrets, texts for the model, and checkpoints. */
export const LEGS = ["arguments", "messages", "output", "context", "snapshot"] as const;

export type Leg = (typeof LEGS)[number];

/** A builtin's function. */
type Handler<Name extends EventName = EventName> = (event: HookEvent<Name>, call: Call) => Outcome | Promise<Outcome>;

/** What a builtin's file exports. */
export interface BuiltinFile<Name extends EventName = EventName> {
  readonly default: Handler<Name>;
  /** A sentence about arguments that it does not take; `undefined` if it takes them. */
  faultIn?(args: readonly string[]): string | undefined;
}

/** One row of the table. */
export interface Builtin {
  readonly name: string;
  /** What it does, as the page says it: a half sentence. */
  readonly does: string;
  /** What its arguments are; absent if it takes none. */
  readonly takes?: string;
  /** Events that it answers; `undefined`: it answers any event that it is asked for at, once. */
  readonly events: readonly EventName[] | undefined;
  /** The event that a reply names where the payload named none. */
  readonly home: EventName;
  /** Events at which it runs where the settings say nothing about them. */
  readonly byDefault: readonly EventName[];
  /** Its arguments there. */
  readonly defaultArguments?: readonly string[];
  /** More arguments say more, so that an entry of the user's comes beside that of the default profile. */
  readonly argumentsAdd?: true;
  /** What it is to `install --only`, at each event or at these; absent: it is registered with everything only. */
  readonly leg?: Leg | Partial<Record<EventName, Leg>>;
  /** What its text is about. The default profile leaves it to an agent that tells its model all of that by itself. */
  readonly subjects?: readonly Subject[];
  /**
   * How often its text is told in one conversation: once, or where it is another than the last time; absent, at each of
   * its events.
   */
  readonly isTold?: "once" | "changed";
  /** It writes or sends something, so that an explanation does not run it. */
  readonly leavesTraces?: true;
  /**
   * It runs once after all others, whatever came of them, and is told what the agent is answered (`call.answered`).
   * What it says is dropped, and its failure too.
   */
  readonly afterAll?: true;
  /**
   * It starts or sends something of the user's choice, so a project's settings cannot name it: only the user's own and
   * a registered line can.
   */
  readonly usersOnly?: true;
  /**
   * It may let a call run that the person was to be asked about, so wherever it is named, the guards of `pre_tool_use`
   * are heard as well: what one of them objects to is not approved.
   */
  readonly approves?: true;
  /** It talks to a server of the user's, perhaps over TLS with a certificate of their own. */
  readonly talks?: true;
  /** Events at which it takes notes: it runs there wherever the settings name it for its home event. */
  readonly watches?: readonly EventName[];
  /** Its findings are counted; those of the other guards are refusals alone. */
  readonly countsFindings?: true;
  /** It may find that a turn is not to end yet; an explanation says what the agent makes of that. */
  readonly holdsTurn?: true;
  /** It has something to do only at events that count the rounds of the model. */
  readonly countsRounds?: true;
  /** It has something to do only in agents that read their hooks anew while they run. */
  readonly whereHooksChange?: true;
  /**
   * All that it does is to rewrite this part, and no secret is at stake: if the agent takes no such rewrite, it does
   * not run, rather than that the event is refused.
   */
  readonly onlyRewrites?: keyof Rewrite;
  /**
   * It refuses a call whose output could not be cleaned. With these arguments it refuses one whose output is cleaned, too:
   * so an explanation asks whether there is something to clean.
   */
  readonly refusesUncleaned?: readonly string[];
  /** What a failure means: `open`, the event goes on; `closed`, it is denied or withheld. */
  readonly failure: "open" | "closed";
  load(): Promise<BuiltinFile>;
}
