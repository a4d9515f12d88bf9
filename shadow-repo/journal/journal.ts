import { closeSync, fstatSync, fsyncSync, openSync, readFileSync, readSync, writeSync } from "node:fs";

import { sha256 } from "../../kit/hash.ts";
import { isObject } from "../../kit/json.ts";
import { journalFile } from "./journal-file.ts";
import type { JournalRecord } from "./records.ts";

const VERSION = "1";

const TYPES: readonly unknown[] = ["checkpoint", "begin", "end", "forget", "pin"] satisfies JournalRecord["type"][];

/**
 * Adds a record and waits until it is on disk. Each line is one write in append mode, so that concurrent writers do not
 * mix their lines. After a line that a crash cut off, the record begins a new line.
 */
export function appendRecord(shadow: string, record: JournalRecord): void {
  const fd = openSync(journalFile(shadow), "a+", 0o600);
  try {
    const { size } = fstatSync(fd);
    const last = Buffer.alloc(1);
    const torn = size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 10;
    const line = Buffer.from(lineOf(record));
    const begun = Buffer.concat([Buffer.from("\n"), line]);
    // Write until the whole line is written: a full disk takes a part of the line, and reports the error only at the
    // next write.
    for (let bytes = torn ? begun : line; writeSync(fd, bytes) < bytes.length; ) bytes = begun;
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

export interface JournalContents {
  readonly records: readonly JournalRecord[];
  /** The numbers, from 1, of lines that were left out, since they are damaged or of a later version. */
  readonly damaged: readonly number[];
}

/**
 * The last journal that was read, until V8 needs the memory: a command asks several questions about one history. A
 * writer adds lines or puts a new file in the journal's place, so the stats change with the content.
 */
let lastRead: { readonly stats: string; readonly contents: WeakRef<JournalContents> } | undefined;

/** Every record in the order of writing; empty if there is no journal. */
export function readJournal(shadow: string): JournalContents {
  let fd: number;
  try {
    fd = openSync(journalFile(shadow), "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { records: [], damaged: [] };
    throw error;
  }
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = fstatSync(fd, { bigint: true });
    const stats = [dev, ino, size, mtimeNs, ctimeNs].join(" ");
    const last = lastRead?.stats === stats ? lastRead.contents.deref() : undefined;
    if (last) return last;
    const text = readFileSync(fd, "utf8");
    const contents = contentsOf(text);
    // A line may have come since the stats were taken.
    lastRead = BigInt(Buffer.byteLength(text)) === size ? { stats, contents: new WeakRef(contents) } : undefined;
    return contents;
  } finally {
    closeSync(fd);
  }
}

function contentsOf(text: string): JournalContents {
  const records: JournalRecord[] = [];
  const damaged: number[] = [];
  const seen = new Set<string>(); // each record is written once, so a repeated line comes from a copied file
  for (const [number, line] of text.split("\n").entries()) {
    if (line === "" || seen.has(line)) continue;
    seen.add(line);
    const record = parseLine(line);
    if (record) records.push(record);
    else damaged.push(number + 1);
  }
  return { records, damaged };
}

export function lineOf(record: JournalRecord): string {
  return lineOfJson(JSON.stringify(record));
}

export function lineOfJson(json: string): string {
  return `${VERSION} ${checksum(json)} ${json}\n`;
}

/** The record of a line; `undefined` if the line is damaged or of a later version. */
export function parseLine(line: string): JournalRecord | undefined {
  const [, version, sum, json] = /^(\d+) ([0-9a-f]+) (\{[^]*\})$/.exec(line) ?? [];
  if (json === undefined || version !== VERSION || sum !== checksum(json)) return undefined;
  const value: unknown = JSON.parse(json); // cannot throw: the checksum shows that snapveil wrote the JSON
  return isObject(value) && TYPES.includes(value["type"]) ? (value as unknown as JournalRecord) : undefined;
}

function checksum(text: string): string {
  return sha256(text).slice(0, 12);
}
