import { appendFileSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { nameOfAll, sha256 } from "../../kit/hash.ts";
import type { Io } from "../../kit/io.ts";
import { makeFolder } from "../../kit/files.ts";
import { dataDir, forgetOldFiles } from "../../worktree/doors/data-dir.ts";

/** The notes on a session and its present turn. They hold no texts: only names of claims, and digests of addresses. */
export interface TurnNotes {
  /** Names of the claims that ended calls of this turn support. */
  readonly ended: ReadonlySet<string>;
  /** Names of the claims that announced calls of this turn support. */
  readonly announced: ReadonlySet<string>;
  /** Some event of the session showed the output of a call. */
  readonly showsOutput: boolean;
  /** Some event of the session showed a call, with or without its output. */
  readonly showsCalls: boolean;
  /** The end of this turn was refused already. */
  readonly isRefused: boolean;
  /** The turn has ended, so the next event begins another one. */
  readonly isOver: boolean;
  hasShown(place: string): boolean;
}

type Line =
  | { readonly turn: "begins" | "ends" | "refused" }
  | { readonly call: "announced" | "ended"; readonly stands: readonly string[] }
  | { readonly places: readonly string[]; readonly isOutput: boolean };

/** The size of the notes in bytes above which no further addresses are noted. */
const LARGEST = 1 << 20;

/**
 * Adds lines to a session's notes, by appending, since hooks of one turn run at the same time. @throws if nothing can
 * be written
 */
export function addNotes(io: Io, words: readonly string[], lines: readonly Line[]): void {
  const file = fileOf(io, words);
  if (file === undefined) throw new Error("there is no place for state");
  const folder = join(file, "..");
  makeFolder(folder);
  const isFull = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LARGEST;
  const text = lines.map((line) => written(line, words, isFull)).join("");
  if (text !== "") appendFileSync(file, text, { mode: 0o600 });
  forgetOldFiles(folder, io);
}

function written(line: Line, words: readonly string[], isFull: boolean): string {
  if ("turn" in line) return `${line.turn}\n`;
  if ("call" in line) return `${[line.call, ...line.stands].join(" ")}\n`;
  const digests = isFull ? [] : line.places.map((place) => digestOf(words, place));
  return `${[line.isOutput ? "output" : "input", ...digests].join(" ")}\n`;
}

/** The notes on a session; `undefined` if there are none. */
export function readNotes(io: Io, words: readonly string[]): TurnNotes | undefined {
  const lines = textOf(fileOf(io, words)).split("\n").filter(Boolean);
  if (lines.length === 0) return undefined;
  const parsed = lines.map((line) => line.split(" "));
  const last = parsed.findLastIndex(([word]) => word === "begins" || word === "ends");
  const turn = parsed.slice(last + 1);
  const standing = (word: string) => new Set(turn.flatMap(([first, ...rest]) => (first === word ? rest : [])));
  const shown = new Set(parsed.flatMap(([first, ...rest]) => (first === "output" || first === "input" ? rest : [])));
  return {
    ended: standing("ended"),
    announced: standing("announced"),
    showsOutput: parsed.some(([word]) => word === "output"),
    showsCalls: parsed.some(([word]) => word === "announced" || word === "ended"),
    isRefused: turn.some(([word]) => word === "refused"),
    isOver: last === -1 ? true : parsed[last]![0] === "ends",
    hasShown: (place) => shown.has(digestOf(words, place)),
  };
}

/** The digest of an address, salted with the agent's and the session's names. */
function digestOf(words: readonly string[], place: string): string {
  return sha256(JSON.stringify([...words, place])).slice(0, 16);
}

function textOf(file: string | undefined): string {
  try {
    return file === undefined ? "" : readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function fileOf(io: Io, words: readonly string[]): string | undefined {
  const data = dataDir(io);
  return data && join(data, "claims", nameOfAll(words));
}
