import type { Json } from "../../kit/json.ts";
import { isObject } from "../../kit/json.ts";
import { findMarkers } from "../marker.ts";

/**
 * A list or object around the value at which the walk is. `keys` is `undefined` for a list; `names` are the redacted
 * keys; `next` is the index of the next child; `copy` holds the changes, and is `undefined` before the first change.
 */
export interface Frame {
  readonly source: readonly Json[] | Readonly<Record<string, Json>>;
  readonly keys: readonly string[] | undefined;
  readonly names: readonly string[] | undefined;
  next: number;
  copy: Json[] | Record<string, Json> | undefined;
  /** Whether one of the frame's keys is a word like user or host; absent until it is first needed. */
  isBundle?: boolean;
}

/**
 * Makes equal names different. Two keys that were secrets would have the same marker as their name, so they become
 * `[REDACTED]` and `[REDACTED]#2`.
 */
export function apart(names: readonly string[]): string[] {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return names.map((name) => {
    let free = name;
    // The numbers of a name continue from its last number: thousands of keys can have the same name, and counting from
    // 2 each time would take quadratic time.
    for (let count = counts.get(name) ?? 2; taken.has(free); count += 1) {
      free = `${name}#${count}`;
      counts.set(name, count + 1);
    }
    taken.add(free);
    return free;
  });
}

export function enter(value: object, nameKeys: (keys: readonly string[]) => readonly string[]): Frame {
  if (Array.isArray(value))
    return { source: value as Json[], keys: undefined, names: undefined, next: 0, copy: undefined };
  const source = value as Record<string, Json>;
  const keys = Object.keys(source);
  const names = nameKeys(keys);
  return { source, keys, names, next: 0, copy: names === keys ? undefined : copyObject(source, keys, names) };
}

export function childAt(frame: Frame, index: number): Json | undefined {
  if (frame.keys === undefined) return (frame.source as readonly Json[])[index];
  return (frame.source as Readonly<Record<string, Json>>)[frame.keys[index] as string];
}

/** Replaces a child in the frame's copy, which is made at the first change. */
export function put(frame: Frame, index: number, value: Json): void {
  if (frame.keys === undefined) {
    frame.copy ??= [...(frame.source as readonly Json[])];
    (frame.copy as Json[])[index] = value;
    return;
  }
  const names = frame.names ?? frame.keys;
  frame.copy ??= copyObject(frame.source as Record<string, Json>, frame.keys, names);
  setOwn(frame.copy as Record<string, Json>, names[index] as string, value);
}

function copyObject(
  source: Record<string, Json>,
  keys: readonly string[],
  names: readonly string[],
): Record<string, Json> {
  const copy: Record<string, Json> = {};
  keys.forEach((key, at) => setOwn(copy, names[at] as string, source[key] as Json));
  return copy;
}

/**
 * Sets a property, also one with the name `__proto__`, which `JSON.parse` makes a plain key. An assignment would set
 * the prototype instead.
 */
function setOwn(target: Record<string, Json>, key: string, value: Json): void {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else target[key] = value;
}

/**
 * The most keys and indexes of a path that are kept. Every finding has its own path, and paths of thousands of steps
 * would fill the memory.
 */
const LONGEST_PATH = 32;

export function pathOfFrames(stack: readonly Frame[]): (string | number)[] {
  return stack
    .slice(0, LONGEST_PATH)
    .map((one) => (one.keys === undefined ? one.next - 1 : (one.keys[one.next - 1] as string)));
}

/**
 * The name of the value at which the walk is: its key, the content of the `name` beside a `value`, the flag before it
 * in a list of arguments, or the heading of its column. An item of any other list has the list's name. A `value`
 * without a `name` beside it has the name of the object that holds it.
 */
export function nameOfFrame(stack: readonly Frame[]): string | undefined {
  for (let depth = stack.length - 1; depth >= Math.max(0, stack.length - OUTWARDS); depth -= 1) {
    const frame = stack[depth] as Frame;
    const index = frame.next - 1;
    if (frame.keys === undefined) {
      const before = index > 0 && depth === stack.length - 1 ? childAt(frame, index - 1) : undefined;
      if (typeof before === "string" && /^--?[A-Za-z][\w-]{1,40}$/.test(before)) return before;
      const heading = depth === stack.length - 1 ? headingOf(stack, index) : undefined;
      if (heading !== undefined) return heading;
      continue;
    }
    const key = frame.keys[index] as string;
    const source = frame.source as Readonly<Record<string, Json>>;
    const stem = /^(\w{0,24})value$|^(?:default|\$)$/i.exec(key);
    const beside = stem === null ? undefined : nameBeside(source, stem[1] ?? "");
    if (stem !== null && (stem[1] ?? "") === "" && beside === undefined && depth > 0) continue;
    const name = beside ?? key;
    // A marker in the place of a key is no name: `[REDACTED:github-token]` holds the word `token`, which the original
    // key may not have held.
    return findMarkers(name).length > 0 ? undefined : name;
  }
  return undefined;
}

/**
 * The text in the field that holds a value's name. This field is `name` or `key`, behind the word with which the
 * value's own key begins: `OutputKey` holds the name of the value in `OutputValue`.
 */
function nameBeside(source: Readonly<Record<string, Json>>, stem: string): string | undefined {
  return ["name", "Name", "key", "Key"].map((end) => source[stem + end]).find((name) => typeof name === "string");
}

/**
 * The heading of a cell's column, from `{"columns": ["user", "password"], "rows": [["bob", "…"]]}`, or from the first
 * list in a list of lists.
 */
function headingOf(stack: readonly Frame[], column: number): string | undefined {
  const [table, rows] = [stack.at(-3), stack.at(-2)];
  if (rows === undefined || rows.keys !== undefined) return undefined;
  const source = table?.keys === undefined ? undefined : (table.source as Readonly<Record<string, Json>>);
  const headings =
    source && ["columns", "fields", "headers", "header", "cols"].map((key) => source[key]).find(Array.isArray);
  const list = headings ?? (rows.next > 1 ? childAt(rows, 0) : undefined);
  const heading = Array.isArray(list) ? list[column] : undefined;
  const name = isObject(heading) ? (heading["name"] ?? heading["field"]) : heading;
  return typeof name === "string" && name.length <= LONGEST_HEADING ? name : undefined;
}

const LONGEST_HEADING = 64;

/** The most lists and objects, from the innermost outwards, in which a value's name is looked for. */
const OUTWARDS = 4;

const BESIDE_PASSWORD = /^(?:user(?:_?name)?|login|host(?:name)?|server|account|email|database|dbname)$/i;

/** Whether one of the frame's keys is a word like user or host. */
export function isBundle(frame: Frame): boolean {
  frame.isBundle ??= isObject(frame.source) && (frame.keys ?? []).some((key) => BESIDE_PASSWORD.test(key));
  return frame.isBundle;
}
