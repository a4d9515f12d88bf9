import type { Io } from "../kit/io.ts";
import { isObject, type JsonObject, parseLossless } from "../kit/json.ts";
import { stripBom } from "../kit/text.ts";
import { deliver } from "../agents/codec/deliver.ts";
import { detectDialect } from "../agents/codec/detect-dialect.ts";
import type { Reply } from "../agents/codec/dialect.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { dataDir } from "../worktree/data-dir.ts";
import { isFirstTime } from "../worktree/said.ts";
import { DEFAULT_SETTINGS } from "../worktree/settings.ts";
import type { SwitchedOff } from "../worktree/switch.ts";
import { offSentence } from "../worktree/turn-switch.ts";
import type { HookRequest } from "./dispatch.ts";

/**
 * The answer while snapveil is switched off: empty, but once a session, at the first event that can show the person a
 * notice, it says that snapveil is off. An unreadable payload passes: nothing guards now.
 */
export async function answerOff(io: Io, request: HookRequest, off: SwitchedOff): Promise<Reply> {
  const raw = payloadOf(io);
  const { dialect, wireName } = await detectDialect(raw, request, io.env);
  const [event] = dialect.decode(raw, wireName);
  const carriage = dialect.carries(wireName, raw, DEFAULT_SETTINGS);
  const isSaid = carriage.notice && isNews(io, event, off);
  return dialect.encode(deliver(isSaid ? { notice: [offSentence(off)] } : {}, carriage, dialect.title), wireName, raw);
}

function payloadOf(io: Io): JsonObject {
  try {
    const { value } = parseLossless(stripBom(io.readStdin()));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Without an id of the session, or a place to remember it, only its beginning is known to come once. */
function isNews(io: Io, { name, sessionId }: HookEvent, { since }: SwitchedOff): boolean {
  if (!sessionId || dataDir(io) === undefined) return name === "session_start";
  return isFirstTime(io, [sessionId, "switched off", since]);
}
