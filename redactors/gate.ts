import type { Json } from "../kit/json.ts";
import { hasAnchor } from "./anchors.ts";
import { SEED_ROW } from "./charset.ts";
import { parseEncodedPart } from "./json/encoded-part.ts";
import { isSearched } from "./json/redact-json.ts";
import type { RedactJsonOptions } from "./json/walk.ts";
import { promiseOf } from "./judge/promise-of.ts";
import { foreignNames } from "./judge/translated.ts";
import { coverMarkers } from "./marker.ts";
import { findKeyArrays } from "./readers/find-key-arrays.ts";
import { findLogins } from "./readers/find-logins.ts";
import { runsIn } from "./readers/runs.ts";
import { hasViews } from "./views/patterns.ts";

/** The most characters of a name. A longer text is no name. */
const MAX_NAME = 80;
/** Characters of the shortest row of seed words. In a shorter text the pattern is not run: V8 takes 1 ms for it. */
const LEAST_ROW = 12 * 3 + 11;
/** How many levels of blobs within blobs are decoded. */
export const MAX_DEPTH = 2;

/**
 * Whether the detector may find something in a text. In most texts it finds nothing. The detector is more than half of
 * the code that redacts, and a hook that does not load it saves a quarter of its time.
 */
function mayHold(text: string, depth = 0): boolean {
  return (
    hasAnchor(text) ||
    (text.length >= LEAST_ROW && SEED_ROW.test(text)) ||
    hasViews(text) ||
    foreignNames(text).next().done === false ||
    findKeyArrays(text).length > 0 ||
    findLogins(text).length > 0 ||
    (depth < MAX_DEPTH && hasRun(text, depth))
  );
}

/** Whether a text has a run of characters that may be a secret, or a blob whose decoded text may hold one. */
function hasRun(text: string, depth: number): boolean {
  for (const { inner } of runsIn(text)) if (inner === undefined || mayHold(inner, depth + 1)) return true;
  return false;
}

/**
 * Whether the detector may find something in a value: in a text, in decoded bytes, in a key, or under a name that
 * promises a secret. A name may be a key or another text, so each short text is judged as a name. The options are those
 * of `redactJson`.
 */
export function mayHoldIn(value: Json, { skip, clean, thorough }: Omit<RedactJsonOptions, "detectors">): boolean {
  if (typeof value === "string") return mayHold(coverMarkers(value));
  const left: Json[] = [value];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (typeof one !== "object" || one === null) continue;
    const isList = Array.isArray(one);
    for (const [key, child] of Object.entries(one) as [string, Json | undefined][]) {
      if (!isList && (isName(key) || (thorough === true && isSearched(key) && mayHold(coverMarkers(key))))) return true;
      if (typeof child === "string" && isName(child)) return true;
      if (child === undefined || (!isList && skip?.has(key) === true)) continue;
      if (typeof child !== "string") left.push(child);
      else if (holds(child, isList ? undefined : key, one, clean)) return true;
    }
  }
  return false;
}

function isName(text: string): boolean {
  return text.length <= MAX_NAME && promiseOf(text) !== undefined;
}

function holds(text: string, key: string | undefined, neighbours: object, clean?: ReadonlySet<string>): boolean {
  const part = parseEncodedPart(text, key, neighbours);
  if (part === "media") return false;
  if (part !== undefined && mayHold(coverMarkers(part.text))) return true;
  return clean?.has(text) !== true && mayHold(coverMarkers(text));
}
