import {
  isMap,
  isScalar,
  isSeq,
  stringify,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";

import type { Json } from "../../kit/json.ts";
import { ConfigProblem } from "./config-file.ts";
import type { Layout } from "./layout.ts";
import type { Path } from "./merged-hooks.ts";

/** The text with a value at the end of the list at `path`; what is missing on the way there is written too. */
export function addItem(
  text: string,
  document: Document.Parsed,
  path: readonly string[],
  value: Json,
  layout: Layout,
): string {
  let node: Node | null = document.contents;
  if (node === null || isBlank(node)) return atEnd(text, blockOf(path, value, "", layout), layout);
  for (const [index, key] of path.entries()) {
    if (!isMap(node)) throw new ConfigProblem(`the key "${path.slice(0, index).join(".")}" is not a mapping`);
    const pair: Pair | undefined = pairOf(node, key);
    const rest = path.slice(index + 1);
    if (!pair) {
      if (node.flow) return intoFlow(text, node, `${JSON.stringify(key)}: ${flow(nested(rest, [value]))}`);
      return afterNode(
        text,
        node,
        blockOf(path.slice(index), value, columnOf(text, startOf((node.items[0] as Pair).key as Node)), layout),
        layout,
      );
    }
    const inner = pair.value as Node | null;
    if (inner === null || isBlank(inner)) {
      const indent = columnOf(text, startOf(pair.key as Node));
      return afterKey(text, pair, childBlock(rest, value, indent + layout.unit.replace("\t", "  "), layout), layout);
    }
    node = inner;
  }
  if (!isSeq(node)) throw new ConfigProblem(`the key "${path.join(".")}" is not a list`);
  if (node.flow) return intoFlow(text, node, flow(value));
  return afterNode(text, node, itemBlock(value, columnOf(text, dashOf(text, node.items[0] as Node)), layout), layout);
}

/** The text without an item of a list. */
export function dropItem(text: string, document: Document.Parsed, path: Path): string {
  const list = document.getIn(path.slice(0, -1)) as YAMLSeq<Node>;
  const index = path.at(-1) as number;
  const item = list.items[index]!;
  if (list.flow)
    return outOfFlow(
      text,
      list.items.map((one) => one.range!),
      index,
    );
  return dropLines(text, dashOf(text, item), item.range![1]);
}

/** The text without a key of a mapping. */
export function dropKey(text: string, document: Document.Parsed, path: Path): string {
  const map = (path.length === 1 ? document.contents : document.getIn(path.slice(0, -1))) as YAMLMap;
  const key = path.at(-1);
  const index = map.items.findIndex((pair) => isScalar(pair.key) && pair.key.value === key);
  const ranges = map.items.map((pair) => [startOf(pair.key as Node), endOf(pair)] as const);
  if (map.flow) return outOfFlow(text, ranges, index);
  return dropLines(text, ...ranges[index]!);
}

function isBlank(node: Node): boolean {
  return isScalar(node) && node.value === null && (node.source ?? "") === "";
}

function pairOf(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find((pair) => isScalar(pair.key) && pair.key.value === key);
}

function startOf(node: Node): number {
  return node.range![0];
}

function endOf(pair: Pair): number {
  const value = pair.value as Node | null;
  return value?.range ? Math.max(value.range[1], (pair.key as Node).range![1]) : (pair.key as Node).range![1];
}

/** Where the dash of an item of a block list stands. */
function dashOf(text: string, item: Node): number {
  return text.lastIndexOf("-", startOf(item) - 1);
}

/** The blanks that a line needs to begin in the column of an offset. */
function columnOf(text: string, offset: number): string {
  return text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset).replace(/[^\s]/g, " ");
}

/** Whole lines after the last line of a node, with whatever comment stands at its end. */
function afterNode(text: string, node: Node, lines: string, { eol }: Layout): string {
  return insertLines(text, lastOffset(node), lines, eol);
}

function afterKey(text: string, pair: Pair, lines: string, { eol }: Layout): string {
  return insertLines(text, (pair.key as Node).range![1], lines, eol);
}

function insertLines(text: string, offset: number, lines: string, eol: string): string {
  const end = text.indexOf("\n", offset > 0 && text[offset - 1] === "\n" ? offset - 1 : offset);
  return end < 0 ? `${text}${eol}${lines.slice(0, -eol.length)}` : text.slice(0, end + 1) + lines + text.slice(end + 1);
}

/** Where the last value in a node ends: a collection's own range can reach over blank lines and comments behind it. */
function lastOffset(node: Node): number {
  if ((isMap(node) || isSeq(node)) && !node.flow && node.items.length > 0) {
    const last = node.items.at(-1)!;
    if (isSeq(node)) return lastOffset(last as Node);
    const { key, value } = last as Pair<Node, Node | null>;
    return value && !isBlank(value) ? lastOffset(value) : key.range![1];
  }
  return node.range![1];
}

function dropLines(text: string, from: number, to: number): string {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const end = text.indexOf("\n", text[to - 1] === "\n" ? to - 1 : to);
  if (end >= 0) return text.slice(0, start) + text.slice(end + 1);
  return text.slice(0, start).replace(/\r?\n$/, "");
}

function intoFlow(text: string, node: YAMLMap | YAMLSeq, written: string): string {
  const close = node.range![1] - 1;
  const last = node.items.at(-1);
  if (!last) return `${text.slice(0, startOf(node) + 1)}${written}${text.slice(close)}`;
  const end = isSeq(node) ? (last as Node).range![1] : endOf(last as Pair);
  return `${text.slice(0, end)}, ${written}${text.slice(end)}`;
}

function outOfFlow(text: string, ranges: readonly (readonly number[])[], index: number): string {
  const [start, end] = ranges[index]! as [number, number];
  const previous = ranges[index - 1];
  if (previous) return text.slice(0, previous[1]) + text.slice(end);
  return text.slice(0, start) + text.slice(ranges[index + 1]?.[0] ?? end);
}

function atEnd(text: string, lines: string, { eol }: Layout): string {
  return text === "" || text.endsWith("\n") ? text + lines : `${text}${eol}${lines}`;
}

/** `a:\n  b:\n    - item` with every line behind an indentation. */
function blockOf(path: readonly string[], value: Json, indent: string, layout: Layout): string {
  const [key, ...rest] = path;
  return `${indent}${key}:${layout.eol}${childBlock(rest, value, `${indent}  `, layout)}`;
}

function childBlock(rest: readonly string[], value: Json, indent: string, layout: Layout): string {
  return rest.length === 0 ? itemBlock(value, indent, layout) : blockOf(rest, value, indent, layout);
}

function itemBlock(value: Json, indent: string, { eol }: Layout): string {
  const lines = stringify([value], { lineWidth: 0, defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN" })
    .trimEnd()
    .split("\n");
  return lines.map((line) => `${indent}${line}${eol}`).join("");
}

function flow(value: Json): string {
  return JSON.stringify(value, null, 1).replace(/\n\s*/g, " ");
}

function nested(path: readonly string[], value: Json): Json {
  return path.reduceRight<Json>((inner, key) => ({ [key]: inner }), value);
}
