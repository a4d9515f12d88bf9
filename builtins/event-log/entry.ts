import { defined } from "../../kit/defined.ts";
import type { HookEvent } from "../../agents/codec/hook-event.ts";
import { allowsById } from "../../agents/codec/list-found.ts";
import type { ObjectedItem, Objection } from "../../agents/codec/outcome.ts";
import { asNumber, type Json, type JsonObject } from "../../kit/json.ts";
import { findSecrets } from "../../redactors/doors/find-secrets.ts";
import type { Call } from "../call.ts";
import { callView } from "../../call/call-view.ts";

/** A log entry about an event: its kind and snapveil's answer, never its content. */
export interface LogEntry {
  /** The id for `snapveil allow`; absent if nothing was refused or redacted. */
  readonly id?: string;
  /** The time in UTC, by RFC 3339. */
  readonly time: string;
  readonly agent: string;
  readonly session?: string;
  /** The event's name as the agent spells it. */
  readonly event: string;
  /** The canonical events for which the event stands. */
  readonly canonical: readonly string[];
  readonly tool?: string;
  /** The beginning of the command that the call runs in a shell, redacted. */
  readonly command?: string;
  /** The verdict that the agent gets; absent if there is none. */
  readonly verdict?: "allow" | "ask" | "deny" | "block";
  /** The first line of the verdict's reason. */
  readonly reason?: string;
  /** The parts of the event that the answer rewrites. */
  readonly rewrites?: readonly string[];
  /** The findings of the answer: kinds, excerpts and places. */
  readonly found?: readonly (ObjectedItem & Pick<Objection, "guard">)[];
  /** The agent ran the call although a secret was found in it. */
  readonly ran?: true;
  /** The agent's working directory; absent if nothing was refused or redacted. */
  readonly folder?: string;
  /** The size of each part of the event in bytes: `input`, `output`, `prompt`, `messages`. */
  readonly sizes?: Readonly<Record<string, number>>;
  /** The tool failed. */
  readonly error?: true;
  readonly approval?: string;
  readonly approval_source?: string;
  readonly usage?: Readonly<Record<string, number>>;
  readonly cost?: number;
}

/** The most characters of a command, of a reason, and of names that an agent sends. */
const COMMAND = 200;
const REASON = 600;
const NAME = 200;
/** The most numbers of an event's `usage` (tokens, cost) that an entry holds. */
const MOST = 20;
const UNSEARCHED = "[left out: it could not be searched for secrets]";

/** Makes the log entry about an event. */
export async function entryOf(event: HookEvent, call: Call): Promise<LogEntry> {
  const { dialect, name, wireName, sessionId, toolFailed, approval, approvalSource, usage } = event;
  const { outcome = {}, canonical = [name], id } = call.answered ?? {};
  const { verdict, rewrite, objections = [] } = outcome;
  const found = objections.flatMap(({ guard, found }) =>
    found.map((one) => ({ ...(guard !== undefined && { guard }), ...one })),
  );
  const folder = id === undefined ? undefined : event.cwd;
  const firstLine = verdict?.reason.split("\n", 1)[0];
  const said = firstLine !== undefined && id !== undefined ? allowsById(firstLine, id) : firstLine;
  const given = [event.toolName, said, sessionId, wireName, approval, approvalSource, folder];
  const names = Object.keys(usage ?? {}).slice(0, MOST);
  const clean = await cleanTexts([...given, ...names], event, call);
  const [tool, reason, session, wire, approved, approver, cleanFolder, ...cleanNames] = clean;
  const [command] = await cleanTexts([ifReadable(() => commandOf(event))], event, call);
  return defined({
    id,
    time: call.io.now().toISOString(),
    agent: dialect,
    session: cut(session, NAME),
    event: cut(wire || name, NAME),
    canonical,
    tool: cut(tool, NAME),
    command: cut(command, COMMAND),
    verdict: verdict?.kind,
    reason: cut(reason || undefined, REASON),
    rewrites: rewrite && Object.keys(rewrite),
    found: found.length > 0 ? found : undefined,
    ran: objections.some(({ ran }) => ran) ? (true as const) : undefined,
    folder: cut(cleanFolder, NAME),
    sizes: ifReadable(() => sizesOf(event)),
    error: toolFailed || undefined,
    approval: cut(approved, NAME),
    approval_source: cut(approver, NAME),
    usage: numbersOf(usage, cleanNames),
    cost: asNumber(event.cost),
  });
}

/**
 * Redacts texts. Each text is searched before it is shortened, since a secret that is cut in two would not be
 * recognized. If the search fails for lack of time or because of a broken rule, a placeholder replaces each text, so
 * that the entry can be written all the same.
 */
async function cleanTexts(
  texts: readonly (string | undefined)[],
  { cwd }: HookEvent,
  { io, settings }: Call,
): Promise<(string | undefined)[]> {
  if (!texts.some(Boolean)) return [];
  try {
    const all = texts.map((text) => text ?? "");
    const { value } = await findSecrets(all, { io, settings }, cwd, {});
    return texts.map((text, at) => text && value[at]);
  } catch {
    return texts.map((text) => text && UNSEARCHED);
  }
}

/** The command that a call runs in a shell; `undefined` for other calls. */
function commandOf(event: HookEvent): string | undefined {
  const { kind, scriptsRun } = callView(event);
  return event.toolInput === undefined || kind !== "shell" ? undefined : scriptsRun.join("\n");
}

/**
 * The value that `look` returns; `undefined` if it throws, for instance because the event's JSON is nested too deep.
 */
function ifReadable<Value>(look: () => Value): Value | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

/** The size of each part in bytes; `undefined` if the event has none of these parts. */
function sizesOf({ toolInput, toolResponse, prompt, messages }: HookEvent): Record<string, number> | undefined {
  const parts = Object.entries(defined({ input: toolInput, output: toolResponse, prompt, messages }));
  return parts.length === 0 ? undefined : Object.fromEntries(parts.map(([name, part]) => [name, bytesOf(part)]));
}

function bytesOf(part: Json | readonly Json[]): number {
  return Buffer.byteLength(typeof part === "string" ? part : JSON.stringify(part));
}

/** The numbers of a usage whose names are plain words without secrets. */
function numbersOf(
  usage: JsonObject | undefined,
  clean: readonly (string | undefined)[],
): Record<string, number> | undefined {
  const numbers = Object.entries(usage ?? {}).flatMap(([key, value], at) => {
    const number = asNumber(value);
    return number !== undefined && clean[at] === key && /^\w{1,40}$/.test(key) ? [[key, number] as const] : [];
  });
  return numbers.length === 0 ? undefined : Object.fromEntries(numbers);
}

/** The first characters of a text. No surrogate pair is cut in two. */
function cut<Text extends string | undefined>(text: Text, characters: number): Text | string {
  if (text === undefined) return text;
  return Array.from(text.slice(0, 2 * characters))
    .slice(0, characters)
    .join("");
}
