import { OPAQUE } from "./judge/placeholder.ts";

/** `plain` is docker-agent's marker `[REDACTED]`; `typed` also has the kind of secret: `[REDACTED:github-pat]`. */
export type MarkerStyle = "plain" | "typed";

/** The marker for a kind of secret: `[REDACTED]`, or `[REDACTED:KIND]` in the style `typed`. */
export function toMarker(style: MarkerStyle, kind: string): string {
  return style === "plain" ? "[REDACTED]" : `[REDACTED:${kind}]`;
}

/**
 * The `[start, end)` of every marker in the text, of both styles, in one flat list: start, end, start, end, …
 *
 * No finding may overlap a marker, so a redacted text is searched in the pieces between its markers.
 */
export function findMarkers(text: string): number[] {
  const spans: number[] = [];
  for (let at = text.indexOf(OPENER); at !== -1; at = text.indexOf(OPENER, at + 1)) {
    const end = markerEnd(text, at + OPENER.length);
    if (end !== -1) spans.push(at, end);
  }
  return spans;
}

/**
 * A text for a search, with one opaque character in the place of each marker.
 * @param spans the markers, as `findMarkers` returns them
 */
export function coverMarkers(text: string, spans: readonly number[] = findMarkers(text)): string {
  if (spans.length === 0) return text;
  const pieces: string[] = [];
  for (let i = 0; i <= spans.length; i += 2) pieces.push(text.slice(spans[i - 1] ?? 0, spans[i]));
  return pieces.join(OPAQUE);
}

const OPENER = "[REDACTED";
/** The most characters of a kind in a marker. A text with a longer kind is no marker of snapveil. */
const MAX_KIND = 48;

/** The end of a marker whose opening text (`[REDACTED`) ends at `at`; -1 if no marker stands there. */
function markerEnd(text: string, at: number): number {
  if (text[at] === "]") return at + 1;
  if (text[at] !== ":") return -1;
  const close = text.indexOf("]", at + 1);
  if (close === -1 || close - at - 1 > MAX_KIND || close === at + 1) return -1;
  return /^[a-z0-9-]+$/.test(text.slice(at + 1, close)) ? close + 1 : -1;
}
