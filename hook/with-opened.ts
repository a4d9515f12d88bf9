import { closeSync, openSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import type { Io } from "../kit/io.ts";
import { makeFolder } from "../kit/files.ts";
import type { EventName } from "../agents/codec/events.ts";
import type { Events, HookEvent } from "../agents/codec/hook-event.ts";
import { dataDir, forgetOldFiles } from "../worktree/doors/data-dir.ts";
import type { KnownContext } from "../session/known-context.ts";

/** A session that nobody has gone on with for so long is begun anew; some agents name all their sessions the same. */
const STALE = 12 * 60 * 60 * 1000;

/**
 * The events of a payload, with those in front that it opens: an agent that takes no text at the start of a session or
 * a turn gets it with the first event after it that it does take text at. An empty file remembers each opened event. If
 * the model has lost its context, both are opened once more.
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
 * Beginnings that the model has to hear of again: that of the session, at the first turn after a summary or, if the
 * agent keeps nothing, at each; that of the turn, if the summary came in the middle of it.
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

/** A turn's comes behind the session's. */
function withAgain(events: Events, names: readonly ("session_start" | "turn_start")[]): Events {
  const [first] = events;
  const again = (name: EventName) =>
    names
      .filter((one) => one === name)
      .map((one) => ({ ...first, name: one, isOpened: true, isAgain: true }) as HookEvent);
  const [before, ...rest] = [...again("session_start"), ...events, ...again("turn_start")];
  return [before ?? first, ...rest];
}

/** Whether no other process was here before, by which one makes the file: hooks of one agent run at the same time. */
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
    return false; // another hook was faster, or there is no place for state: text once too little, not with every call
  }
}
