import { isDeepStrictEqual } from "node:util";

import { isMap, isScalar, parseDocument, type Document } from "yaml";

import { isObject, type Json, type JsonObject } from "../../kit/json.ts";
import { ownerOf } from "./command-line.ts";
import { ConfigProblem, type Entry, type Format } from "./config-file.ts";
import { findCommands, type Place } from "./find-commands.ts";
import { layoutOf, splitBom } from "./layout.ts";
import { addItem, dropItem, dropKey } from "./yaml-edit.ts";

type Path = readonly (string | number)[];

/** Where in a YAML file an agent keeps its hooks, and how it writes one. */
export interface YamlHooks {
  readonly events: readonly string[];
  /** The list that an event's entries stand in. */
  readonly at: (event: string) => readonly string[];
  readonly item: (entry: Entry) => JsonObject;
}

/**
 * A file of the agent's own in YAML that our entries are merged into. The document's nodes say where to write; the text
 * is changed there and nowhere else. What comes out is read again: a file that does not then say the same and ours is
 * refused.
 */
export function yamlHooks({ events, at, item }: YamlHooks): Format {
  const known = new Set(events);

  function put(whole: string | undefined, entries: readonly Entry[]): string {
    const [bom, given] = splitBom(whole ?? "");
    const before = valueOf(given);
    const old = ours(given);
    const wanted = entries.map((entry) => ({ event: entry.event, value: item(entry) }));
    const isSame =
      old.length === wanted.length &&
      wanted.every(({ event, value }) =>
        old.some((place) => place.event === event && isDeepStrictEqual(valueAt(before, place.path), value)),
      );
    if (isSame && old.length > 0) return bom + given;
    let text = given;
    for (const place of old.toReversed()) text = without(text, place, undefined);
    for (const { event, value } of wanted) text = addItem(text, documentOf(text), at(event), value, layoutOf(given));
    check(text, before, wanted.length);
    return bom + text;
  }

  function take(whole: string, original: string | undefined): string | undefined {
    const [bom, given] = splitBom(whole);
    const before = valueOf(given);
    let text = given;
    for (const place of ours(given).toReversed())
      text = without(text, place, original === undefined ? undefined : valueOf(splitBom(original)[1]));
    check(text, before, 0);
    if (text.trim() === "" && (original === undefined || original.trim() === "")) return undefined;
    return bom + text;
  }

  /** @throws ConfigProblem where the text says anything else than before, and `count` entries of ours */
  function check(text: string, before: Json, count: number): void {
    let after: Json;
    try {
      after = valueOf(text);
    } catch {
      throw new ConfigProblem("its hooks are written in a way that entries cannot be added to or taken from");
    }
    if (
      findCommands(after, known).filter(isInstalled).length !== count ||
      !isDeepStrictEqual(foreign(after), foreign(before))
    ) {
      throw new ConfigProblem("its hooks are written in a way that entries cannot be added to or taken from");
    }
  }

  function ours(text: string): Place[] {
    return findCommands(valueOf(text), known).filter(isInstalled);
  }

  return {
    put,
    take,
    find: (whole) => findCommands(valueOf(splitBom(whole)[1]), known),
    read: (whole) => (valueOf(splitBom(whole)[1]) ?? {}) as JsonObject,
  };
}

function isInstalled({ command }: { command: string }): boolean {
  return ownerOf(command) === "install";
}

/** The value without our entries, and without lists and objects that hold nothing else. */
function foreign(value: Json): Json | undefined {
  if (Array.isArray(value)) {
    const items = value.filter(
      (item) => !(isObject(item) && typeof item["command"] === "string" && ownerOf(item["command"]) === "install"),
    );
    const left = items.map(foreign).filter((item) => item !== undefined);
    return left.length === 0 ? undefined : left;
  }
  if (!isObject(value)) return value ?? undefined;
  const entries = Object.entries(value)
    .map(([key, item]) => [key, foreign(item)] as const)
    .filter((pair): pair is [string, Json] => pair[1] !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Takes an entry out, with its event's key and the key of all hooks where they hold nothing else then. */
function without(text: string, { path }: Place, before: Json | undefined): string {
  let left = dropItem(text, documentOf(text), path);
  for (let at: Path = path.slice(0, -1); at.length > 0; at = at.slice(0, -1)) {
    const value = valueAt(valueOf(left), at);
    const isEmpty =
      value === null ||
      value === undefined ||
      (Array.isArray(value) && value.length === 0) ||
      (isObject(value) && Object.keys(value).length === 0);
    if (!isEmpty || (before !== undefined && valueAt(before, at) !== undefined)) break;
    left = dropKey(left, documentOf(left), at);
  }
  return left;
}

function valueAt(root: Json | undefined, path: Path): Json | undefined {
  return path.reduce<Json | undefined>(
    (node, step) => (Array.isArray(node) ? node[step as number] : isObject(node) ? node[step] : undefined),
    root,
  );
}

function valueOf(text: string): Json {
  return documentOf(text).toJS({ maxAliasCount: 100 }) as Json;
}

/** @throws ConfigProblem where the file is broken, holds several documents, or is no mapping */
function documentOf(text: string): Document.Parsed {
  const document = parseDocument(text, { logLevel: "error" }); // "silent" would also pass over a second document
  const [error] = document.errors;
  if (error)
    throw new ConfigProblem(
      `it is not valid YAML (${error.code}${error.linePos ? ` in line ${error.linePos[0].line}` : ""})`,
    );
  const isBlank = document.contents === null || (isScalar(document.contents) && document.contents.value === null);
  if (!isBlank && !isMap(document.contents)) throw new ConfigProblem("it is not a mapping");
  return document;
}
