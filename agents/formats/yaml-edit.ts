import { isMap, isPair, isScalar, isSeq, stringify, type Document, type Node, type Pair } from "yaml";
import type { YAMLMap, YAMLSeq } from "yaml";

import type { Json } from "../../kit/json.ts";
import { ConfigProblem } from "./config-file.ts";
import type { Layout } from "./layout.ts";
import type { Path } from "./merged-hooks.ts";

// The document's own `addIn` and `toString` would reformat the whole file. Edits therefore change the text, at the
// offsets of the document's nodes.

type Collection = YAMLMap<Node, Node | null> | YAMLSeq<Node>;
type Item = Node | Pair<Node, Node | null>;

/** Adds a value at the end of the list at `path`. Missing mappings and lists on the path are created. */
export function addItem(
  text: string,
  document: Document.Parsed,
  path: readonly string[],
  value: Json,
  layout: Layout,
): string {
  let node: Node | null = document.contents;
  if (isBlank(node)) return insertLines(text, text.length, block(path, value, "", layout), layout);
  for (const [index, key] of path.entries()) {
    if (!isMap<Node, Node | null>(node))
      throw new ConfigProblem(`the key "${path.slice(0, index).join(".")}" is not a mapping`);
    const pair: Pair<Node, Node | null> | undefined = node.items[indexOf(node, key)];
    const rest = path.slice(index + 1);
    if (!pair) {
      if (node.flow) return intoFlow(text, node, `${JSON.stringify(key)}: ${flow(nested(rest, [value]))}`);
      const lines = block(path.slice(index), value, columnOf(text, rangeOf(node.items[0]!)[0]), layout);
      return insertLines(text, lastOffset(node), lines, layout);
    }
    if (isBlank(pair.value)) {
      const [start, end] = pair.key.range!;
      const indent = columnOf(text, start) + layout.unit.replace("\t", "  ");
      return insertLines(text, end, block(rest, value, indent, layout), layout);
    }
    node = pair.value;
  }
  if (!isSeq<Node>(node)) throw new ConfigProblem(`the key "${path.join(".")}" is not a list`);
  if (node.flow) return intoFlow(text, node, flow(value));
  const indent = columnOf(text, dashOf(text, node.items[0]!));
  return insertLines(text, lastOffset(node), block([], value, indent, layout), layout);
}

/** Removes an item of a list or a key of a mapping. */
export function removeItem(text: string, document: Document.Parsed, path: Path): string {
  const container = (path.length === 1 ? document.contents : document.getIn(path.slice(0, -1))) as Collection;
  const index = indexOf(container, path.at(-1)!);
  const item = container.items[index]!;
  const [start, end] = rangeOf(item);
  if (!container.flow) return dropLines(text, isPair(item) ? start : dashOf(text, item), end);
  const previous = container.items[index - 1];
  if (previous) return text.slice(0, rangeOf(previous)[1]) + text.slice(end);
  const next = container.items[index + 1];
  return text.slice(0, start) + text.slice(next ? rangeOf(next)[0] : end);
}

function indexOf(container: Collection, step: string | number): number {
  if (isSeq(container)) return step as number;
  return container.items.findIndex(({ key }) => isScalar(key) && key.value === step);
}

function isBlank(node: Node | null): node is null {
  return node === null || (isScalar(node) && node.value === null && (node.source ?? "") === "");
}

/** The start and end offset of an item of a list or a mapping. */
function rangeOf(item: Item): [start: number, end: number] {
  if (!isPair<Node, Node | null>(item)) return [item.range![0], item.range![1]];
  const [start, end] = item.key.range!;
  return [start, Math.max(end, item.value?.range?.[1] ?? end)];
}

/** The end of the last value in a node. The node's own range may include blank lines and comments after that value. */
function lastOffset(node: Node): number {
  const last: Item | undefined = isMap<Node, Node | null>(node) || isSeq<Node>(node) ? node.items.at(-1) : undefined;
  if (!last || (node as Collection).flow) return node.range![1];
  if (!isPair<Node, Node | null>(last)) return lastOffset(last);
  return isBlank(last.value) ? last.key.range![1] : lastOffset(last.value!);
}

/** The offset of the dash of an item of a block list. */
function dashOf(text: string, item: Node): number {
  return text.lastIndexOf("-", item.range![0] - 1);
}

/** The blanks that put a new line into the same column as the offset. */
function columnOf(text: string, offset: number): string {
  return text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset).replace(/[^\s]/g, " ");
}

/** Inserts whole lines after the line that holds the offset; a comment at the end of that line stays on it. */
function insertLines(text: string, offset: number, lines: string, { eol }: Layout): string {
  if (text === "") return lines;
  const end = text.indexOf("\n", text[offset - 1] === "\n" ? offset - 1 : offset);
  return end < 0 ? `${text}${eol}${lines.slice(0, -eol.length)}` : text.slice(0, end + 1) + lines + text.slice(end + 1);
}

function dropLines(text: string, from: number, to: number): string {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const end = text.indexOf("\n", text[to - 1] === "\n" ? to - 1 : to);
  if (end >= 0) return text.slice(0, start) + text.slice(end + 1);
  return text.slice(0, start).replace(/\r?\n$/, "");
}

function intoFlow(text: string, node: Collection, written: string): string {
  const last = node.items.at(-1);
  const [start, end] = node.range!;
  if (!last) return `${text.slice(0, start + 1)}${written}${text.slice(end - 1)}`;
  return `${text.slice(0, rangeOf(last)[1])}, ${written}${text.slice(rangeOf(last)[1])}`;
}

/** A block list with one value below its keys, `a:\n  b:\n    - value`, each line indented by `indent`. */
function block(path: readonly string[], value: Json, indent: string, layout: Layout): string {
  const [key, ...rest] = path;
  if (key !== undefined) return `${indent}${key}:${layout.eol}${block(rest, value, `${indent}  `, layout)}`;
  const lines = stringify([value], { lineWidth: 0, defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN" });
  return lines.replace(/^.*\n/gm, (line) => indent + line.slice(0, -1) + layout.eol);
}

function flow(value: Json): string {
  return JSON.stringify(value, null, 1).replace(/\n\s*/g, " ");
}

function nested(path: readonly string[], value: Json): Json {
  return path.reduceRight<Json>((inner, key) => ({ [key]: inner }), value);
}
