import { isObject, type Json } from "../../kit/json.ts";
import { findSecrets } from "../../redactors/doors/find-secrets.ts";
import { findMarkers, toMarker } from "../../redactors/doors/marker.ts";
import type { CallEvent } from "../../agents/codec/hook-event.ts";
import type { Call } from "../call.ts";
import { isServers, resolvedPath } from "../../call/tool-kind.ts";
import { textOnDisk } from "./guard-write-back.ts";
import type { Path } from "../../call/writing.ts";
import { judgeWriting } from "./judge-writing.ts";
import { parseWritings } from "./parse-writings.ts";
import { callView } from "../../call/call-view.ts";

/** A file's text (`real`), and the text that the model saw of it (`text`). */
interface Shown {
  readonly real: string;
  readonly text: string;
  /** `[start in text, end in text, start in real, end in real]` of each finding. */
  readonly hidden: readonly (readonly [number, number, number, number])[];
}

/**
 * The arguments of a call that edits or writes a file, with each marker replaced by its value. The value is read from
 * the file itself at this moment; nothing else stores it. `undefined` if a value is ambiguous, or if it would go
 * anywhere but to the file that contains it.
 */
export async function restoreMarkers(event: CallEvent, call: Call): Promise<Json | undefined> {
  const { toolInput: input, toolName = "", toolCategory } = event;
  // The value would be sent to an MCP server, or to the model if the agent shows its model the rewritten arguments.
  if (!isObject(input) || isRemote(toolName, toolCategory, input) || event.showsRewrites) return undefined;
  let result: Json = input;
  for (const writing of parseWritings(input)) {
    const path = resolvedPath(writing.file, event.cwd, call.io.env);
    const disk = path === undefined ? undefined : textOnDisk(path);
    if (judgeWriting(writing, disk) === undefined) continue;
    if (disk === undefined || writing.at === undefined || writing.adds) return undefined;
    const shown = await show(disk, path!, event, call);
    const old = writing.old === undefined ? undefined : realOf(writing.old, shown);
    if (writing.old !== undefined && old === undefined) return undefined;
    const text = fillMarkers(writing.text, shown, writing.old !== undefined);
    if (text === undefined) return undefined;
    if (writing.at.text.length > 0) result = put(result, writing.at.text, text);
    if (writing.at.old && old !== undefined) result = put(result, writing.at.old, old);
  }
  return result;
}

/**
 * Returns a function that tells whether the file that a call names contains a value. The call itself may then contain
 * the value, too.
 */
export function standsInFile(event: CallEvent, { io }: Call): (value: string) => boolean {
  const path = callView(event).path(io.env);
  const disk =
    path === undefined || isRemote(event.toolName ?? "", event.toolCategory, event.toolInput)
      ? undefined
      : textOnDisk(path);
  return (value) => disk?.includes(value) ?? false;
}

/** Whether a tool belongs to an MCP server, for which the path may name a file on another machine. */
function isRemote(name: string, category: string | undefined, input: Json | undefined): boolean {
  return (
    isServers(name, category) ||
    (isObject(input) && ["owner", "repo", "url", "host", "server", "branch"].some((key) => input[key] !== undefined))
  );
}

/** The text of a file as the model saw it when a tool read the file. */
async function show(real: string, path: string, { cwd }: CallEvent, { io, settings }: Call): Promise<Shown> {
  // secretlint searches a text in which snapveil's own findings are already redacted, so its spans do not fit the file.
  const own = { ...settings, redaction: { ...settings.redaction, detectors: ["own"] as const } };
  const weigh = async () => {
    const { weigher } = await import("../weigh-findings.ts");
    const { aroundOutput } = await import("../weighing/surroundings.ts");
    const { whereItOpens } = await import("../weighing/where-it-opens.ts");
    const read = { toolName: "read", toolInput: { path }, ...(cwd !== undefined && { cwd }) };
    const around = aroundOutput(read, settings.redaction.minConfidence.output, io.env);
    return weigher(() => around, whereItOpens);
  };
  const { findings } = await findSecrets(real, { io, settings: own }, cwd, { weigh });
  const hidden: [number, number, number, number][] = [];
  let text = "";
  let from = 0;
  for (const { span, kind, quote = "" } of findings) {
    text += real.slice(from, span[0]);
    const start = text.length;
    text += quote + toMarker(settings.marker, kind) + quote;
    hidden.push([start, text.length, span[0], span[1]]);
    from = span[1];
  }
  return { real, text: text + real.slice(from), hidden };
}

/**
 * The part of the file that the model saw as the text `old`; `undefined` if `old` does not occur in the shown text, or
 * occurs twice.
 */
function realOf(old: string, { real, text, hidden }: Shown): string | undefined {
  const start = text.indexOf(old);
  if (start === -1 || text.indexOf(old, start + 1) !== -1) return undefined;
  const end = start + old.length;
  const isCut = hidden.some(([from, to]) => (from < start && start < to) || (from < end && end < to));
  return isCut ? undefined : real.slice(toReal(start, hidden), toReal(end, hidden));
}

function toReal(position: number, hidden: Shown["hidden"]): number {
  let shift = 0;
  for (const [, end, , realEnd] of hidden) {
    if (end > position) break;
    shift = realEnd - end;
  }
  return position + shift;
}

/** A marker in a text, with the text around it on its line. */
interface Place {
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
  /** The marker is on the first line, of which the text may contain only a part. */
  readonly isFirst: boolean;
}

function placesIn(text: string): Place[] {
  const spans = findMarkers(text);
  return Array.from({ length: spans.length / 2 }, (_, at) => {
    const [start, end] = [spans[at * 2]!, spans[at * 2 + 1]!];
    const lineStart = text.lastIndexOf("\n", start - 1) + 1;
    const lineEnd = text.indexOf("\n", end);
    const before = text.slice(lineStart, start).trimStart();
    const after = text.slice(end, lineEnd === -1 ? text.length : lineEnd).trimEnd();
    return { start, end, before, after, isFirst: lineStart === 0 };
  });
}

/** The most markers of one text that are restored, since the comparison with those of the file takes long. */
const MOST = 1000;

/**
 * A text with every marker replaced by its value from the file. The value is identified by the text before the marker
 * on its line and, if that is not enough, by the text behind the marker. `undefined` if a value is ambiguous, since a
 * wrong value is worse than none.
 * @param isCut whether the text may begin in the middle of a line
 */
function fillMarkers(text: string, shown: Shown, isCut: boolean): string | undefined {
  const places = placesIn(text);
  if (places.length > MOST) return undefined;
  const slots = placesIn(shown.text).map((place) => ({ ...place, value: valueAt(place, shown) }));
  let filled = "";
  let from = 0;
  for (const place of places) {
    const isPartial = isCut && place.isFirst;
    const named = slots.filter(({ before }) => (isPartial ? before.endsWith(place.before) : before === place.before));
    const same = named.filter(({ after }) => after === place.after);
    // Equal lines are told apart by their order, if the text has as many of these as the file.
    const alike = places.filter(({ before, after }) => before === place.before && after === place.after);
    const inOrder = !isPartial && same.length === alike.length ? same[alike.indexOf(place)]?.value : undefined;
    const value = only(named) ?? only(same) ?? inOrder;
    if (value === undefined) return undefined;
    filled += text.slice(from, place.start) + value;
    from = place.end;
  }
  return filled + text.slice(from);
}

function only(slots: readonly { value: string }[]): string | undefined {
  return new Set(slots.map(({ value }) => value)).size === 1 ? slots[0]!.value : undefined;
}

/**
 * The value of a marker in the text that the model saw. For a marker that the file itself contains, the value is the
 * marker.
 */
function valueAt({ start, end }: Place, { real, text, hidden }: Shown): string {
  const found = hidden.find(([from, to]) => from <= start && end <= to);
  return found ? real.slice(found[2], found[3]) : text.slice(start, end);
}

/** A copy of a JSON value with one text in it replaced. */
function put(value: Json, [key, ...rest]: Path, text: string): Json {
  if (key === undefined) return text;
  if (Array.isArray(value)) return value.map((item, at) => (at === key ? put(item, rest, text) : item));
  return isObject(value) ? { ...value, [key]: put(value[key]!, rest, text) } : value;
}
