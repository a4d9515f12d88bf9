import type { HookEvent } from "../../agents/codec/hook-event.ts";
import { isoTime } from "../../kit/iso-time.ts";
import { asNumber, type Json, type JsonObject } from "../../kit/json.ts";
import { findSecrets } from "../../redactors/find-secrets.ts";
import type { Call } from "../call.ts";
import { surelyRun } from "../shell/shell-arguments.ts";
import { toolKind } from "../tool-kind.ts";
import type { LogEntry } from "./entry.ts";

/** Characters of a command, of a reason, and of names that an agent gives. */
const COMMAND = 200;
const REASON = 300;
const NAME = 200;
/** Numbers of a usage. */
const MOST = 20;
const UNSEARCHED = "[left out: it could not be searched for secrets]";

/** What a log says of an event. */
export async function entryOf(event: HookEvent, call: Call): Promise<LogEntry> {
  const { dialect, name, wireName, sessionId, toolFailed, approval, approvalSource, usage } = event;
  const { outcome = {}, canonical = [name] } = call.answered ?? {};
  const { verdict, rewrite } = outcome;
  const { tool, command, reason } = await cleanTexts(event, verdict?.reason, call);
  const sizes = sizesOf(event);
  const used = numbersOf(usage);
  const cost = asNumber(event.cost);
  return {
    time: isoTime(call.io.now()),
    agent: dialect,
    ...(sessionId !== undefined && { session: cut(sessionId, NAME) }),
    event: cut(wireName || name, NAME),
    canonical,
    ...(tool !== undefined && { tool: cut(tool, NAME) }),
    ...(command !== undefined && { command: cut(command, COMMAND) }),
    ...(verdict && { verdict: verdict.kind }),
    ...(reason && { reason: cut(reason, REASON) }),
    ...(rewrite && { rewrites: Object.keys(rewrite) }),
    ...(Object.keys(sizes).length > 0 && { sizes }),
    ...(toolFailed && { error: toolFailed }),
    ...(approval !== undefined && { approval: cut(approval, NAME) }),
    ...(approvalSource !== undefined && { approval_source: cut(approvalSource, NAME) }),
    ...(used && { usage: used }),
    ...(cost !== undefined && { cost }),
  };
}

interface Texts {
  readonly tool?: string | undefined;
  readonly command?: string | undefined;
  readonly reason?: string | undefined;
}

/** The texts that may quote a secret, searched whole: one that is cut in two would no longer be known for one. */
async function cleanTexts(event: HookEvent, reason: string | undefined, { io, settings }: Call): Promise<Texts> {
  const { toolName: tool, toolCategory, toolInput, cwd } = event;
  const isShell = toolInput !== undefined && toolKind(tool, toolCategory, toolInput) === "shell";
  const texts = [tool, isShell ? surelyRun(toolInput).join("\n") : undefined, reason?.split("\n", 1)[0]];
  try {
    const { value } = await findSecrets(
      texts.map((text) => text ?? ""),
      { io, settings },
      cwd,
      {},
    );
    const [cleanTool, command, cleanReason] = texts.map((text, at) => text && value[at]);
    return { tool: cleanTool, command, reason: cleanReason };
  } catch {
    // No time is left, or a rule is broken: the line says all the same that there was an event.
    const [noTool, command, noReason] = texts.map((text) => text && UNSEARCHED);
    return { tool: noTool, command, reason: noReason };
  }
}

function sizesOf({ toolInput, toolResponse, prompt, messages }: HookEvent): Record<string, number> {
  const parts = Object.entries({ input: toolInput, output: toolResponse, prompt, messages });
  return Object.fromEntries(parts.flatMap(([name, part]) => (part === undefined ? [] : [[name, bytesOf(part)]])));
}

function bytesOf(part: Json | readonly Json[]): number {
  return Buffer.byteLength(typeof part === "string" ? part : JSON.stringify(part));
}

function numbersOf(usage: JsonObject | undefined): Record<string, number> | undefined {
  const numbers = Object.entries(usage ?? {}).flatMap(([key, value]) => {
    const number = asNumber(value);
    return number !== undefined && /^\w{1,40}$/.test(key) ? [[key, number] as const] : [];
  });
  return numbers.length === 0 ? undefined : Object.fromEntries(numbers.slice(0, MOST));
}

/** The first characters, none of them cut in two. */
function cut(text: string, characters: number): string {
  return Array.from(text.slice(0, 2 * characters))
    .slice(0, characters)
    .join("");
}
