import { isDeepStrictEqual } from "node:util";

import { isObject, type Json, type JsonObject } from "../../kit/json.ts";
import { ownerOf } from "./own-line.ts";
import { ConfigProblem, type Entry, type Format } from "./config-file.ts";
import { findCommands, type RegisteredAt } from "./find-commands.ts";
import { layoutOf, splitBom, type Layout } from "./layout.ts";

export type Path = readonly (string | number)[];

/** The path and the form of hooks in an agent's file. */
export interface HookPlaces {
  /** The wire names of all events of the agent. */
  readonly events: readonly string[];
  /** The path of keys to the list with an event's hooks. */
  at(event: string, root: JsonObject | undefined): readonly string[];
  /** The item of that list for an entry. */
  item(entry: Entry): JsonObject;
  /** Other keys that the file must have, with their values. */
  readonly top?: JsonObject;
}

/** Reads and edits texts in one language. An edit leaves all other bytes as they are. */
export interface Syntax {
  /**
   * Parses a text into an object; `undefined` if the text holds no value. @throws ConfigProblem if the text is broken
   * or holds another value than an object
   */
  read(text: string): JsonObject | undefined;
  /** Adds a value at the end of the list at `path`. Missing objects on the path are created. */
  append(text: string, path: readonly string[], value: Json, layout: Layout): string;
  /** Replaces the value at an existing path. */
  replace(text: string, path: Path, value: Json, layout: Layout): string;
  /** Removes an item of a list or a key of an object. */
  remove(text: string, path: Path): string;
  /** Sets a value at a path of keys unless the path exists. */
  setMissing?(text: string, keys: readonly string[], value: Json, layout: Layout): string;
  /** Whether the value at `path` is a list without items that holds a comment. */
  holdsComment?(text: string, path: Path): boolean;
}

/**
 * The format of a file that belongs to the agent or the user and into which snapveil's entries are merged. Each edited
 * text is parsed again and compared before it is returned.
 */
export function mergedHooks({ events, at, item, top = {} }: HookPlaces, syntax: Syntax): Format {
  const known = new Set(events);
  const { read } = syntax;
  const ours = (text: string) => findCommands(read(text), known).filter(({ command }) => isInstalled(command));

  function put(whole: string | undefined, entries: readonly Entry[]): string {
    const [bom, given] = splitBom(whole ?? "");
    const layout = layoutOf(given);
    const root = read(given);
    let text = given;
    for (const [key, value] of Object.entries(top)) text = syntax.setMissing!(text, [key], value, layout);
    for (const place of ours(text).toReversed())
      if (!entries.some(({ event }) => event === place.event)) text = without(text, place, undefined);
    for (const entry of entries) {
      const [first, ...doubles] = ours(text).filter(({ event }) => event === entry.event);
      for (const place of doubles.toReversed()) text = without(text, place, undefined);
      if (first) text = renewed(text, first, item(entry));
      else text = syntax.append(text, at(entry.event, root), item(entry), layout);
    }
    checkSame(read, known, { text, before: { ...top, ...root }, count: entries.length });
    return bom + text;
  }

  function take(whole: string, before: string | undefined): string | undefined {
    const [bom, given] = splitBom(whole);
    const original = before === undefined ? undefined : read(splitBom(before)[1]);
    let text = given;
    for (const place of ours(given).toReversed()) text = without(text, place, original);
    checkSame(read, known, { text, before: read(given), count: 0 });
    // An object of `top`, such as Antigravity's group `snapveil`, is removed. A value, such as the number of the
    // format's version, stays as long as the file has other content.
    for (const [key, value] of Object.entries(top))
      if (isObject(value) && original?.[key] === undefined && isDeepStrictEqual(read(text)?.[key], value))
        text = syntax.remove(text, [key]);
    const isBare = Object.entries(read(text) ?? {}).every(([key, value]) => isDeepStrictEqual(value, top[key]));
    if (isBare && !/#|\/[/*]/.test(text) && (original === undefined || before?.trim() === "")) return undefined;
    return bom + text;
  }

  /**
   * Replaces an existing entry. If the user has added another command to the same group, only the object of snapveil's
   * command is replaced.
   */
  function renewed(text: string, { path }: RegisteredAt, wanted: JsonObject): string {
    const root = read(text);
    const itemPath = path.slice(0, path.findIndex((step) => typeof step === "number") + 1);
    const list = valueAt(root, path.slice(0, -1));
    const isAlone = path.length === itemPath.length || !Array.isArray(list) || list.length === 1;
    const inner = findCommands(wanted, known)[0]!.path;
    const [place, value] = isAlone ? [itemPath, wanted] : [path, valueAt(wanted, inner)!];
    return isDeepStrictEqual(valueAt(root, place), value) ? text : syntax.replace(text, place, value, layoutOf(text));
  }

  /**
   * Removes a command and every object or list that held only this command: its group, its event's list, the object of
   * all events.
   */
  function without(text: string, { path }: RegisteredAt, before: JsonObject | undefined): string {
    let left = syntax.remove(text, path);
    for (let at = path.slice(0, -1); at.length > 0; at = at.slice(0, -1)) {
      // The key `hooks` of a group is removed together with the group.
      if (at.at(-1) === "hooks" && typeof at.at(-2) === "number") continue;
      const isWanted = before !== undefined && valueAt(before, at) !== undefined;
      const value = valueAt(read(left), at);
      const isLeft = !isEmpty(value) && !(typeof at.at(-1) === "number" && isEmptiedGroup(value));
      if (isWanted || isLeft || syntax.holdsComment?.(left, at)) break;
      left = syntax.remove(left, at);
    }
    return left;
  }

  return {
    put,
    take,
    find: (whole) => findCommands(read(splitBom(whole)[1]), known),
    read: (whole) => read(splitBom(whole)[1]) ?? {},
  };
}

/**
 * Checks that an edit changed nothing but snapveil's entries.
 * @throws ConfigProblem if other values differ from `before`, or the number of snapveil's entries is not `count`
 */
export function checkSame(
  read: Syntax["read"],
  known: ReadonlySet<string>,
  { text, before, count }: { text: string; before: JsonObject | undefined; count: number },
): void {
  try {
    const after = read(text);
    const ours = findCommands(after, known).filter(({ command }) => isInstalled(command));
    if (ours.length === count && isDeepStrictEqual(foreign(after), foreign(before))) return;
  } catch {
    // a text that does not parse leads to the error below
  }
  throw new ConfigProblem("its hooks are written in a way that entries cannot be added to or taken from");
}

/**
 * A value without snapveil's entries, and without objects and lists that are then empty; `undefined` if nothing is
 * left.
 */
function foreign(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) {
    const left = value.map((item) => {
      const kept = foreign(item);
      return isEmptiedGroup(item, kept) ? undefined : kept;
    });
    const items = left.filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items;
  }
  if (!isObject(value)) return value ?? undefined;
  if (isInstalled(value["command"]) || isInstalled(value["bash"])) return undefined;
  const entries = Object.entries(value).map(([key, item]) => [key, foreign(item)] as const);
  const left = entries.filter((pair): pair is [string, Json] => pair[1] !== undefined);
  return left.length === 0 ? undefined : Object.fromEntries(left);
}

function isInstalled(command: Json | undefined): boolean {
  return typeof command === "string" && ownerOf(command) === "install";
}

function isEmpty(value: Json | undefined): boolean {
  // An empty list has no keys either, so the test covers lists, too.
  return value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0);
}

/**
 * Whether `group` is a group of hooks, `{ matcher, hooks: [] }`, and `left`, its value without snapveil's entries, has
 * no hooks.
 */
function isEmptiedGroup(group: Json | undefined, left = group): boolean {
  return isObject(group) && Array.isArray(group["hooks"]) && (!isObject(left) || isEmpty(left["hooks"]));
}

function valueAt(root: Json | undefined, path: Path): Json | undefined {
  return path.reduce<Json | undefined>(
    (node, step) => (Array.isArray(node) ? node[step as number] : isObject(node) ? node[step] : undefined),
    root,
  );
}
