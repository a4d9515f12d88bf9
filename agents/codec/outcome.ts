import { defined } from "../../kit/defined.ts";
import type { Json } from "../../kit/json.ts";

/**
 * The kinds of verdict, weakest first. `deny` refuses this tool call; `block` refuses what the event announces (the
 * model call, the prompt, the run).
 */
export const VERDICTS = ["allow", "ask", "deny", "block"] as const;

export interface Verdict {
  readonly kind: (typeof VERDICTS)[number];
  /** The reason that the model reads. The person reads it, too, unless `person` is set. */
  readonly reason: string;
  /** The reason that the person reads, if the agent can show the person a text of their own. */
  readonly person?: string;
  /** The text of the question, if the agent asks the person; absent: `person`. */
  readonly question?: string;
  /**
   * Alternatives for the model, in sentences, for agents whose answer has a field for alternatives beside the reason.
   */
  readonly suggestions?: readonly string[];
}

/** What a refused call would have done to files, for later calls of the session. */
export interface Harm {
  /** The rules, by their names. */
  readonly rules: readonly string[];
  /**
   * The absolute paths of files that the call would have harmed, and whose change by another call is a question, too.
   */
  readonly paths: readonly string[];
  /** Absolute paths on which only the work of a program that nobody knows is a question. */
  readonly toUnknown?: readonly string[];
}

/**
 * A guard's grounds for a refusal or a rewrite, for sentences, the log and `snapveil allow`. It gives the position of a
 * secret and never the secret, so it is safe in a log.
 */
export interface Objection {
  /** The name of the builtin; its caller sets it. */
  readonly guard?: string;
  readonly found: readonly ObjectedItem[];
  /** The part of the event that a rewrite changes, if the guard answers by a rewrite. */
  readonly part?: keyof Rewrite;
  /** The call ran with the secret although snapveil had removed it from the arguments. */
  readonly ran?: true;
  readonly pass?: Pass;
  /** The files that the call would have harmed or sent, and the rules by their names. */
  readonly harm?: Harm;
}

/** A secret or an action to which a guard objects. */
export interface ObjectedItem {
  /** The kind of a secret, or the name of a rule. */
  readonly kind: string;
  /** The masked secret: `gh…9z (40 characters)`. */
  readonly excerpt?: string;
  /** The position in words: `content, line 3`. */
  readonly where?: string;
}

/** Entries of a list in the user's settings that allow the same secret or action from now on. */
interface Pass {
  /** The keys that lead to the list in the settings. */
  readonly setting: readonly string[];
  /** Entries to add: `hmac:SALT:DIGEST`, or others that the list takes. */
  readonly lines: readonly string[];
}

/** New values for fields of the event. Each replaces the whole field. */
export interface Rewrite {
  readonly toolInput?: Json;
  readonly messages?: readonly Json[];
  readonly toolResponse?: Json;
  readonly prompt?: string;
}

/** A builtin's answer to an event. `{}` changes and says nothing. */
export interface Outcome {
  readonly verdict?: Verdict;
  /** Texts for the model, in the order in which they were given. */
  readonly context?: readonly string[];
  readonly rewrite?: Rewrite;
  /**
   * Work that the model has to do before the turn may end, in sentences. An agent whose event has `resumes` then
   * continues the turn.
   */
  readonly unfinished?: readonly string[];
  /** Sentences for the person who uses the agent. They never hold a secret. */
  readonly notice?: readonly string[];
  /**
   * Notices that are true only if the rewrite is delivered: a notice must not say "redacted …" about a call that was
   * denied.
   */
  readonly rewriteNotice?: readonly string[];
  /** Texts for the model that are true only if the rewrite is delivered. */
  readonly rewriteContext?: readonly string[];
  /** The objections that led to the verdict and the rewrite. */
  readonly objections?: readonly Objection[];
}

/** The empty outcome: merging it changes nothing. */
export const nothing: Outcome = {};

export function context(text: string): Outcome {
  return { context: [text] };
}

export function deny(reason: string): Outcome {
  return { verdict: { kind: "deny", reason } };
}

export function block(reason: string): Outcome {
  return { verdict: { kind: "block", reason } };
}

/**
 * Joins two outcomes of one event, of which `second` was made after the rewrites of `first`.
 * The stricter verdict wins; equal verdicts join their reasons by a newline. Contexts and notices are appended.
 * If both rewrite the same part, the rewrite of `second` wins, because it already includes that of `first`.
 * Associative, with `nothing` as identity; a denial is never lost.
 */
export function merge(first: Outcome, second: Outcome): Outcome {
  if (first === nothing) return second;
  if (second === nothing) return first;
  const verdict = stricter(first.verdict, second.verdict);
  const context = append(first.context, second.context);
  const notice = append(first.notice, second.notice);
  const unfinished = append(first.unfinished, second.unfinished);
  const rewriteNotice = append(first.rewriteNotice, second.rewriteNotice);
  const rewriteContext = append(first.rewriteContext, second.rewriteContext);
  const objections = append(first.objections, second.objections);
  const rewrite = { ...first.rewrite, ...second.rewrite };
  return {
    ...defined({ verdict, context }),
    ...(Object.keys(rewrite).length > 0 && { rewrite }),
    ...defined({ unfinished, notice, rewriteNotice, rewriteContext, objections }),
  };
}

function append<Part>(
  first: readonly Part[] | undefined,
  second: readonly Part[] | undefined,
): readonly Part[] | undefined {
  return first && second ? [...first, ...second] : (first ?? second);
}

function stricter(first: Verdict | undefined, second: Verdict | undefined): Verdict | undefined {
  if (!first || !second) return first ?? second;
  const difference = VERDICTS.indexOf(first.kind) - VERDICTS.indexOf(second.kind);
  if (difference !== 0) return difference > 0 ? first : second;
  const joined = (texts: readonly string[]) => texts.filter((part) => part !== "").join("\n");
  const hasOwn = first.person !== undefined || second.person !== undefined;
  const suggestions = append(first.suggestions, second.suggestions);
  const isAsked = first.question !== undefined || second.question !== undefined;
  return {
    kind: first.kind,
    reason: joined([first.reason, second.reason]),
    ...(hasOwn && { person: joined([first.person ?? first.reason, second.person ?? second.reason]) }),
    ...(isAsked && { question: joined([questionOf(first), questionOf(second)]) }),
    ...(suggestions && { suggestions }),
  };
}

/** The text of a question that the agent asks the person because of a verdict. */
export function questionOf({ question, person, reason }: Verdict): string {
  return question ?? person ?? reason;
}
