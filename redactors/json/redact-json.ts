import type { Json } from "../../kit/json.ts";
import type { Finding, Weigh } from "../finding.ts";
import type { MarkerStyle } from "../marker.ts";
import { redactText } from "./redact-text.ts";
import { apart, childAt, enter, pathOfFrames, put, type Frame } from "./frame.ts";
import { redactNumber, redactString } from "./redact-leaf.ts";
import { isSkipped, type JsonFinding, type RedactJsonOptions, type JsonWalk } from "./walk.ts";

export interface JsonRedaction<T extends Json> {
  /**
   * The redacted value. If nothing was found, it is the given reference; otherwise a copy in which only the lists and
   * objects around changes are new.
   */
  readonly value: T;
  readonly findings: readonly JsonFinding[];
}

/**
 * Redacts every string in a JSON value; with `thorough` also keys and numbers. Names are used to find secrets:
 * `{"password": "…"}`, `{"name": "DB_PASSWORD", "value": "…"}`, `["--password", "…"]`. Unknown fields and the order of
 * keys stay. Media in base64 stay as they are; other bytes in base64 are redacted and encoded again.
 *
 * It does not recurse, so only memory limits the depth of the value.
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
  const walk: JsonWalk = {
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
    if (typeof child !== "object" || child === null) redactLeaf(walk, child, frame, index);
    else if (!isSkipped(frame, index, options)) stack.push(enter(child, nameKeys));
  }
  return { value: (root.copy ?? value) as T, findings };

  function weighHere(weigh: Weigh, found: readonly Finding[], text: string): readonly Finding[] {
    const kept = weigh(found, text, () => pathOfFrames(stack));
    walk.letThrough ||= kept.length < found.length;
    return kept;
  }

  /**
   * Redacts an object's keys if the search is thorough. The rows of a table have the same keys, so the result for each
   * key is kept.
   */
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

/** Redacts a text; if the search is thorough, also a number. Other values stay. */
function redactLeaf(walk: JsonWalk, child: Json | undefined, frame: Frame, index: number): void {
  if (typeof child === "string") {
    const redacted = redactString(walk, child, frame, index);
    if (redacted !== child) put(frame, index, redacted);
  } else if (typeof child === "number" && walk.options.thorough && !isSkipped(frame, index, walk.options)) {
    const redacted = redactNumber(walk, String(child), frame);
    if (redacted !== undefined) put(frame, index, redacted);
  }
}

/** Whether a key is long enough to hold a secret. */
export function isSearched(key: string): boolean {
  return key.length >= 8;
}
