import { basename } from "node:path";

import type { HookEvent } from "../agents/codec/hook-event.ts";
import { context, nothing, type Outcome } from "../agents/codec/outcome.ts";
import type { Io } from "../kit/io.ts";
import { counted, printable } from "../kit/text.ts";
import { findSecrets } from "../redactors/doors/find-secrets.ts";
import { findPlace } from "../shadow-repo/doors/place.ts";
import type { Settings } from "../worktree/doors/settings.ts";
import { takeRestoredNote, type RestoredPart, type RestoredState } from "../session/restored-notes.ts";
import type { Watch } from "./watch.ts";

/** The most files that the text names, so that it fits on a screen. */
const NAMED = 20;

const HEAD =
  "Files of this project were put back with snapveil (undo, redo or restore), so what you know of them is out of " +
  "date. Read them again before you edit them or rely on them, and do not repeat what was taken back unless you are " +
  "asked to.";

/** Tells the model once which files undo, redo or restore put back since the session's last event. */
export async function tellRestored(
  io: Io,
  { sessionId: session, cwd }: HookEvent,
  settings: Settings,
  watch: Pick<Watch, "tells"> | undefined,
): Promise<Outcome> {
  const place = session && cwd ? placeIn(io, cwd) : undefined;
  if (!session || !place) return nothing;
  const states = takeRestoredNote(io, { session, worktree: basename(place.shadow) }).toReversed();
  if (states.length === 0) return nothing;
  watch?.tells();
  const files = states.flatMap((state) => state.files.slice(0, NAMED));
  const names = await cleanNames(io, settings, cwd, [
    ...states.map(({ title = "" }) => title),
    ...files.map(({ path }) => path),
  ]);
  return context([HEAD, ...linesOf(states, names)].join("\n"));
}

/**
 * Lines that list the states, newest first, with their files; the last line has the number of files that are not
 * listed.
 */
function linesOf(states: readonly RestoredState[], names: ReadonlyMap<string, string>): string[] {
  const lines: string[] = [];
  let [room, more, last] = [NAMED, 0, ""];
  for (const state of states) {
    const shown = state.files.slice(0, room);
    room -= shown.length;
    more += state.files.length - shown.length + state.more;
    if (shown.length === 0) continue;
    const heading = `As ${state.side} ${stepOf(state, names)}:`;
    if (heading !== last) lines.push(heading);
    last = heading;
    for (const { path, status, part } of shown) {
      const state = status === "deleted" ? " (no longer there)" : part ? ` (${partInWords(part)})` : "";
      lines.push(`- ${names.get(path) ?? "(a file)"}${state}`);
    }
  }
  return more > 0 ? [...lines, `and ${counted(more, "more file", "more files")}`] : lines;
}

function stepOf({ id, at, title, isCall }: RestoredState, names: ReadonlyMap<string, string>): string {
  const clean = title === undefined ? undefined : names.get(title);
  return `${clean === undefined ? "" : `${isCall ? "a call of " : ""}the turn "${clean}", `}checkpoint ${id} of ${at}`;
}

/** Says that a file is as before or after the turn only in part. */
function partInWords(part: RestoredPart): string {
  if (part === "edits stay") return "only in the lines of that change: later edits in it stay";
  if (part === "redone") return "only in part: other hunks of that change are still undone";
  return `only in ${part.count} of ${counted(part.of, "hunk")} of that change: the others stay`;
}

/** File name → the name without secrets, on one line. Empty if the names could not be searched. */
async function cleanNames(
  io: Io,
  settings: Settings,
  cwd: string | undefined,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  try {
    const { value } = await findSecrets([...names], { io, settings }, cwd, {});
    return new Map(names.map((name, at) => [name, printable(value[at]!)]));
  } catch {
    return new Map();
  }
}

function placeIn(io: Io, folder: string): ReturnType<typeof findPlace> {
  try {
    return findPlace(io, folder);
  } catch {
    return undefined; // the folder was deleted
  }
}
