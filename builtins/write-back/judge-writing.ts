import type { Writing } from "../../call/writing.ts";
import { findMarkers } from "../../redactors/doors/marker.ts";

/**
 * The fault of a write. `marker`: it would put a marker at a place without one. `anchor`: it looks for a text with a
 * marker, which the file does not contain.
 */
export type Fault = "marker" | "anchor";

/**
 * The fault of a write; `undefined` if there is none. A marker is no fault if the replaced text has it, too, or if the
 * same line is in the file already.
 * @param disk the file's present text; absent if the file does not exist or cannot be read
 */
export function judgeWriting(
  { file, text, old, adds, mayStand }: Writing,
  disk: string | undefined,
): Fault | undefined {
  if (mayStand) return undefined;
  const put = markersIn(text);
  const there = (disk ?? "").replaceAll("\r\n", "\n");
  if (old !== undefined) {
    const taken = markersIn(old);
    if (!holds(there, markedLines(old))) return "anchor";
    return put.length > 0 && !covers(taken, put) ? "marker" : undefined;
  }
  if (put.length === 0) return undefined;
  if (adds) return "marker";
  const lines = there.split("\n").map((line) => line.trim());
  const marked = markedLines(text);
  // A notebook stores the lines of its cells as JSON strings.
  return covers(lines, marked) || (file?.endsWith(".ipynb") && holds(there, marked)) ? undefined : "marker";
}

function markersIn(text: string): string[] {
  const spans = findMarkers(text);
  const markers: string[] = [];
  for (let at = 0; at < spans.length; at += 2) markers.push(text.slice(spans[at], spans[at + 1]));
  return markers;
}

/** The lines of a text that hold a marker, trimmed. */
function markedLines(text: string): string[] {
  if (findMarkers(text).length === 0) return [];
  return text
    .split(/\r?\n/)
    .filter((line) => findMarkers(line).length > 0)
    .map((line) => line.trim());
}

/** The most lines that are searched for in a file. */
const MOST = 200;

/** Whether a file's text contains lines, or parts of lines, as they are or as in a JSON string. */
function holds(there: string, marked: readonly string[]): boolean {
  const lines = new Set(there.split("\n").map((line) => line.trim()));
  const parts = [...new Set(marked)].filter((line) => !lines.has(line));
  return parts.length <= MOST && parts.every((line) => there.includes(line) || there.includes(escaped(line)));
}

function escaped(line: string): string {
  return JSON.stringify(line).slice(1, -1);
}

/** Whether `all` contains each line of `some`, at least as often as `some` does. */
function covers(all: readonly string[], some: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const one of all) left.set(one, (left.get(one) ?? 0) + 1);
  return some.every((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count > 0;
  });
}

const OPEN = String.raw`(?:\[|\\{1,2}(?:x5[bB]|u005[bB]|u\{5[bB]\}|U0000005[bB]|0?133))`;
const CLOSE = String.raw`(?:\]|\\{1,2}(?:x5[dD]|u005[dD]|u\{5[dD]\}|U0000005[dD]|0?135))`;
const ESCAPED = new RegExp(`${OPEN}REDACTED(:[a-z0-9-]{1,48})?${CLOSE}`, "g");

/**
 * A text with every marker in its plain form: brackets that are written as escapes of a shell, JSON, Python or
 * JavaScript become plain brackets. `\[REDACTED\]` stays as it is, since it is a pattern that searches for a marker.
 */
export function plainMarkers(text: string): string {
  return text.replace(ESCAPED, (_whole, kind: string | undefined) => `[REDACTED${kind ?? ""}]`);
}
