import { clipToJson } from "./clip-to-json.ts";
import { detector } from "./detect.ts";
import type { Confidence, Detector, Finding } from "./finding.ts";
import { findMarkers, toMarker } from "./marker.ts";
import type { MarkerStyle } from "./marker.ts";
import { mergeFindings } from "./merge-findings.ts";
import { OPAQUE } from "./placeholder.ts";

/** A text without its secrets. */
export interface Redaction {
  /** The very same string where nothing was found. */
  readonly text: string;
  /** Sorted by start; spans point into the text as it was handed in. */
  readonly findings: readonly Finding[];
}

export interface RedactOptions {
  /** Findings less sure than this are left alone. Default `low`: all count. */
  readonly least?: Confidence;
  /** What finds. Default: snapveil's own detector. */
  readonly detectors?: readonly Detector[];
  /** What the user allows: a finding of which this is true is none. */
  readonly allows?: (kind: string, value: string) => boolean;
}

/**
 * Puts a marker in the place of every secret.
 *
 * Markers that already stand in the text are barriers: for the search each is one opaque character, and so is
 * each finding when what is left is searched again, until nothing more is found. The last search sees exactly
 * what the first search of the redacted text would see, so redacting twice is redacting once.
 */
export function redactText(text: string, marker: MarkerStyle, options: RedactOptions = {}): Redaction {
  const barriers = findMarkers(text);
  const findings: Finding[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const view = cover(text, barriers, findings);
    const found = clipToJson(text, find(view.text, options).flatMap((finding) => uncovered(finding, view)));
    if (found.length === 0) break;
    findings.push(...found);
    findings.sort((a, b) => a.span[0] - b.span[0]);
  }
  return findings.length === 0 ? { text, findings } : { text: replace(text, findings, marker), findings };
}

/** Cutting out a secret can bare another's edge; it hardly ever does, and never endlessly. */
const MAX_ROUNDS = 8;

/** The text as it is searched, with one character for each stretch that is settled. */
interface View {
  readonly text: string;
  /** Where in the view each settled stretch stands, ascending. */
  readonly marks: readonly number[];
  /** Where in the original each of them ends. */
  readonly ends: readonly number[];
}

function cover(text: string, barriers: readonly number[], findings: readonly Finding[]): View {
  if (barriers.length === 0 && findings.length === 0) return { text, marks: [], ends: [] };
  const settled: (readonly [number, number])[] = findings.map(({ span }) => span);
  for (let i = 0; i < barriers.length; i += 2) settled.push([barriers[i] as number, barriers[i + 1] as number]);
  settled.sort((a, b) => a[0] - b[0]);
  const marks: number[] = [];
  const pieces: string[] = [];
  let from = 0;
  let length = 0;
  for (const [start, end] of settled) {
    pieces.push(text.slice(from, start));
    length += start - from;
    marks.push(length);
    length += 1;
    from = end;
  }
  pieces.push(text.slice(from));
  return { text: pieces.join(OPAQUE), marks, ends: settled.map(([, end]) => end) };
}

/** The parts of a finding between settled stretches, in the original's positions. */
function uncovered(finding: Finding, { marks, ends }: View): Finding[] {
  if (marks.length === 0) return [finding];
  const [start, end] = finding.span;
  let next = firstAtLeast(marks, start);
  const parts: Finding[] = [];
  for (let from = start; from < end; next++) {
    const mark = next < marks.length && (marks[next] as number) < end ? (marks[next] as number) : end;
    const shift = next === 0 ? 0 : (ends[next - 1] as number) - (marks[next - 1] as number) - 1;
    if (mark > from) parts.push({ ...finding, span: [from + shift, mark + shift] });
    from = mark + 1;
  }
  return parts;
}

function firstAtLeast(sorted: readonly number[], least: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

const ORDER: readonly Confidence[] = ["low", "medium", "high"];

function find(text: string, { least = "low", detectors = OWN, allows }: RedactOptions): readonly Finding[] {
  const all = detectors.length === 1 ? (detectors[0] as Detector).find(text) : detectors.flatMap((one) => one.find(text));
  const sure = least === "low" ? all : all.filter((one) => ORDER.indexOf(one.confidence) >= ORDER.indexOf(least));
  const left = allows === undefined ? sure : sure.filter(({ kind, span }) => !allows(kind, text.slice(...span)));
  return detectors.length === 1 ? left : mergeFindings(left);
}

const OWN: readonly Detector[] = [detector];

function replace(text: string, findings: readonly Finding[], marker: MarkerStyle): string {
  let result = "";
  let from = 0;
  for (const { kind, span, quote = "" } of findings) {
    result += text.slice(from, span[0]) + quote + toMarker(marker, kind) + quote;
    from = span[1];
  }
  return result + text.slice(from);
}
