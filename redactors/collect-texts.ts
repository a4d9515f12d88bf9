import { isObject, type Json, type JsonObject } from "../kit/json.ts";
import { isLosslessNumber, restoreNumbers } from "../kit/lossless-json.ts";
import { readEncodedPart } from "./encoded-part.ts";
import { judgeKey } from "./judge-key.ts";

/**
 * The texts of one item of a list, or of the whole value; or a column: of each of several items one text, in their order, and
 * an empty one where it has none.
 */
export interface Part {
  readonly items: readonly Json[];
  /** How many texts come before it. */
  readonly from: number;
  /** Whether something in it is called like a secret. */
  readonly telling: boolean;
}

/** Every text in a value, and everything that can be the name of one. */
export interface Collected {
  readonly texts: string[];
  /** Whether each is called like a secret. */
  readonly names: Map<string, boolean>;
  readonly parts: Part[];
}

/** Keys whose value is what something beside it is called. */
const NAMING = new Set(["name", "Name", "key", "Key"]);

/** Every text and number in a value but those under keys in `skip` and those in `before`; keys, and texts that name others. */
export function collectTexts(root: Json, skip: ReadonlySet<string> | undefined, before: ReadonlySet<string> | undefined): Collected {
  const found: Collected = { texts: [], names: new Map(), parts: [] };
  // A list that holds texts itself is one item: what stands before a text can be its name.
  const items = Array.isArray(root) && root.every((item) => typeof item === "object") ? root.filter((item) => item !== null) : [root];
  const done = before === undefined && items.length > 1 ? collectColumns(items.filter(isFlat), skip, found) : undefined;
  for (const item of done ? items.filter((item) => !done.has(item)) : items) {
    const from = found.texts.length;
    found.parts.push({ items: [item], from, telling: collect(item, skip, before, found) });
  }
  return found;
}

/** An object with nothing in it that has parts itself, as most messages are. */
function isFlat(item: Json): item is JsonObject {
  return isObject(item) && !Object.values(item).some(hasParts);
}

function hasParts(value: Json | undefined): boolean {
  return typeof value === "object" && value !== null;
}

/** Each column has a place for each object, so objects that have little in common are walked one by one. */
const MOST_COLUMNS = 100;

/**
 * The same for many flat objects, a key at a time, but for those in which something is called like a secret; the others. Over
 * a thousand messages a walk like `collect` grows so hot that V8 compiles it anew, which takes longer than all the rest of a
 * hook; this is done by V8's own loops.
 */
function collectColumns(flat: readonly JsonObject[], skip: ReadonlySet<string> | undefined, { texts, names, parts }: Collected): ReadonlySet<Json> {
  const keys = [...new Set(flat.flatMap((item) => Object.keys(item)))];
  if (keys.length > MOST_COLUMNS) return new Set();
  const odd = keys.filter((key) => NAMING.has(key) || judgeKey(key) !== undefined);
  const items = odd.length === 0 ? flat : flat.filter((item) => !odd.some((key) => Object.hasOwn(item, key)));
  if (items.length < 2) return new Set();
  for (const key of keys) {
    if (odd.includes(key)) continue;
    names.set(key, false);
    if (skip?.has(key) === true) continue;
    parts.push({ items, from: texts.length, telling: false });
    for (const text of items.map((item) => toText(item[key], key, item))) texts.push(text);
  }
  return new Set(items);
}

function toText(value: Json | undefined, key: string, neighbours: JsonObject): string {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? asWritten(withOpened(value, key, neighbours)) : "";
}

/** The value, and what its bytes say where it is base64: never without that, or it would be remembered as one that holds nothing. */
function withOpened(value: string, key: string, neighbours: JsonObject): string {
  const part = readEncodedPart(value, key, neighbours);
  if (part === undefined) return value;
  return part === "media" ? "" : `${value}\n${part.text}`;
}

/** A number that travels as a marked string is looked at by its digits. */
function asWritten(text: string): string {
  return isLosslessNumber(text) ? restoreNumbers(JSON.stringify(text)) : text;
}

/** Of one item, whether one of the names is telling. Keeps its own stack, as values can be deep. */
function collect(root: Json, skip: ReadonlySet<string> | undefined, before: ReadonlySet<string> | undefined, { texts, names }: Collected): boolean {
  let telling = false;
  const rest: Json[] = [root];
  for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
    if (typeof value === "string") {
      if (before?.has(value) !== true) texts.push(asWritten(value));
    } else if (typeof value === "number") texts.push(String(value));
    else if (Array.isArray(value)) {
      for (const item of value) if (item !== null) rest.push(item);
      for (const item of value) if (typeof item === "string" && item.startsWith("-")) telling = isTelling(item, names) || telling;
    } else if (isObject(value)) {
      for (const [key, child] of Object.entries(value) as [string, Json][]) {
        telling = isTelling(key, names) || telling;
        if (typeof child === "string" && NAMING.has(key)) telling = isTelling(child, names) || telling;
        if (skip?.has(key) !== true) rest.push(typeof child === "string" ? withOpened(child, key, value) : child);
      }
    }
  }
  return telling;
}

function isTelling(name: string, names: Map<string, boolean>): boolean {
  const telling = names.get(name) ?? judgeKey(name) !== undefined;
  names.set(name, telling);
  return telling;
}
