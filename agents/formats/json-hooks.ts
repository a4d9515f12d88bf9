import { getNodeValue } from "jsonc-parser";

import type { JsonObject } from "../../kit/json.ts";
import { ConfigProblem, type Format } from "./config-file.ts";
import { appendTo, nodeAt, removeAt, replaceAt, setMissing, treeOf } from "./json-edit.ts";
import { mergedHooks, type HookPlaces, type Path, type Syntax } from "./merged-hooks.ts";

export interface JsonHooks extends Omit<HookPlaces, "at"> {
  /** The path of the object that maps events to lists; a function if the path depends on the file's content. */
  readonly at: readonly string[] | ((root: JsonObject | undefined) => readonly string[]);
}

/** A JSON file, with or without comments, into which snapveil's entries are merged. */
export function jsonHooks({ at, ...rest }: JsonHooks): Format {
  const placeOf = (root: JsonObject | undefined) => (typeof at === "function" ? at(root) : at);
  return mergedHooks({ ...rest, at: (event, root) => [...placeOf(root), event] }, SYNTAX);
}

const SYNTAX: Syntax = { read, append: appendTo, replace: replaceAt, remove: removeAt, setMissing, holdsComment };

function read(text: string): JsonObject | undefined {
  const root = treeOf(text);
  if (root && root.type !== "object") throw new ConfigProblem("it is not an object");
  // The value is copied by way of JSON text: the parser's objects have no prototype, so `isDeepStrictEqual` would never
  // find them equal to ordinary objects.
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
