import { isMap, isScalar, parseDocument, type Document } from "yaml";

import type { JsonObject } from "../../kit/json.ts";
import { ConfigProblem, type Format } from "./config-file.ts";
import { mergedHooks, type HookPlaces, type Syntax } from "./merged-hooks.ts";
import { addItem, removeItem } from "./yaml-edit.ts";

/**
 * A YAML file into which snapveil's entries are merged. Edits use the offsets of the parsed nodes, so the rest of the
 * text stays as it is.
 */
export function yamlHooks(places: HookPlaces): Format {
  return mergedHooks(places, SYNTAX);
}

const SYNTAX: Syntax = {
  read: (text) => (documentOf(text).toJS({ maxAliasCount: 100 }) ?? undefined) as JsonObject | undefined,
  append: (text, path, value, layout) => addItem(text, documentOf(text), path, value, layout),
  replace: (text, path, value, layout) =>
    SYNTAX.append(SYNTAX.remove(text, path), path.slice(0, -1) as string[], value, layout),
  remove: (text, path) => removeItem(text, documentOf(text), path),
};

/**
 * Parses a YAML file.
 * @throws ConfigProblem if the file is broken, holds several documents, or its value is no mapping
 */
export function documentOf(text: string): Document.Parsed {
  const document = parseDocument(text, { logLevel: "error" }); // "silent" would not report a second document
  const [error] = document.errors;
  if (error)
    throw new ConfigProblem(
      `it is not valid YAML (${error.code}${error.linePos ? ` in line ${error.linePos[0].line}` : ""})`,
    );
  const isBlank = document.contents === null || (isScalar(document.contents) && document.contents.value === null);
  if (!isBlank && !isMap(document.contents)) throw new ConfigProblem("it is not a mapping");
  return document;
}
