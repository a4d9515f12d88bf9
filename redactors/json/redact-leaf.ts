import { isLosslessNumber, restoreNumbers } from "../../kit/json.ts";
import { type EncodedPart, parseEncodedPart } from "./encoded-part.ts";
import { type Finding, RANK } from "../finding.ts";
import { promiseOf } from "../judge/promise-of.ts";
import { findMarkers, toMarker } from "../marker.ts";
import { isBundle, nameOfFrame, pathOfFrames, type Frame } from "./frame.ts";
import { redactText } from "./redact-text.ts";
import { isSkipped, type RedactJsonOptions, type JsonWalk } from "./walk.ts";

/**
 * A text without its secrets. A secret is found in the text itself, in the bytes that the text encodes, or by the
 * text's name.
 */
export function redactString(walk: JsonWalk, text: string, frame: Frame, index: number): string {
  const { marker, options, stack, findings } = walk;
  if (text.length < 4 || isSkipped(frame, index, options)) return text;
  if (isLosslessNumber(text))
    return (options.thorough && redactNumber(walk, restoreNumbers(JSON.stringify(text)), frame)) || text;
  const part = parseEncodedPart(text, frame.keys?.[index], frame.source);
  if (part === "media") return text;
  const encoded = part === undefined ? undefined : redactPart(walk, part, text);
  if (encoded !== undefined) return encoded;
  walk.letThrough = false;
  const redacted = options.clean?.has(text) ? { text, findings: [] } : redactText(text, marker, options);
  for (const finding of redacted.findings) findings.push({ ...finding, path: pathOfFrames(stack) });
  // A text in which `weigh` dropped a finding is not clean: in another part of a value `weigh` may keep the finding.
  if (redacted.findings.length === 0 && !walk.letThrough) options.onClean?.(text);
  if (redacted.findings.length > 0 || text.length > 4096 || findMarkers(text).length > 0) return redacted.text;

  return redactByName(walk, text, frame);
}

/** A text without the secret that the text's name reveals: `{"password": "…"}`. */
function redactByName(walk: JsonWalk, text: string, frame: Frame): string {
  const { marker, options, stack, findings } = walk;
  const name = nameOfFrame(stack);
  if (name === undefined) return text;
  const keyed = foundByName(options, name, text, frame);
  if (keyed === undefined || RANK[keyed.confidence] < RANK[options.least ?? "low"]) return text;
  if (!counts(walk, keyed, text) || options.allows?.(keyed.kind, text.slice(...keyed.span))) return text;
  findings.push({ ...keyed, path: pathOfFrames(stack) });
  return text.slice(0, keyed.span[0]) + toMarker(marker, keyed.kind) + text.slice(keyed.span[1]);
}

/**
 * Redacts decoded bytes and encodes them again; `undefined` if they hold no secret. If the bytes are no text, only
 * `high` findings are redacted.
 */
function redactPart(
  { marker, options, stack, findings }: JsonWalk,
  part: EncodedPart,
  whole: string,
): string | undefined {
  const { text, findings: inner } = redactText(
    part.text,
    marker,
    part.isText ? options : { ...options, least: "high" },
  );
  for (const finding of inner)
    findings.push({ ...finding, span: [part.from, whole.length], path: pathOfFrames(stack) });
  return inner.length === 0 ? undefined : part.encode(text);
}

/** A number with fewer digits is never redacted. */
const LEAST_DIGITS = 6;

/** The marker that replaces a number which is a secret; `undefined` for any other number. */
export function redactNumber(walk: JsonWalk, digits: string, frame: Frame): string | undefined {
  const { marker, options, stack, findings } = walk;
  if (!/^\d+$/.test(digits) || digits.length < LEAST_DIGITS) return undefined;
  const name = nameOfFrame(stack);
  const keyed = name === undefined ? undefined : foundByName(options, name, digits, frame);
  const found =
    (keyed && counts(walk, keyed, digits) ? keyed : undefined) ??
    options.detectors
      .filter((one) => one.findInField === undefined)
      .flatMap((one) => one.find(digits))
      .find(({ span }) => span[0] === 0 && span[1] === digits.length);
  if (found === undefined || options.allows?.(found.kind, digits)) return undefined;
  findings.push({ ...found, path: pathOfFrames(stack) });
  return toMarker(marker, found.kind);
}

function counts({ options: { weigh } }: JsonWalk, finding: Finding, text: string): boolean {
  return weigh === undefined || weigh([finding], text, () => []).length > 0;
}

/**
 * The finding in a value that the value's name reveals; `undefined` if the name promises no secret, or the value cannot
 * be a secret.
 */
function foundByName({ detectors }: RedactJsonOptions, name: string, value: string, frame: Frame): Finding | undefined {
  if (promiseOf(name) === undefined) return undefined;
  const isPaired = frame.keys !== undefined && frame.keys[frame.next - 1] !== name;
  for (const one of detectors) {
    const found = one.findInField?.(name, value, isBundle(frame), isPaired);
    if (found !== undefined) return found;
  }
  return undefined;
}
