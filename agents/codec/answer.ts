import type { Json, JsonObject } from "../../kit/json.ts";
import type { Reply } from "./dialect.ts";
import type { Outcome, Rewrite, Verdict } from "./outcome.ts";

/** Fields of an answer, by their path in its JSON, such as `hookSpecificOutput.updatedInput`. */
type Said = JsonObject;

/** The path at which a part of an outcome goes into the answer, or a function that returns its paths and values. */
type Place<Part> = string | ((part: Part, wireName: string, raw: JsonObject) => Said);

/** The form of a refusal: fields of the answer, or (`exit`) exit code 2 and the reason on standard error alone. */
type Refusal = "exit" | ((reason: string, kind: Verdict["kind"], wireName: string, verdict: Verdict) => Said);

/**
 * The form of an agent's answers: for each part of an outcome its path in the JSON. A part without a path is not sent;
 * `deliver` has replaced it by a refusal or a warning before the answer is made.
 */
export interface Answer {
  /** The form of a refusal, for all events or by the event's name; `*` is the form for all other names. */
  readonly refusal: Refusal | Readonly<Record<string, Refusal>>;
  /**
   * A refusal also exits with code 2 and writes its reason to standard error, at all events (`true`) or at the listed
   * ones, for agents known to accept either form. If a shell prints a greeting before the JSON, the agent cannot read
   * the JSON, but the exit code still refuses.
   */
  readonly alsoExits?: true | readonly string[];
  /** The form of a question to the person, by event. At an event without an entry a question becomes a refusal. */
  readonly ask?: Readonly<Record<string, (reason: string) => Said>>;
  /** The form of an approval in place of the person, by event. */
  readonly approval?: Readonly<Record<string, () => Said>>;
  readonly toolInput?: Place<Json>;
  readonly toolResponse?: Place<Json>;
  readonly messages?: Place<Json>;
  readonly prompt?: Place<string>;
  /**
   * The text for the model. `stdout`: the agent gives everything printed to the model, so the text is printed without
   * JSON.
   */
  readonly context?: Place<string>;
  /**
   * More events at which the text for the model is printed without JSON. If there is such a text, the notice is not
   * sent.
   */
  readonly printed?: readonly string[];
  /** The text for the person. `stderr`: the text goes to standard error. */
  readonly notice?: Place<string>;
  /**
   * An object of the answer that the agent ignores unless the object holds the event's name, and the key of the name.
   * Default `hookSpecificOutput` and `hookEventName`.
   */
  readonly named?: readonly [object: string, key: string];
}

const PARTS: readonly (keyof Rewrite)[] = ["toolInput", "messages", "toolResponse", "prompt"];

/** Makes the reply to an event from an agent's table: the verdict, then the rewrites, then the texts. */
export function answer(to: Answer, outcome: Outcome, wireName: string, raw: JsonObject): Reply {
  const { verdict, rewrite = {} } = outcome;
  const said: Said = {};
  const say = <Part extends Json>(place: Place<Part> | undefined, part: Part | undefined) => {
    if (place !== undefined && part !== undefined)
      Object.assign(said, typeof place === "string" ? { [place]: part } : place(part, wireName, raw));
  };
  const refused = verdict && verdict.kind !== "allow" ? refuse(to, verdict, wireName) : undefined;
  if (refused?.isAlone) return { stdout: "", stderr: refused.exits!, exitCode: 2 };
  Object.assign(said, refused?.said);
  if (verdict?.kind === "allow" && to.approval) Object.assign(said, ofEvent(to.approval, wireName)?.());
  for (const part of PARTS) say(to[part] as Place<Json>, rewrite[part] as Json | undefined);
  const { context, notice, printed, onStderr } = textsOf(to, outcome, wireName);
  say(to.context, context);
  if (to.notice !== "stderr") say(to.notice, notice);
  const reply = jsonReply(nested(said, wireName, to.named));
  return {
    ...reply,
    ...(reply.stdout === "" && printed !== undefined && { stdout: printed }),
    ...(onStderr !== undefined && { stderr: `${onStderr}\n` }),
    ...(refused?.exits !== undefined && { stderr: refused.exits, exitCode: 2 }),
  };
}

/** A refusal or a question in the agent's form. */
interface Refused {
  readonly said?: Said | undefined;
  /** The text on standard error, if the refusal also exits with code 2. */
  readonly exits?: string;
  /** Exit code 2 and standard error are the whole refusal: standard output stays empty. */
  readonly isAlone?: true;
}

function refuse(to: Answer, verdict: Verdict, wireName: string): Refused {
  const reason = verdict.reason || "denied by a hook";
  const { refusal } = to;
  const ask = verdict.kind === "ask" && to.ask ? ofEvent(to.ask, wireName) : undefined;
  const form = typeof refusal === "object" ? (ofEvent(refusal, wireName) ?? refusal["*"]) : refusal;
  const exits = `${reason}\n`;
  if (form === "exit") return { exits, isAlone: true };
  if (ask) return { said: ask(reason) };
  const alsoExits = to.alsoExits === true || to.alsoExits?.includes(wireName);
  return { said: form?.(reason, verdict.kind, wireName, verdict), ...(alsoExits && { exits }) };
}

/** The texts of an outcome, by the channel each is sent on. */
interface Texts {
  /** The text for the model, in the answer's JSON. */
  readonly context?: string | undefined;
  /** The text for the person, in the answer's JSON. */
  readonly notice?: string | undefined;
  /** The text for the model, printed instead of JSON. */
  readonly printed?: string | undefined;
  /** The text for the person, on standard error. */
  readonly onStderr?: string | undefined;
}

function textsOf(to: Answer, outcome: Outcome, wireName: string): Texts {
  const context = outcome.context?.join("\n\n");
  const notice = outcome.notice?.join("\n");
  const isPrinted = to.context === "stdout" || to.printed?.includes(wireName) === true;
  const onStderr = to.notice === "stderr" ? notice : undefined;
  if (!isPrinted) return { context, notice, onStderr };
  // No notice is sent beside a printed text: the notice is JSON, and with JSON on standard output the agent would not
  // take the text.
  return { printed: context, notice: context === undefined ? notice : undefined, onStderr };
}

/**
 * The entry of an event in a table; `undefined` if there is none. Inherited keys are left out, because a payload may
 * name its event `__proto__`.
 */
function ofEvent<Value>(table: Readonly<Record<string, Value>>, wireName: string): Value | undefined {
  return Object.hasOwn(table, wireName) ? table[wireName] : undefined;
}

/** One JSON object on standard output; no output if the object is empty. */
function jsonReply(object: JsonObject): Reply {
  return { stdout: Object.keys(object).length === 0 ? "" : JSON.stringify(object), stderr: "", exitCode: 0 };
}

function nested(said: Said, wireName: string, named: Answer["named"] = ["hookSpecificOutput", "hookEventName"]) {
  const answered: JsonObject = {};
  for (const [place, value] of Object.entries(said)) {
    const steps = place.split(".");
    const last = steps.pop()!;
    let object = answered;
    for (const step of steps) {
      object[step] ??= step === named[0] ? { [named[1]]: wireName } : {};
      object = object[step] as JsonObject;
    }
    object[last] = value;
  }
  return answered;
}

/** A refusal by `decision: block`, the form of most agents for most events. */
export const decisionBlock = (reason: string): Said => ({ decision: "block", reason });

/** A refusal by `decision: block` inside `hookSpecificOutput`, the form of some agents at the end of a turn. */
export const nestedBlock = (reason: string): Said => ({
  "hookSpecificOutput.decision": "block",
  "hookSpecificOutput.reason": reason,
});

/** Refuses a call in Claude Code's form for the event before a tool. */
export const permissionDenied = (reason: string): Said => ({
  "hookSpecificOutput.permissionDecision": "deny",
  "hookSpecificOutput.permissionDecisionReason": reason,
});

/** Asks the person in Claude Code's form for the event before a tool. */
export const permissionAsked = (reason: string): Said => ({
  ...permissionDenied(reason),
  "hookSpecificOutput.permissionDecision": "ask",
});

/**
 * Claude Code's form of answers, which a dozen other agents use as well. If an agent ignores one of these fields, its
 * event rows do not list the part, so `deliver` removes it.
 */
export const CLAUDE_ANSWER = {
  refusal: {
    PreToolUse: permissionDenied,
    PermissionRequest: (message: string): Said => ({
      "hookSpecificOutput.decision": { behavior: "deny", message },
    }),
    "*": decisionBlock,
  },
  approval: { PermissionRequest: (): Said => ({ "hookSpecificOutput.decision": { behavior: "allow" } }) },
  // `permissionDecision` is not set, because `allow` would run the call without asking the person. `updatedInput` holds
  // all arguments, because most agents fail a call whose arguments are incomplete.
  toolInput: "hookSpecificOutput.updatedInput",
  context: "hookSpecificOutput.additionalContext",
  notice: "systemMessage",
} as const satisfies Answer;
