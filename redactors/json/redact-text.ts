import { clipToJson } from "./clip-to-json.ts";
import type { Confidence, Detector, Finding, Weigh } from "../finding.ts";
import { coverMarkers, findMarkers, toMarker } from "../marker.ts";
import type { MarkerStyle } from "../marker.ts";
import { mergeFindings, partsOf, RANK, valueOf } from "../finding.ts";
import { firstAtLeast } from "../sorted.ts";

export interface Redaction {
  /** The redacted text; if nothing was found, the string that was passed in. */
  readonly text: string;
  /** The findings sorted by start, with spans in the original text. */
  readonly findings: readonly Finding[];
}

export interface RedactOptions {
  /** The least confidence of findings that are redacted. Default `low`: all are. */
  readonly least?: Confidence;
  readonly detectors: readonly Detector[];
  /** Whether the user allows a value of this kind. An allowed finding is ignored. */
  readonly allows?: (kind: string, value: string) => boolean;
  /** Selects the findings to redact, by the text around them. Default: all findings are redacted. */
  readonly weigh?: Weigh;
}

/**
 * Replaces every secret by a marker.
 *
 * The search sees each marker in the text as one opaque character, so that no finding crosses a marker. The redacted
 * text is searched again until nothing more is found, so that a second call with the result changes nothing.
 */
export function redactText(text: string, marker: MarkerStyle, options: RedactOptions): Redaction {
  let left = text;
  let findings: Finding[] = [];
  const rounds = Math.max(LEAST_ROUNDS, Math.floor(MUCH_WORK / text.length));
  for (let round = 0; round < rounds; round++) {
    const found = search(left, options);
    if (found.length === 0) break;
    findings = [...findings, ...moveBack(found, findings, marker)].sort((a, b) => a.span[0] - b.span[0]);
    left = replace(text, findings, marker);
  }
  return { text: left, findings };
}

/**
 * The most searches through a long text. A short text may be searched more often, until the searches together read
 * `MUCH_WORK` characters. Replacing a secret can reveal another one. That is rare, but somebody can make a long row of
 * such secrets on purpose.
 */
const LEAST_ROUNDS = 8;
const MUCH_WORK = 1_000_000;

function search(text: string, options: RedactOptions): readonly Finding[] {
  const covered = cover(text);
  return clipToJson(
    text,
    find(covered.text, options).flatMap((finding) => uncovered(finding, covered)),
  );
}

/** A text for the search, with one character in the place of each marker. */
interface Covered {
  readonly text: string;
  /** The index of each marker's character in `text`, ascending. */
  readonly marks: readonly number[];
  /** The end of each marker in the original text. */
  readonly ends: readonly number[];
}

function cover(text: string): Covered {
  const spans = findMarkers(text);
  const marks: number[] = [];
  const ends: number[] = [];
  let hidden = 0;
  for (let i = 0; i < spans.length; i += 2) {
    const [start, end] = [spans[i] as number, spans[i + 1] as number];
    marks.push(start - hidden);
    ends.push(end);
    hidden += end - start - 1;
  }
  return { text: coverMarkers(text, spans), marks, ends };
}

/** The parts of a finding between markers, with spans in the original text. */
function uncovered(finding: Finding, { marks, ends }: Covered): Finding[] {
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

function find(text: string, { least = "low", detectors, allows, weigh }: RedactOptions): readonly Finding[] {
  const found = detectors.flatMap((one) => {
    const all = one.find(text);
    return weigh === undefined || one.isCertain || all.length === 0 ? all : weigh(all, text, atRoot);
  });
  const parts = partsOf(found);
  return mergeFindings(
    found.filter((one) => RANK[one.confidence] >= RANK[least] && !allows?.(one.kind, valueOf(text, one, parts))),
  );
}

const atRoot = () => [];

function replace(text: string, findings: readonly Finding[], marker: MarkerStyle): string {
  let result = "";
  let from = 0;
  for (const finding of findings) {
    result += text.slice(from, finding.span[0]) + replacement(finding, marker);
    from = finding.span[1];
  }
  return result + text.slice(from);
}

function replacement({ kind, quote = "" }: Finding, marker: MarkerStyle): string {
  return quote + toMarker(marker, kind) + quote;
}

/**
 * Converts the spans of findings in the redacted text to spans in the original text, in which `cut` were replaced. Both
 * lists are sorted by start.
 */
function moveBack(found: readonly Finding[], cut: readonly Finding[], marker: MarkerStyle): Finding[] {
  let next = 0;
  let shift = 0;
  return found.map((finding) => {
    for (let one = cut[next]; one !== undefined && one.span[0] + shift < finding.span[0]; one = cut[++next])
      shift += replacement(one, marker).length - (one.span[1] - one.span[0]);
    return { ...finding, span: [finding.span[0] - shift, finding.span[1] - shift] };
  });
}
