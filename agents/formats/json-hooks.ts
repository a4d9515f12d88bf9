import { getNodeValue } from "jsonc-parser";

import type { JsonObject } from "../../kit/json.ts";
import { ConfigProblem, type Format } from "./config-file.ts";
import { appendTo, nodeAt, removeAt, replaceAt, setMissing, treeOf } from "./json-edit.ts";
import { mergedHooks, type HookPlaces, type Path, type Syntax } from "./merged-hooks.ts";

export interface JsonHooks extends Omit<HookPlaces, "at"> {
  /** The object that maps events to lists. A function if its place depends on the file. */
  readonly at: readonly string[] | ((root: JsonObject | undefined) => readonly string[]);
}

/** A file of the agent's own in JSON, with comments perhaps, that our entries are merged into. */
export function jsonHooks({ at, ...rest }: JsonHooks): Format {
  const placeOf = (root: JsonObject | undefined) => (typeof at === "function" ? at(root) : at);
  return mergedHooks({ ...rest, at: (event, root) => [...placeOf(root), event] }, SYNTAX);
}

const SYNTAX: Syntax = { read, append: appendTo, replace: replaceAt, remove: removeAt, setMissing, holdsComment };

function read(text: string): JsonObject | undefined {
  const root = treeOf(text);
  if (root && root.type !== "object") throw new ConfigProblem("it is not an object");
  // The library's objects have no prototype, and would be equal to no object of snapveil's.
  return root && (JSON.parse(JSON.stringify(getNodeValue(root))) as JsonObject);
}

function holdsComment(text: string, path: Path): boolean {
  const node = nodeAt(treeOf(text)!, path)!;
  return (
    node.type === "array" &&
    /\S/.test(text.slice(node.offset + 1, node.offset + node.length - 1)) &&
    !node.children?.length
  );
}
