import { isDeepStrictEqual } from "node:util";

import { getNodeValue } from "jsonc-parser";

import { isObject, type Json, type JsonObject } from "../../kit/json.ts";
import { ownerOf } from "./command-line.ts";
import { ConfigProblem, type Entry, type Format } from "./config-file.ts";
import { findCommands, type Place } from "./find-commands.ts";
import { appendTo, nodeAt, removeAt, replaceAt, setMissing, treeOf } from "./json-edit.ts";
import { layoutOf, splitBom } from "./layout.ts";

/** Where in a JSON file an agent keeps its hooks, and how it writes one. */
export interface JsonHooks {
  /** Every event of the agent. */
  readonly events: readonly string[];
  /** The object that maps events to lists. A function where files differ in it. */
  readonly at: readonly string[] | ((root: JsonObject | undefined) => readonly string[]);
  /** One item of an event's list. */
  readonly item: (entry: Entry) => JsonObject;
  /** Keys that the file must have beside the hooks. */
  readonly top?: JsonObject;
}

/** A file of the agent's own in JSON, with comments perhaps, that our entries are merged into. */
export function jsonHooks({ events, at, item, top = {} }: JsonHooks): Format {
  const known = new Set(events);
  const placeOf = (root: JsonObject | undefined) => (typeof at === "function" ? at(root) : at);

  function put(whole: string | undefined, entries: readonly Entry[]): string {
    const [bom, given] = splitBom(whole ?? "");
    const layout = layoutOf(given);
    const root = read(given);
    let text = given;
    for (const [key, value] of Object.entries(top)) text = setMissing(text, key, value, layout);
    for (const place of ours(given).toReversed())
      if (!entries.some(({ event }) => event === place.event)) text = without(text, place, known, undefined);
    for (const entry of entries) {
      const wanted = item(entry);
      const path = [...placeOf(root), entry.event];
      const [first, ...doubles] = ours(text).filter(({ event }) => event === entry.event);
      for (const place of doubles.toReversed()) text = without(text, place, known, undefined);
      if (!first) text = appendTo(text, path, wanted, layout);
      else text = renewed(text, first, wanted);
    }
    return bom + text;
  }

  /** Where the user has put something beside our command, only the command's own object is renewed. */
  function renewed(text: string, { path, event }: Place, wanted: JsonObject): string {
    const layout = layoutOf(text);
    const itemPath = path.slice(0, path.lastIndexOf(event) + 2);
    const inner = findCommands(wanted, known)[0]!.path;
    const [at, value] = isAlone(text, itemPath, path) ? [itemPath, wanted] : [path, valueAt(wanted, inner)];
    return isDeepStrictEqual(valueAt(read(text)!, at), value) ? text : replaceAt(text, at, value, layout);
  }

  function ours(text: string): Place[] {
    return findCommands(read(text), known).filter(({ command }) => ownerOf(command) === "install");
  }

  function take(whole: string, before: string | undefined): string | undefined {
    const [bom, given] = splitBom(whole);
    const original = before === undefined ? undefined : read(splitBom(before)[1]);
    let text = given;
    for (const place of ours(given).toReversed()) text = without(text, place, known, original);
    // A group of our own goes too; a number of the format's version is wanted as long as there are other hooks.
    for (const [key, value] of Object.entries(top)) {
      if (isObject(value) && original?.[key] === undefined && isDeepStrictEqual(read(text)?.[key], value))
        text = removeAt(text, [key]);
    }
    const left = read(text);
    const isOurs =
      left && isDeepStrictEqual(left, Object.fromEntries(Object.entries(top).filter(([key]) => key in left)));
    if (isOurs && (original === undefined || before?.trim() === "")) return undefined;
    return bom + text;
  }

  return {
    put,
    take,
    find: (whole) => findCommands(read(splitBom(whole)[1]), known),
    read: (whole) => read(splitBom(whole)[1]) ?? {},
  };
}

function read(text: string): JsonObject | undefined {
  const root = treeOf(text);
  if (root && root.type !== "object") throw new ConfigProblem("it is not an object");
  // The library's objects have no prototype, and would be equal to none of ours.
  return root && (JSON.parse(JSON.stringify(getNodeValue(root))) as JsonObject);
}

/** Takes a command out, and what stood there for it alone: its group, its event, the object of all events. */
function without(
  text: string,
  { path, event }: Place,
  known: ReadonlySet<string>,
  before: JsonObject | undefined,
): string {
  let left = removeAt(text, path);
  for (let at = path.slice(0, -1); at.length > 0; at = at.slice(0, -1)) {
    const value = valueAt(read(left), at);
    const isGroup =
      isObject(value) &&
      at.at(-2) === event &&
      known.has(event) &&
      Array.isArray(value["hooks"]) &&
      value["hooks"].length === 0;
    const isEmpty =
      isGroup || (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0);
    // The key of a group's own list goes with its group.
    if (at.at(-1) === "hooks" && typeof at.at(-2) === "number") continue;
    if (!isEmpty || hasComment(left, at) || (before && valueAt(before, at) !== undefined)) break;
    left = removeAt(left, at);
  }
  return left;
}

function hasComment(text: string, path: readonly (string | number)[]): boolean {
  const node = nodeAt(treeOf(text)!, path)!;
  return (
    node.type === "array" &&
    /\S/.test(text.slice(node.offset + 1, node.offset + node.length - 1)) &&
    !node.children?.length
  );
}

/** Whether nothing but our command stands in an item of the event's list. */
function isAlone(text: string, itemPath: readonly (string | number)[], path: readonly (string | number)[]): boolean {
  const list = path.slice(0, -1);
  if (list.length < itemPath.length) return true;
  const value = valueAt(read(text), list);
  return !Array.isArray(value) || value.length === 1;
}

function valueAt(root: Json | undefined, path: readonly (string | number)[]): Json {
  const value = path.reduce<Json | undefined>(
    (node, step) => (Array.isArray(node) ? node[step as number] : isObject(node) ? node[step] : undefined),
    root,
  );
  return value as Json;
}
