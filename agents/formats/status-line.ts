import { isObject, type Json } from "../../kit/json.ts";
import { commandWord } from "./command-line.ts";
import { isStatusCommand } from "./own-line.ts";
import type { Format } from "./config-file.ts";
import { removeAt, setMissing } from "./json-edit.ts";
import { layoutOf, splitBom } from "./layout.ts";
import type { RuntimePlace } from "./runtime-place.ts";

/** Reads and edits the status line in an agent's file of hooks. */
export interface StatusLine {
  /** Whether the status line runs snapveil's command or another one; `undefined` if the file has no status line. */
  find(text: string): "ours" | "other" | undefined;
  /** Adds or updates snapveil's status line; a status line of another program stays as it is. */
  put(text: string, command: string): string;
  /** Removes snapveil's status line; one of another program stays as it is. */
  take(text: string): string;
}

/** The command that an agent runs for its status line. */
export function statusCommand({ node, script, platform }: RuntimePlace): string {
  return `${commandWord(node, platform)} ${commandWord(script, platform)} status --line`;
}

/** @param at the path of keys to the status line in a JSON file */
export function statusLineAt(at: readonly string[], format: Format): StatusLine {
  const valueIn = (text: string) =>
    at.reduce<Json | undefined>((node, key) => (isObject(node) ? node[key] : undefined), format.read!(text));
  const find = (text: string) => {
    const value = valueIn(text);
    if (value === undefined || value === null) return undefined;
    const command = isObject(value) ? value["command"] : undefined;
    return typeof command === "string" && isStatusCommand(command) ? "ours" : "other";
  };
  const take = (whole: string): string => {
    if (find(whole) !== "ours") return whole;
    const [bom, text] = splitBom(whole);
    const left = removeAt(text, at);
    // An object that holds only the status line is removed together with the status line.
    const above = at
      .slice(0, -1)
      .reduce<Json | undefined>((node, key) => (isObject(node) ? node[key] : undefined), format.read!(left));
    const isBare = at.length > 1 && isObject(above) && Object.keys(above).length === 0;
    return bom + (isBare ? removeAt(left, at.slice(0, -1)) : left);
  };
  const put = (whole: string, command: string): string => {
    const own = find(whole);
    if (own === "other") return whole;
    const value = valueIn(whole);
    if (own === "ours" && isObject(value) && value["command"] === command) return whole;
    const [bom, text] = splitBom(take(whole));
    return bom + setMissing(text, at, { type: "command", command }, layoutOf(text));
  };
  return { find, put, take };
}
