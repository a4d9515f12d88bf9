import { closeSync, fsyncSync, openSync, readFileSync, readSync, rmSync, writeSync } from "node:fs";

import { atomicWrite } from "../../kit/files.ts";
import { textOfFile } from "../read-disk.ts";
import { journalFile, journalSize } from "./journal-file.ts";
import { lineOfJson, parseLine, readJournal } from "./journal.ts";

/** A line of the journal, and another line of the same length that replaces it. */
interface Replacement {
  /** Bytes of the journal before the line. */
  readonly at: number;
  /** The new line, with its line end. */
  readonly line: string;
}

/**
 * Removes the titles and commands of forgotten checkpoints from the journal. Each line keeps its offset and length,
 * since processes append to the file meanwhile and a moment is a number of the journal's bytes. The rest of the record
 * stays: without it, the second of two records of one call would become a checkpoint. The new lines are saved in a file
 * first, so that the next run completes the work of a killed process. The caller holds the lock of prune.
 */
export function blankForgottenLabels(shadow: string, pid: number): void {
  replaceLines(shadow);
  const replacements = blankLines(shadow);
  if (replacements.length === 0) return;
  atomicWrite(planFile(shadow), JSON.stringify(replacements), { pid, durable: true });
  replaceLines(shadow);
}

const planFile = (shadow: string): string => `${shadow}/journal-blanks`;

function blankLines(shadow: string): Replacement[] {
  if (journalSize(shadow) === 0) return [];
  const forgotten = new Set(readJournal(shadow).records.flatMap((one) => (one.type === "forget" ? one.ids : [])));
  const bytes = readFileSync(journalFile(shadow));
  const found: Replacement[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    if (end < 0) break; // a line that a crash cut off, or that is being written
    const record = parseLine(bytes.toString("utf8", at, end));
    if (record?.type === "checkpoint" && forgotten.has(record.id)) {
      const { title, command, ...rest } = record;
      const json = JSON.stringify(rest);
      const blanks = end + 1 - at - Buffer.byteLength(lineOfJson(json));
      if (title !== undefined || command !== undefined)
        found.push({ at, line: lineOfJson(`${json.slice(0, -1)}${" ".repeat(blanks)}}`) });
    }
    at = end + 1;
  }
  return found;
}

function replaceLines(shadow: string): void {
  const text = textOfFile(planFile(shadow));
  if (text === "") return;
  const fd = openSync(journalFile(shadow), "r+");
  try {
    for (const { at, line } of JSON.parse(text) as Replacement[]) {
      const bytes = Buffer.from(line);
      if (!isLine(fd, at, bytes.length)) continue;
      for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done, at + done);
    }
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  rmSync(planFile(shadow), { force: true });
}

/** Whether the journal has a line of `length` bytes at the offset `at`. A journal restored from a backup may not. */
function isLine(fd: number, at: number, length: number): boolean {
  const isEnd = (place: number) => {
    const byte = Buffer.alloc(1);
    return place < 0 || (readSync(fd, byte, 0, 1, place) === 1 && byte[0] === 10);
  };
  return isEnd(at - 1) && isEnd(at + length - 1);
}
