import { isObject, type Json, type JsonObject, restoreNumbers } from "../../kit/json.ts";
import type { Reply } from "./dialect.ts";
import type { Outcome, Rewrite, Verdict } from "./outcome.ts";

/** A part of an answer: a place in its JSON, such as `hookSpecificOutput.updatedInput` → the value there. */
type Said = JsonObject;

/** The place of a part of an outcome, or a function that gives its places and values. */
type Place<Part> = string | ((part: Part, wireName: string, raw: JsonObject) => Said);

/** The form of a refusal: places and values of the answer, or exit code 2 with the reason on standard error alone. */
type Refusal = "exit" | ((reason: string, kind: Verdict["kind"], wireName: string, verdict: Verdict) => Said);

/** The form of an agent's answers. A part without a place is not sent; see `deliver` for its fate. */
export interface Answer {
  /** One refusal for all events, or one by each name; `*` is any other name. */
  readonly refusal: Refusal | Readonly<Record<string, Refusal>>;
  /**
   * A refusal also has exit code 2, and its reason on standard error: at all events, or at these, if the agent is known
   * to refuse by either. A shell's greeting before the JSON voids it, and then the code refuses by itself.
   */
  readonly alsoExits?: true | readonly string[];
  /** The form of a question to the person, by event; at an event without one a question is a refusal. */
  readonly ask?: Readonly<Record<string, (reason: string) => Said>>;
  /** The form of an approval in the person's place, by event. */
  readonly approval?: Readonly<Record<string, () => Said>>;
  readonly toolInput?: Place<Json>;
  readonly toolResponse?: Place<Json>;
  readonly messages?: Place<Json>;
  readonly prompt?: Place<string>;
  /** The model's text. `stdout`: everything printed goes to the model, so the text itself is printed and no JSON. */
  readonly context?: Place<string>;
  /** Events at which the printed text goes to the model even so; with such a text, a notice is left out. */
  readonly printed?: readonly string[];
  /** The person's text. `stderr`: on standard error. */
  readonly notice?: Place<string>;
  /** The object whose content is dropped unless the object names its event, and the key of that name. */
  readonly named?: readonly [object: string, key: string];
}

const PARTS: readonly (keyof Rewrite)[] = ["toolInput", "messages", "toolResponse", "prompt"];

/** The answer to an event, from an agent's table of places: the verdict, the rewrites, the texts, in this order. */
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

/** A refusal or a question, as the agent takes it. */
interface Refused {
  readonly said?: Said | undefined;
  /** The text on standard error, if exit code 2 goes along. */
  readonly exits?: string;
  /** The exit code is all of the refusal: nothing stands on standard output. */
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

/** The texts of an outcome by the way that each goes. */
interface Texts {
  /** The model's text in the answer's JSON. */
  readonly context?: string | undefined;
  /** The person's text in the answer's JSON. */
  readonly notice?: string | undefined;
  /** The model's text in the place of JSON. */
  readonly printed?: string | undefined;
  /** The person's text beside the answer. */
  readonly onStderr?: string | undefined;
}

function textsOf(to: Answer, outcome: Outcome, wireName: string): Texts {
  const context = outcome.context?.join("\n\n");
  const notice = outcome.notice?.join("\n");
  const isPrinted = to.context === "stdout" || to.printed?.includes(wireName) === true;
  const onStderr = to.notice === "stderr" ? notice : undefined;
  if (!isPrinted) return { context, notice, onStderr };
  // A notice would be JSON, and then the printed text would be a part of no answer.
  return { printed: context, notice: context === undefined ? notice : undefined, onStderr };
}

/** The entry of an event, whose name can be any word, `__proto__` too. */
function ofEvent<Value>(table: Readonly<Record<string, Value>>, wireName: string): Value | undefined {
  return Object.hasOwn(table, wireName) ? table[wireName] : undefined;
}

/** One JSON object on standard output, or nothing at all if there is nothing to say. */
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

/** `decision: block`, as most agents take it wherever something can be refused. */
export const decisionBlock = (reason: string): Said => ({ decision: "block", reason });

/** `decision: block` inside `hookSpecificOutput`, as some agents want it at the end of a turn. */
export const nestedBlock = (reason: string): Said => ({
  "hookSpecificOutput.decision": "block",
  "hookSpecificOutput.reason": reason,
});

/** A refusal as Claude Code takes it before a tool. */
export const permissionDenied = (reason: string): Said => ({
  "hookSpecificOutput.permissionDecision": "deny",
  "hookSpecificOutput.permissionDecisionReason": reason,
});

/** A question to the person as Claude Code takes it before a tool. */
export const permissionAsked = (reason: string): Said => ({
  ...permissionDenied(reason),
  "hookSpecificOutput.permissionDecision": "ask",
});

/**
 * Claude Code's places, which a dozen agents took over. A place that an agent ignores is absent from what its events
 * carry.
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
  // Without permissionDecision, for `allow` would approve the call without asking the person. All arguments go back: in
  // most agents a part of them fails the call.
  toolInput: "hookSpecificOutput.updatedInput",
  context: "hookSpecificOutput.additionalContext",
  notice: "systemMessage",
} as const satisfies Answer;

/**
 * Gemini CLI shows its model 40,000 characters of a tool's output; a replacement would get past that limit (600,000
 * were seen live).
 */
const LIMIT = 40_000;

/**
 * The text of a tool's output for answers that can carry nothing else: text as it is, the texts of message parts on
 * lines of their own, anything else as JSON.
 */
export function textOfOutput(value: Json): string {
  if (typeof value === "string") return value;
  const parts = isObject(value) && Array.isArray(value["content"]) ? value["content"] : value;
  if (Array.isArray(parts) && parts.length > 0 && parts.every(isObject)) {
    const known = parts.filter((part) => typeof part["text"] === "string" || typeof part["type"] === "string");
    if (known.length === parts.length)
      return parts
        .map((part) => (typeof part["text"] === "string" ? part["text"] : `[${part["type"] as string} left out]`))
        .join("\n");
  }
  return restoreNumbers(JSON.stringify(value));
}

/** The head and the tail of a text that is too long, with a line between them about the missing part. */
export function clip(text: string): string {
  if (text.length <= LIMIT) return text;
  const half = LIMIT / 2;
  return `${text.slice(0, half)}\n[${text.length - LIMIT} characters left out]\n${text.slice(-half)}`;
}
