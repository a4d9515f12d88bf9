import { isLosslessNumber, type Json, restoreNumbers } from "../../kit/json.ts";
import { type EncodedPart, parseEncodedPart } from "./encoded-part.ts";
import { type Finding, RANK, type Weigh } from "../finding.ts";
import { judgeKey } from "../judge/judge-key.ts";
import { findMarkers, toMarker, type MarkerStyle } from "../marker.ts";
import { redactText, type RedactOptions } from "./redact-text.ts";
import { apart, childAt, enter, isBundle, nameOfFrame, pathOfFrames, put, type Frame } from "./frame.ts";

/** A finding in a JSON value. Its span points into the string at `path`. */
export interface JsonFinding extends Finding {
  /** Keys and indexes from the root, as `JSON.parse` hands them out; the outermost `LONGEST_PATH` of them. */
  readonly path: readonly (string | number)[];
}

export interface JsonRedaction<T extends Json> {
  /** The same reference if nothing was found; otherwise new along the changed path, and the same elsewhere. */
  readonly value: T;
  readonly findings: readonly JsonFinding[];
}

export interface RedactJsonOptions extends RedactOptions {
  /** Keys whose values are left alone, whatever they hold: signatures, ids. */
  readonly skip?: ReadonlySet<string>;
  /**
   * Keys are redacted too, and numbers under telling names or that are known to be secret. Arguments of a tool keep
   * both.
   */
  readonly thorough?: boolean;
  /** Texts in which nothing was found before: they are not searched again. */
  readonly clean?: ReadonlySet<string>;
  /** Told of each text that was searched and held nothing, whatever it is called. */
  readonly onClean?: (text: string) => void;
}

/** One walk through a value: its options, its place, its findings so far. */
interface Walk {
  readonly marker: MarkerStyle;
  readonly options: RedactJsonOptions;
  /** The innermost last. */
  readonly stack: Frame[];
  readonly findings: JsonFinding[];
  /** Whether something was found in the text that the walk is at, and does not count. */
  letThrough: boolean;
}

/**
 * Redacts every string in a JSON value, and keys and numbers if it is to be thorough. A telling key counts:
 * `{"password": "…"}`, `{"name": "DB_PASSWORD", "value": "…"}`, `["--password", "…"]`. Unknown fields and the order of
 * keys stay. Pictures and their kin in base64 are left alone; other bytes in base64 are redacted and encoded again.
 *
 * Keeps its own stack, so the depth of the value is limited by memory alone.
 */
export function redactJson<T extends Json>(
  value: T,
  marker: MarkerStyle,
  options: RedactJsonOptions,
): JsonRedaction<T> {
  if (typeof value === "string") {
    const { text, findings } = redactText(value, marker, options);
    return { value: text as T, findings: findings.map((one) => ({ ...one, path: [] })) };
  }
  if (typeof value !== "object" || value === null) return { value, findings: [] };

  const findings: JsonFinding[] = [];
  const named = new Map<string, string>();
  const root = enter(value, nameKeys);
  const stack: Frame[] = [root];
  const { weigh } = options;
  const walk: Walk = {
    marker,
    options: weigh ? { ...options, weigh: (found, text) => weighHere(weigh, found, text) } : options,
    stack,
    findings,
    letThrough: false,
  };
  while (stack.length > 0) {
    const frame = stack[stack.length - 1] as Frame;
    const length = frame.keys?.length ?? (frame.source as readonly Json[]).length;
    if (frame.next >= length) {
      stack.pop();
      const parent = stack[stack.length - 1];
      if (frame.copy !== undefined && parent !== undefined) put(parent, parent.next - 1, frame.copy);
      continue;
    }
    const index = frame.next++;
    const child = childAt(frame, index);
    if (child === undefined) continue;
    if (typeof child === "string") {
      const redacted = redactString(walk, child, frame, index);
      if (redacted !== child) put(frame, index, redacted);
    } else if (typeof child === "object" && child !== null && !isSkipped(frame, index, options)) {
      stack.push(enter(child, nameKeys));
    } else if (typeof child === "number" && options.thorough && !isSkipped(frame, index, options)) {
      const redacted = redactNumber(walk, String(child), frame);
      if (redacted !== undefined) put(frame, index, redacted);
    }
  }
  return { value: (root.copy ?? value) as T, findings };

  function weighHere(weigh: Weigh, found: readonly Finding[], text: string): readonly Finding[] {
    const kept = weigh(found, text, () => pathOfFrames(stack));
    walk.letThrough ||= kept.length < found.length;
    return kept;
  }

  /** Rows of a table have the same keys, so each is looked at once. */
  function nameKeys(keys: readonly string[]): readonly string[] {
    if (!options.thorough) return keys;
    const names = keys.map((key) => {
      if (!isSearched(key)) return key;
      let name = named.get(key);
      if (name === undefined) {
        const redacted = redactText(key, marker, options);
        for (const finding of redacted.findings) findings.push({ ...finding, path: [] });
        named.set(key, (name = redacted.text));
      }
      return name;
    });
    return names.some((name, at) => name !== keys[at]) ? apart(names) : keys;
  }
}

/** A shorter key holds no secret. */
export function isSearched(key: string): boolean {
  return key.length >= 8;
}

function isSkipped(frame: Frame, index: number, { skip }: RedactJsonOptions): boolean {
  return skip !== undefined && frame.keys !== undefined && skip.has(frame.keys[index] as string);
}

function redactString(walk: Walk, text: string, frame: Frame, index: number): string {
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
  // At another place the same text may count.
  if (redacted.findings.length === 0 && !walk.letThrough) options.onClean?.(text);
  if (redacted.findings.length > 0 || text.length > 4096 || findMarkers(text).length > 0) return redacted.text;

  const name = nameOfFrame(stack);
  if (name === undefined) return text;
  const keyed = foundByName(options, name, text, frame);
  if (keyed === undefined || RANK[keyed.confidence] < RANK[options.least ?? "low"]) return text;
  if (!counts(walk, keyed, text) || options.allows?.(keyed.kind, text.slice(...keyed.span))) return text;
  findings.push({ ...keyed, path: pathOfFrames(stack) });
  return text.slice(0, keyed.span[0]) + toMarker(marker, keyed.kind) + text.slice(keyed.span[1]);
}

/**
 * The bytes without the secrets in their text, encoded again; `undefined` if they hold none. In bytes that are no text
 * only sure findings count.
 */
function redactPart({ marker, options, stack, findings }: Walk, part: EncodedPart, whole: string): string | undefined {
  const { text, findings: inner } = redactText(
    part.text,
    marker,
    part.isText ? options : { ...options, least: "high" },
  );
  for (const finding of inner)
    findings.push({ ...finding, span: [part.from, whole.length], path: pathOfFrames(stack) });
  return inner.length === 0 ? undefined : part.encode(text);
}

/** Digits that say nothing alone: as many as a password, under a name that speaks of one. */
const LEAST_DIGITS = 6;

/** The marker for a number that is a secret; `undefined` for any other number. */
function redactNumber(walk: Walk, digits: string, frame: Frame): string | undefined {
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

function counts({ options: { weigh } }: Walk, finding: Finding, text: string): boolean {
  return weigh === undefined || weigh([finding], text, () => []).length > 0;
}

/** The finding in a value whose name promises a secret; `undefined` if the value cannot be one. */
function foundByName({ detectors }: RedactJsonOptions, name: string, value: string, frame: Frame): Finding | undefined {
  if (judgeKey(name) === undefined) return undefined;
  const isPaired = frame.keys !== undefined && frame.keys[frame.next - 1] !== name;
  for (const one of detectors) {
    const found = one.findInField?.(name, value, isBundle(frame), isPaired);
    if (found !== undefined) return found;
  }
  return undefined;
}
