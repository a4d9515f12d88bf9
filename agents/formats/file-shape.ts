import type { Node } from "jsonc-parser";

import { wordsOf, named, expected } from "./describe-shape.ts";
import type { Shape, Path } from "./shape.ts";

/** The first fault of a value, in words, and the node that has the fault. */
export interface ShapeFault {
  readonly node: Node;
  readonly clause: string;
}

/**
 * Finds the first fault of a value; `undefined` if it has the form. @param repeats whether the agent refuses an object
 * that has a known key twice; otherwise the last value is used
 */
export function shapeFault(node: Node, shape: Shape, repeats: boolean, path: Path = []): ShapeFault | undefined {
  const holds = (isRight: boolean) => (isRight ? undefined : wrong(node, shape, path));
  if (typeof shape === "string") return holds(isSimple(node, shape));
  if ("either" in shape) return faultOfEach(node, shape, repeats, path);
  if ("number" in shape) return holds(node.type === "number" && isWithin(node.value as number, shape));
  if ("oneOf" in shape) return holds(wordsOf(shape.oneOf).includes(textOf(node) ?? ""));
  if ("list" in shape) {
    if (node.type !== "array") return wrong(node, shape, path);
    return first(node.children, (item, index) => shapeFault(item, shape.list, repeats, [...path, index]));
  }
  if (node.type !== "object") return wrong(node, shape, path);
  if ("by" in shape) return faultByKind(node, shape, repeats, path);
  if ("keys" in shape) return faultInKeys(node, shape, repeats, path);
  return first([...keysOf(node)], ([key, values]) => shapeFault(values.at(-1)!, shape.map, repeats, [...path, key]));
}

function wrong(node: Node, shape: Shape, path: Path): ShapeFault {
  return { node, clause: `${named(path)} has to be ${expected(shape)}` };
}

/**
 * The fault of a value that fits none of several forms. A fault inside the value is preferred, because it says more.
 */
function faultOfEach(
  node: Node,
  shape: Extract<Shape, { either: unknown }>,
  repeats: boolean,
  path: Path,
): ShapeFault | undefined {
  const faults = shape.either.map((one) => shapeFault(node, one, repeats, path));
  if (faults.includes(undefined)) return undefined;
  return faults.find((fault) => fault && fault.node !== node) ?? wrong(node, shape, path);
}

/** The fault of an object whose form depends on the string at one of its keys. */
function faultByKind(
  node: Node,
  shape: Extract<Shape, { by: string }>,
  repeats: boolean,
  path: Path,
): ShapeFault | undefined {
  const kind = keysOf(node).get(shape.by)?.at(-1);
  if (!kind) return { node, clause: `${named(path)} lacks "${shape.by}"` };
  const chosen = ownValue(shape.kinds, textOf(kind));
  if (chosen) return shapeFault(node, chosen, repeats, path);
  return shapeFault(kind, { oneOf: Object.keys(shape.kinds).join(" ") }, repeats, [...path, shape.by]);
}

/** The first fault of an object with fixed keys: an unknown key, a repeated key, a wrong value, a missing key. */
function faultInKeys(
  node: Node,
  shape: Extract<Shape, { keys: unknown }>,
  repeats: boolean,
  path: Path,
): ShapeFault | undefined {
  const keys = keysOf(node);
  for (const [key, values] of keys) {
    const wanted = ownValue(shape.keys, key);
    if (wanted === undefined && !shape.only) continue;
    if (wanted === undefined) return { node: values[0]!, clause: `${named([...path, key])} is an unknown field` };
    if (repeats && values.length > 1)
      return { node: values[1]!, clause: `${named([...path, key])} stands there twice` };
    const fault = shapeFault(values.at(-1)!, wanted, repeats, [...path, key]);
    if (fault) return fault;
  }
  const lacking = wordsOf(shape.needs ?? "").find((key) => !keys.has(key));
  return lacking === undefined ? undefined : { node, clause: `${named(path)} lacks "${lacking}"` };
}

function first<Item>(
  items: readonly Item[] | undefined,
  look: (item: Item, index: number) => ShapeFault | undefined,
): ShapeFault | undefined {
  for (const [index, item] of (items ?? []).entries()) {
    const fault = look(item, index);
    if (fault) return fault;
  }
  return undefined;
}

/** The values of each key of an object, in the order of the text; several if the key is repeated. */
function keysOf({ children = [] }: Node): Map<string, Node[]> {
  const keys = new Map<string, Node[]>();
  for (const { children: [key, value] = [] } of children)
    if (key && value) keys.set(String(key.value), [...(keys.get(String(key.value)) ?? []), value]);
  return keys;
}

function isSimple(node: Node, shape: Extract<Shape, string>): boolean {
  if (shape === "any") return true;
  if (shape === "digits") return isDigits(node);
  if (shape === "url") return URL.canParse(textOf(node) ?? "");
  const types = { text: "string", truth: "boolean", number: "number", object: "object", null: "null" } as const;
  return node.type === types[shape];
}

const MOST = 2n ** 63n - 1n;

/**
 * Whether a number is written in digits alone. A point, an exponent or a sign would give the written number another
 * length than its value has digits.
 */
function isDigits({ type, value, length }: Node): boolean {
  if (type !== "number" || !Number.isFinite(value) || !(value >= 0) || !Number.isInteger(value)) return false;
  const digits = BigInt(value as number).toString();
  return digits.length === length && BigInt(value as number) <= MOST;
}

function isWithin(value: number, { number }: Extract<Shape, { number: unknown }>): boolean {
  const { above = -Infinity, from = -Infinity, to = Infinity, whole } = number;
  return Number.isFinite(value) && value > above && value >= from && value <= to && (!whole || Number.isInteger(value));
}

function textOf({ type, value }: Node): string | undefined {
  return type === "string" ? (value as string) : undefined;
}

function ownValue<Value>(values: Readonly<Record<string, Value>>, key: string | undefined): Value | undefined {
  return key !== undefined && Object.hasOwn(values, key) ? values[key] : undefined;
}
