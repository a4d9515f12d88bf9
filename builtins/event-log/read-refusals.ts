import { readFileSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { isObject, parseJson, type Json } from "../../kit/json.ts";
import { UserError } from "../../kit/user-error.ts";
import { printable } from "../../kit/text.ts";
import type { LogEntry } from "./entry.ts";
import { olderLog } from "./log-file.ts";
import { LogReader } from "./read-log.ts";
import { passLog, refusalLog, type PassEntry } from "./refusal-log.ts";

type Place = Pick<Io, "env" | "platform">;

/** The entries of refusals, questions and redactions, oldest first. */
export function readRefusals(io: Place): LogEntry[] {
  const file = refusalLog(io);
  return file === undefined ? [] : new LogReader([file]).read().filter(({ id }) => id !== undefined);
}

/** The refusal whose id begins with a text, or the last one. @throws UserError if there is none, or more than one */
export function refusalNamed(io: Place, beginning: string | undefined): LogEntry {
  const all = readRefusals(io);
  if (beginning === undefined) {
    const last = all.at(-1);
    if (!last) throw new UserError("noRefusal");
    return last;
  }
  const found = all.filter(({ id }) => beginning !== "" && id!.startsWith(beginning));
  if (found.length === 0) throw new UserError("unknownRefusal", [printable(beginning)]);
  if (found.length > 1) throw new UserError("ambiguousRefusal", [printable(beginning)]);
  return found[0]!;
}

/**
 * The settings and lines that would let a refused call or a redacted secret pass, with its session and its call; no
 * passes if none are stored.
 */
export function passesFor(io: Place, { id = "" }: LogEntry): PassEntry {
  return passesById(io).get(id) ?? { id, passes: [] };
}

/** Id of a refusal → what would let it pass. */
export function passesById(io: Place): ReadonlyMap<string, PassEntry> {
  const file = passLog(io);
  // The newest first, since the map keeps the last of equal ids, and the first one read is the one that counts.
  const entries = file === undefined ? [] : [file, olderLog(file)].flatMap(entriesIn).toReversed();
  return new Map(entries.map((one) => [one.id, one]));
}

function entriesIn(file: string): PassEntry[] {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line) => entryIn(parseJson(line)) ?? []);
  } catch {
    return [];
  }
}

/** The entry in a line's JSON; `undefined` if it is no entry, for instance because a full disk cut the line off. */
function entryIn(value: Json | undefined): PassEntry | undefined {
  if (!isObject(value) || typeof value["id"] !== "string" || !Array.isArray(value["passes"])) return undefined;
  const isPass = (pass: Json) => isObject(pass) && areTexts(pass["setting"]) && areTexts(pass["lines"]);
  return value["passes"].every(isPass) ? (value as unknown as PassEntry) : undefined;
}

function areTexts(list: Json | undefined): boolean {
  return Array.isArray(list) && list.every((one) => typeof one === "string");
}
