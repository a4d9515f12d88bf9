import {
  createScanner,
  findNodeAtLocation,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from "jsonc-parser";

import type { Json } from "../../kit/json.ts";
import { ConfigProblem } from "./config-file.ts";
import { indentAt, type Layout } from "./layout.ts";
import type { Path } from "./merged-hooks.ts";

/**
 * Parses a JSON text, in which comments and trailing commas are allowed; `undefined` if the text holds no value.
 * @throws ConfigProblem if the text is broken
 */
export function treeOf(text: string): Node | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first)
    throw new ConfigProblem(
      `it is not valid JSON (${printParseErrorCode(first.error)} in line ` +
        `${text.slice(0, first.offset).split("\n").length})`,
    );
  return root;
}

/**
 * Returns the node at a path; `undefined` if there is none.
 * @throws ConfigProblem if an object has a key of the path twice, because programs differ in which one they read
 */
export function nodeAt(root: Node, path: Path): Node | undefined {
  let node: Node | undefined = root;
  for (const step of path) {
    if (
      node?.type === "object" &&
      (node.children ?? []).filter((property) => property.children?.[0]?.value === step).length > 1
    )
      throw new ConfigProblem(`the key "${step}" stands there twice`);
    node = node && findNodeAtLocation(node, [step]);
  }
  return node;
}

/** Adds a value at the end of the list at `path`. Missing lists and objects on the path are created. */
export function appendTo(text: string, path: Path, value: Json, layout: Layout): string {
  const root = treeOf(text);
  if (!root) return `${render(nested(path, [value]), "", layout)}${layout.eol}`;
  let container = root;
  for (const [index, step] of path.entries()) {
    if (container.type !== "object") throw new ConfigProblem(`${named(path.slice(0, index))} is not an object`);
    const next = nodeAt(container, [step]);
    if (!next)
      return insertInto(
        text,
        container,
        (indent) => property(String(step), nested(path.slice(index + 1), [value]), indent, layout),
        layout,
        root,
      );
    // A null on the path is replaced, since it holds no data.
    if (next.type === "null")
      return replaceAt(text, path.slice(0, index + 1), nested(path.slice(index + 1), [value]), layout);
    container = next;
  }
  if (container.type !== "array") throw new ConfigProblem(`${named(path)} is not a list`);
  return insertInto(
    text,
    container,
    (indent) => (indent === undefined ? JSON.stringify(value) : render(value, indent, layout)),
    layout,
    root,
  );
}

/** Sets a value at a path of keys unless the path exists. Missing objects on the path are created. */
export function setMissing(text: string, keys: readonly string[], value: Json, layout: Layout): string {
  const root = treeOf(text);
  if (!root) return `${render(nested(keys, value), "", layout)}${layout.eol}`;
  let container = root;
  for (const [index, key] of keys.entries()) {
    if (container.type !== "object") throw new ConfigProblem(`${named(keys.slice(0, index))} is not an object`);
    const next = nodeAt(container, [key]);
    const missing = nested(keys.slice(index + 1), value);
    if (!next) return insertInto(text, container, (indent) => property(key, missing, indent, layout), layout, root);
    container = next;
  }
  return text;
}

/** Replaces the value at an existing path. */
export function replaceAt(text: string, path: Path, value: Json, layout: Layout): string {
  const node = nodeAt(treeOf(text)!, path)!;
  const isInline = !text.slice(node.offset, node.offset + node.length).includes("\n");
  const written = isInline ? JSON.stringify(value) : render(value, indentAt(text, node.offset), layout);
  return text.slice(0, node.offset) + written + text.slice(node.offset + node.length);
}

/** Removes an item of a list or a key of an object, together with its comma. */
export function removeAt(text: string, path: Path): string {
  const node = nodeAt(treeOf(text)!, path)!;
  const item = node.parent?.type === "property" ? node.parent : node;
  const container = item.parent!;
  const siblings = container.children!;
  const index = siblings.indexOf(item);
  const end = item.offset + item.length;
  const nextStart = siblings[index + 1]?.offset ?? container.offset + container.length - 1;
  const commaAfter = commaIn(text, end, nextStart);
  const from = blanksBefore(text, item.offset);
  if (commaAfter !== undefined) {
    const rest = text.slice(commaAfter + 1);
    const isFirstInline = index === 0 && !text.slice(from, item.offset).includes("\n");
    return collapse(text.slice(0, from) + (isFirstInline ? rest.replace(/^[ \t]+/, "") : rest), container);
  }
  const previous = siblings[index - 1];
  const commaBefore = previous && commaIn(text, previous.offset + previous.length, item.offset);
  const head =
    commaBefore === undefined ? text.slice(0, from) : text.slice(0, commaBefore) + text.slice(commaBefore + 1, from);
  return collapse(head + text.slice(end), container);
}

/** Removes the blanks in a container that has become empty. */
function collapse(text: string, { offset }: Node): string {
  return text.slice(0, offset + 1) + text.slice(offset + 1).replace(/^\s+(?=[\]}])/, "");
}

/**
 * Inserts an item at the end of a container. `write` gets the indentation of the item's line, or `undefined` if the
 * container stands on one line.
 */
function insertInto(
  text: string,
  container: Node,
  write: (indent: string | undefined) => string,
  { eol, unit }: Layout,
  root: Node,
): string {
  const children = container.children ?? [];
  const close = container.offset + container.length - 1;
  const last = children.at(-1);
  if (!last) {
    // An empty root `{}` stands on one line, but that says nothing about the layout that the user wants.
    const isOneLine = container !== root && !text.slice(root.offset, root.offset + root.length).includes("\n");
    const inner = lastToken(text, container.offset + 1, close);
    if (isOneLine && !inner.breaksLine) return text.slice(0, inner.end) + write(undefined) + text.slice(close);
    const indent = indentAt(text, container.offset);
    const written = `${eol}${indent}${unit}${write(indent + unit)}${eol}${indent}`;
    return text.slice(0, inner.end) + written + text.slice(close);
  }
  const lastEnd = last.offset + last.length;
  const hasComma = commaIn(text, lastEnd, close) !== undefined;
  const { end, breaksLine } = lastToken(text, lastEnd, close);
  const isOneLine = !text.slice(container.offset, children[0]!.offset).includes("\n") && !breaksLine;
  const indent = isOneLine ? undefined : indentOfItems(text, container, children, unit);
  const between =
    indent === undefined
      ? /,[ \t]/.test(text.slice(container.offset, close)) || children.length === 1
        ? " "
        : ""
      : eol + indent;
  return (
    text.slice(0, lastEnd) +
    (hasComma ? "" : ",") +
    text.slice(lastEnd, end) +
    between +
    write(indent) +
    (hasComma ? "," : "") +
    text.slice(end)
  );
}

function indentOfItems(text: string, container: Node, children: readonly Node[], unit: string): string {
  const own = children.find(({ offset }) => text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset).trim() === "");
  return own ? indentAt(text, own.offset) : indentAt(text, container.offset) + unit;
}

/** The end of the last comma or comment between two values, and whether one of the comments is a `//` comment. */
function lastToken(text: string, from: number, to: number): { end: number; breaksLine: boolean } {
  const found = tokens(text, from, to);
  return { end: found.at(-1)?.end ?? from, breaksLine: found.some(({ written }) => written.startsWith("//")) };
}

function commaIn(text: string, from: number, to: number): number | undefined {
  return tokens(text, from, to).find(({ written }) => written === ",")?.start;
}

/** The commas and comments between two values. */
function tokens(text: string, from: number, to: number): { written: string; start: number; end: number }[] {
  const gap = text.slice(from, to);
  const scanner = createScanner(gap, false);
  const found: { written: string; start: number; end: number }[] = [];
  while (scanner.getPosition() < gap.length) {
    scanner.scan();
    const start = scanner.getTokenOffset();
    const written = gap.slice(start, start + scanner.getTokenLength());
    if (written.trim() !== "") found.push({ written, start: from + start, end: from + start + written.length });
  }
  return found;
}

function blanksBefore(text: string, offset: number): number {
  let from = offset;
  while (from > 0 && /\s/.test(text[from - 1]!)) from -= 1;
  return from;
}

function property(key: string, value: Json, indent: string | undefined, layout: Layout): string {
  return indent === undefined
    ? `${JSON.stringify(key)}:${JSON.stringify(value)}`
    : `${JSON.stringify(key)}: ${render(value, indent, layout)}`;
}

/** JSON over several lines. Every line but the first begins with `indent`. */
function render(value: Json, indent: string, { eol, unit }: Layout): string {
  return JSON.stringify(value, null, unit)
    .split("\n")
    .join(eol + indent);
}

function nested(path: Path, value: Json): Json {
  return path.reduceRight<Json>((inner, key) => ({ [String(key)]: inner }), value);
}

function named(path: Path): string {
  return path.length === 0 ? "it" : `the key "${path.join(".")}"`;
}
