import { existsSync } from "node:fs";
import { dirname } from "node:path";

import { ConfigProblem } from "../agents/formats/config-file.ts";
import { layoutOf, splitBom } from "../agents/formats/layout.ts";
import { causeInWords } from "../kit/disk-trouble.ts";
import { atomicWrite, makeFolder, readRegularFile, realPath } from "../kit/files.ts";
import type { Io } from "../kit/io.ts";
import { isObject, type Json } from "../kit/json.ts";
import { printable } from "../kit/text.ts";
import { UserError } from "../kit/user-error.ts";
import { userSettingsFile, userSettingsFolder } from "./read-settings.ts";

/** The largest settings file in bytes. A longer file is neither read nor written. */
const LARGEST = 64 * 1024;

/** The path of the user's settings file, which need not exist yet. @throws UserError if there is no home folder */
export function settingsFileToWrite(io: Pick<Io, "env" | "platform">): string {
  const folder = userSettingsFolder(io);
  const file = userSettingsFile(io) ?? (folder && `${folder}/config.jsonc`);
  if (file === undefined) throw new UserError("noHome");
  return file;
}

/**
 * Appends lines to a list in the user's settings file and leaves the rest of the file unchanged, byte for byte. A line
 * that is in the list already is not added again.
 * @param path the keys that lead to the list: `["secretFiles", "allow"]`
 * @returns the number of added lines
 * @throws UserError if the file is broken, holds something other than a list at `path`, or cannot be written
 */
export async function addToSettings(
  io: Pick<Io, "env" | "platform" | "pid">,
  path: readonly string[],
  lines: readonly string[],
): Promise<number> {
  return changeSettings(io, (text, syntax) => {
    const there = listAt(syntax.parse(text), path);
    const missing = lines.filter((line) => !there.some((one) => isSame(one, line)));
    const after = missing.reduce((now, line) => syntax.append(now, path, line), text);
    const held = listAt(syntax.parse(after), path);
    if (!missing.every((line) => held.includes(line)) || Buffer.byteLength(after) > LARGEST)
      throw new ConfigProblem("there is no room for more in it");
    return { after, lines: missing };
  });
}

/**
 * Removes lines from a list in the user's settings file, whatever note stands behind a fingerprint, and leaves the rest
 * of the file unchanged. The list stays, even if it is empty.
 * @param path the keys that lead to the list: `["secretFiles", "allow"]`
 * @returns the number of removed lines
 * @throws UserError if the file is broken or cannot be written
 */
export async function removeFromSettings(
  io: Pick<Io, "env" | "platform" | "pid">,
  path: readonly string[],
  lines: readonly string[],
): Promise<number> {
  return changeSettings(io, (text, syntax) => {
    const isNamed = (one: Json) => typeof one === "string" && lines.some((line) => isSame(one, line));
    const there = itemsAt(syntax.parse(text), path);
    // From the end, so that the places of the others stay.
    const places = there.flatMap((one, at) => (isNamed(one) ? [at] : [])).toReversed();
    const after = places.reduce((now, at) => syntax.remove(now, [...path, at]), text);
    if (itemsAt(syntax.parse(after), path).length !== there.length - places.length)
      throw new ConfigProblem("a line could not be removed from it");
    return { after, lines: places };
  });
}

/** The lines of a list that stand in the settings file, with the note behind a fingerprint. */
export type HeldLines = (path: readonly string[], lines: readonly string[]) => string[];

/**
 * Reads the user's settings file once, and returns a function that looks up lines there. No line stands in a file that
 * is broken or cannot be read.
 */
export async function linesInSettings(io: Pick<Io, "env" | "platform" | "pid">): Promise<HeldLines> {
  const settings = await readUserSettings(io);
  return (path, lines) => listAt(settings, path).filter((one) => lines.some((line) => isSame(one, line)));
}

async function readUserSettings(io: Pick<Io, "env" | "platform" | "pid">): Promise<Json | undefined> {
  try {
    const file = realPath(settingsFileToWrite(io));
    return existsSync(file) ? (await syntaxOf(file)).parse(splitBom(textOf(file))[1]) : undefined;
  } catch {
    return undefined; // `snapveil doctor` names the mistake
  }
}

/**
 * Writes another text into the user's settings file, if `change` changes a line.
 * @returns the number of changed lines
 */
async function changeSettings(
  io: Pick<Io, "env" | "platform" | "pid">,
  change: (text: string, syntax: Syntax) => { readonly after: string; readonly lines: readonly unknown[] },
): Promise<number> {
  const named = settingsFileToWrite(io);
  // The settings file is often a link into a folder of dotfiles, so the target is written and the link stays.
  const file = realPath(named);
  try {
    const [bom, text] = splitBom(existsSync(file) ? textOf(file) : "");
    const { after, lines } = change(text, await syntaxOf(file));
    if (lines.length === 0) return 0;
    makeFolder(dirname(file));
    atomicWrite(file, bom + after, { pid: io.pid, durable: true });
    return lines.length;
  } catch (error) {
    if (error instanceof UserError) throw error;
    const cause = causeInWords(error);
    if (cause !== undefined) throw new UserError("cannotWrite", [printable(named), cause], error);
    throw new UserError("badConfig", [printable(named), (error as Error).message], error);
  }
}

function textOf(file: string): string {
  const { bytes, whole } = readRegularFile(file, LARGEST);
  if (!whole) throw new ConfigProblem("it is larger than 64 KiB");
  return bytes.toString("utf8");
}

/**
 * Whether two lines of a list are the same entry. A line with a fingerprint (`hmac:…`) may have a note behind a blank;
 * the note is ignored.
 */
function isSame(one: string, other: string): boolean {
  return one === other || (one.startsWith("hmac:") && one.split(" ", 1)[0] === other.split(" ", 1)[0]);
}

interface Syntax {
  parse(text: string): Json | undefined;
  append(text: string, path: readonly string[], line: string): string;
  /** @param path the keys that lead to the list, and the place of the item in the list */
  remove(text: string, path: readonly (string | number)[]): string;
}

async function syntaxOf(file: string): Promise<Syntax> {
  if (/\.ya?ml$/.test(file)) {
    const { default: parse } = await import("./parse-yaml.ts");
    const { addItem, removeItem } = await import("../agents/formats/yaml-edit.ts");
    const { documentOf } = await import("../agents/formats/yaml-hooks.ts");
    return {
      parse,
      append: (text, path, line) => addItem(text, documentOf(text), path, line, layoutOf(text)),
      remove: (text, path) => removeItem(text, documentOf(text), path),
    };
  }
  const { default: parse } = await import("./parse-jsonc.ts");
  const { appendTo, removeAt } = await import("../agents/formats/json-edit.ts");
  return { parse, append: (text, path, line) => appendTo(text, path, line, layoutOf(text)), remove: removeAt };
}

/** The items of the list at `path`; an empty array if there is no list. */
function itemsAt(value: Json | undefined, path: readonly string[]): readonly Json[] {
  let at = value;
  for (const key of path) at = isObject(at) ? at[key] : undefined;
  return Array.isArray(at) ? at : [];
}

function listAt(value: Json | undefined, path: readonly string[]): string[] {
  return itemsAt(value, path).filter((one) => typeof one === "string");
}
