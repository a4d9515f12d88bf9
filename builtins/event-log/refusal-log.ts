import type { HookEvent } from "../../agents/codec/hook-event.ts";
import type { Objection, Outcome } from "../../agents/codec/outcome.ts";
import { harmlessJson } from "../../kit/json.ts";
import type { Io } from "../../kit/io.ts";
import { dataDir } from "../../worktree/doors/data-dir.ts";
import { fingerprintOf, isFingerprintOf, keptSalt } from "../../redactors/doors/allow.ts";
import { sessionName } from "../../session/passes.ts";
import { newInSession } from "../../session/said.ts";
import type { Call } from "../call.ts";
import { entryOf } from "./entry.ts";
import { appendLine } from "./log-file.ts";

/**
 * The settings and lines that would let a refused call or a redacted secret pass, for one id. They are stored in a
 * separate file and in no log, since they hold digests, from which a password can be guessed.
 */
export interface PassEntry {
  readonly id: string;
  readonly passes: readonly NonNullable<Objection["pass"]>[];
  /** The name of the session; absent if the agent names none. */
  readonly session?: string;
  /** The fingerprint of the call; absent if the event announces no call. */
  readonly call?: string;
}

/**
 * The sizes in bytes above which the log and the file of passes are renamed, so that the next line begins a new file.
 */
const [LARGEST, LARGEST_PASSES] = [1024 * 1024, 256 * 1024] as const;

type Place = Pick<Io, "env" | "platform">;

/** The log of refusals, questions and redactions; `undefined` if the data folder is unknown. */
export function refusalLog(io: Place): string | undefined {
  const data = dataDir(io);
  return data && `${data}/log/refusals.jsonl`;
}

export function passLog(io: Place): string | undefined {
  const data = dataDir(io);
  return data && `${data}/log/passes.jsonl`;
}

/** An id for the answer to an event, short enough to type. */
export function refusalId({ sessionId = "", toolUseId = "" }: HookEvent, io: Io): string {
  // FNV-1a is enough, since the id protects no secret; loading node:crypto takes 3 ms.
  let id = 0x811c9dc5;
  for (const letter of `${io.now().toISOString()} ${io.pid} ${sessionId} ${toolUseId}`)
    id = Math.imul(id ^ letter.codePointAt(0)!, 0x01000193) >>> 0;
  return id.toString(16).padStart(8, "0");
}

/**
 * Logs a refusal or a redaction, and stores the lines that would let it pass. A secret that is redacted in every round
 * of a conversation is logged once a session.
 */
export async function logRefusal(event: HookEvent, call: Call & { readonly answered: { id: string } }): Promise<void> {
  const { io, answered } = call;
  const { outcome, id } = answered!;
  const [log, passes] = [refusalLog(io), passLog(io)];
  if (log === undefined || passes === undefined || !isNews(outcome, event, io)) return;
  const { sessionId } = event;
  const announced = callText(event);
  const entry: PassEntry = {
    id,
    passes: (outcome.objections ?? []).flatMap(({ pass }) => pass ?? []),
    ...(sessionId && { session: sessionName(sessionId) }),
    ...(announced !== undefined && { call: fingerprintOf(announced, keptSalt(io)) }),
  };
  if (entry.passes.length > 0) await appendLine(io, passes, `${JSON.stringify(entry)}\n`, LARGEST_PASSES);
  await appendLine(io, log, `${harmlessJson(await entryOf(event, call))}\n`, LARGEST);
}

/** Whether an event announces the call that was refused, by the fingerprint of its tool and arguments. */
export function isPassedCall(event: HookEvent, fingerprint: string): boolean {
  const text = callText(event);
  return text !== undefined && isFingerprintOf(text, fingerprint);
}

/** The tool and the arguments of an announced call as one text; `undefined` for any other event. */
function callText({ name, toolName = "", toolInput }: HookEvent): string | undefined {
  if (!/^(?:pre_tool_use|tool_input_transform|tool_guard)$/.test(name) || toolInput === undefined) return undefined;
  return JSON.stringify([toolName, toolInput]);
}

function isNews({ verdict, objections = [] }: Outcome, { sessionId }: HookEvent, io: Io): boolean {
  if ((verdict && verdict.kind !== "allow") || !sessionId || objections.some(({ ran }) => ran)) return true;
  const lines = objections.flatMap(({ found }) =>
    found.map(({ kind, excerpt = "", where = "" }) => JSON.stringify([kind, excerpt, where])),
  );
  return lines.length === 0 || newInSession(io, sessionId, lines).length > 0;
}
