import type { EventName } from "../agents/codec/events.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import type { Outcome, Rewrite } from "../agents/codec/outcome.ts";
import type { Subject } from "../agents/codec/self-told.ts";
import type { Call } from "./call.ts";

/** The parts that `install --only` can name: the legs of redact_secrets, the texts for the model, and checkpoints. */
export const LEGS = ["arguments", "messages", "output", "context", "snapshot"] as const;

/** One part that `install --only` can name. */
export type Leg = (typeof LEGS)[number];

/** The function that a builtin's file exports. */
type Handler<Name extends EventName = EventName> = (event: HookEvent<Name>, call: Call) => Outcome | Promise<Outcome>;

/** The exports of a builtin's file. */
export interface BuiltinFile<Name extends EventName = EventName> {
  readonly default: Handler<Name>;
  /** A sentence about arguments that the builtin does not accept; `undefined` if it accepts them. */
  faultIn?(args: readonly string[]): string | undefined;
}

/** A row of the table of builtins. */
export interface Builtin {
  readonly name: string;
  /** The builtin's effect, as half a sentence for the documentation. */
  readonly does: string;
  /** The meaning of the builtin's arguments; absent if it takes none. */
  readonly takes?: string;
  /** The events that the builtin answers; `undefined`: any event for which the settings name it. */
  readonly events: readonly EventName[] | undefined;
  /** The event that a reply names if the payload does not name its event. */
  readonly home: EventName;
  /** Events at which the default profile runs the builtin. */
  readonly byDefault: readonly EventName[];
  /** The builtin's arguments in the default profile. */
  readonly defaultArguments?: readonly string[];
  /** Whether arguments let more pass than those of the default profile; absent: none do. */
  readonly isWeakerBy?: (args: readonly string[]) => boolean;
  /**
   * More arguments make the builtin tell the model more, so an entry in the user's settings does not replace the entry
   * of the default profile: both run.
   */
  readonly argumentsAdd?: true;
  /**
   * The part of `install --only` to which the builtin belongs, at each event or at certain ones; absent: it is
   * registered only if `--only` is not given.
   */
  readonly leg?: Leg | Partial<Record<EventName, Leg>>;
  /**
   * The subjects of the builtin's text. If an agent itself tells its model about all of these subjects, the default
   * profile leaves the builtin out.
   */
  readonly subjects?: readonly Subject[];
  /**
   * How often the builtin's text is told in one conversation: once, or whenever it differs from the last time. Absent:
   * at each event of the builtin.
   */
  readonly isTold?: "once" | "changed";
  /** The builtin writes or sends something, so `snapveil explain` does not run it. */
  readonly leavesTraces?: true;
  /**
   * The builtin runs once after all others, whatever their outcome, and gets the agent's answer (`call.answered`). Its
   * own outcome and its failure change nothing.
   */
  readonly afterAll?: true;
  /**
   * The builtin starts a program or sends data that its arguments name, so a project's settings cannot name it: only
   * the user's own settings and a registered command line can.
   */
  readonly usersOnly?: true;
  /**
   * The builtin runs a program that the user names, which can take as long as the event has. So a process of the
   * event's own runs the builtin: an asker waits for a resident for a shorter time, and then the program would start
   * again.
   */
  readonly runsProgram?: true;
  /**
   * The builtin may allow a call about which the agent would ask the user. So wherever it is named, the guards of
   * `pre_tool_use` run as well, and a call to which one of them objects is not approved.
   */
  readonly approves?: true;
  /**
   * The builtin sends requests to a server of the user's, perhaps over TLS with a certificate of the user's own. As a
   * builtin that runs a program, it needs a process of the event's own: a request must not go out twice.
   */
  readonly talks?: true;
  /**
   * Events at which the builtin takes notes. It also runs at these events if the settings name it only for its home
   * event.
   */
  readonly watches?: readonly EventName[];
  /** The user interface counts the builtin's findings; of any other guard it counts only the refusals. */
  readonly countsFindings?: true;
  /** The builtin may keep a turn from ending, so `snapveil explain` says how the agent takes that. */
  readonly holdsTurn?: true;
  /** The builtin only works at events that count the rounds of the model. */
  readonly countsRounds?: true;
  /** The builtin only works in agents that load changes of their hooks during a session. */
  readonly whereHooksChange?: true;
  /**
   * The builtin only rewrites this part of an event, and protects no secret: if the agent accepts no rewrite of the
   * part, the builtin does not run. Other builtins that cannot rewrite have the event refused.
   */
  readonly onlyRewrites?: keyof Rewrite;
  /**
   * The builtin refuses a call whose output cannot be redacted. With these arguments it also refuses a call whose
   * output can be redacted, so `snapveil explain` checks whether the output holds something to redact.
   */
  readonly refusesUncleaned?: readonly string[];
  /** The effect of a failure: `open`: the event goes on; `closed`: the event is denied, or its text is withheld. */
  readonly failure: "open" | "closed";
  load(): Promise<BuiltinFile>;
}
