import { closeSync, openSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import type { Io } from "../kit/io.ts";
import { makeFolder } from "../kit/files.ts";
import type { EventName } from "../agents/codec/events.ts";
import type { Events, HookEvent } from "../agents/codec/hook-event.ts";
import { dataDir, forgetOldFiles } from "../worktree/doors/data-dir.ts";
import type { KnownContext } from "../session/known-context.ts";

/**
 * Milliseconds without an event after which a session id stands for a new session: some agents use one id for all their
 * sessions.
 */
const STALE = 12 * 60 * 60 * 1000;

/**
 * Adds `session_start` and `turn_start` to the events of agents that take no text at these events: their texts are
 * given at the first later event at which the agent takes text. An empty file remembers each added event. If the model
 * has lost the texts, the events are added once more.
 */
export function withOpened(io: Io, events: Events, knownContext: KnownContext | undefined): Events {
  const [first] = events;
  const { opens = [], closesTurn, sessionId } = first;
  const again = toldAgain(events, knownContext);
  const place = sessionId && (opens.length > 0 || closesTurn) ? dataDir(io) : undefined;
  if (!place) return withAgain(events, again);
  const folder = join(place, "opened");
  const marker = (name: EventName) =>
    join(
      folder,
      [first.dialect, name, sessionId, (name === "turn_start" && first.promptId) || ""]
        .join("_")
        .replace(/[^\w-]/g, "_")
        .slice(0, 200),
    );
  if (closesTurn) rmSync(marker("turn_start"), { force: true });
  const opened = opens
    .filter((name) => isFirst(folder, marker(name), io))
    .map((name) => ({ ...first, name, isOpened: true }) as HookEvent);
  const [before, ...rest] = [...opened, ...events];
  return withAgain(
    [before ?? first, ...rest],
    again.filter((name) => !opened.some((event) => event.name === name)),
  );
}

/**
 * The events to add once more, because the model has lost their texts: `session_start` at the first turn after a
 * summary of the conversation (at each turn, if the agent keeps no texts), `turn_start` if the summary came in the
 * middle of a turn.
 */
function toldAgain(
  [first, ...rest]: Events,
  knownContext: KnownContext | undefined,
): ("session_start" | "turn_start")[] {
  const { goesOn, forgetsContext, opens = [] } = first;
  const names = [first, ...rest].map(({ name }) => name);
  if (names.includes("session_start")) return goesOn && !names.includes("turn_start") ? ["turn_start"] : [];
  const isTurn = names.includes("turn_start");
  if (isTurn && forgetsContext && opens.includes("session_start")) return ["session_start"];
  if ((!isTurn && !opens.includes("turn_start")) || !knownContext?.isLost) return [];
  return isTurn ? ["session_start"] : ["session_start", "turn_start"];
}

/** Adds a `session_start` in front of the events and a `turn_start` behind them, if `names` lists it. */
function withAgain(events: Events, names: readonly ("session_start" | "turn_start")[]): Events {
  const [first] = events;
  const again = (name: EventName) =>
    names
      .filter((one) => one === name)
      .map((one) => ({ ...first, name: one, isOpened: true, isAgain: true }) as HookEvent);
  const [before, ...rest] = [...again("session_start"), ...events, ...again("turn_start")];
  return [before ?? first, ...rest];
}

/**
 * Whether no other process has created the file yet. An agent may run several hooks at the same time, and only one hook
 * can create the file.
 */
function isFirst(folder: string, marker: string, io: Io): boolean {
  const stat = statSync(marker, { throwIfNoEntry: false });
  if (stat && io.now().getTime() - stat.mtimeMs < STALE) return false;
  if (stat) rmSync(marker, { force: true });
  try {
    makeFolder(folder);
    closeSync(openSync(marker, "wx", 0o600));
    forgetOldFiles(folder, io);
    return true;
  } catch {
    // Another hook created the file, or nothing can be written: a missing text is better than a text with every call.
    return false;
  }
}
