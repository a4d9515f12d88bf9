import type { Io } from "../kit/io.ts";
import type { JsonObject } from "../kit/json.ts";
import { deliver } from "../agents/codec/deliver.ts";
import type { Detected } from "../agents/codec/detect-dialect.ts";
import type { Reply } from "../agents/codec/dialect.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { dataDir } from "../worktree/doors/data-dir.ts";
import { DEFAULT_SETTINGS } from "../worktree/doors/settings.ts";
import { offSentence, type Off } from "../worktree/doors/switch.ts";
import { isFirstTime } from "../session/said.ts";

/**
 * The reply while snapveil is off. It is empty, except once in a session: the first event that can show a notice tells
 * the person that snapveil is off.
 */
export function answerOff(io: Io, { dialect, wireName }: Detected, raw: JsonObject, event: HookEvent, off: Off): Reply {
  const capabilities = dialect.carries(wireName, raw, DEFAULT_SETTINGS);
  const isSaid = capabilities.notice && isNews(io, event, off);
  return dialect.encode(
    deliver(isSaid ? { notice: [offSentence(off)] } : {}, capabilities, dialect.title),
    wireName,
    raw,
  );
}

/**
 * Whether the person has not yet seen the notice that snapveil is off in this session. Without a session id or a data
 * folder nothing can be remembered, so only the start of a session shows the notice.
 */
function isNews(io: Io, { name, sessionId }: HookEvent, off: Off): boolean {
  if (!sessionId || dataDir(io) === undefined) return name === "session_start";
  return isFirstTime(io, [sessionId, "switched off", off === "variable" ? off : off.since]);
}
