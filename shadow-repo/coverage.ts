import { existsSync, readFileSync, utimesSync } from "node:fs";

import { atomicWrite, makeFolder } from "../kit/files.ts";
import { sha256 } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { asString, isObject } from "../kit/json.ts";
import type { GitPath } from "./git-path.ts";

/** Permissions of recorded files and of the folders above them. The path of a folder ends with a slash. */
export interface Modes {
  /** Permissions of all paths that `odd` does not hold: nine bits for a file, twelve for a folder. */
  readonly usual: { readonly file: number; readonly executable: number; readonly folder: number };
  /** The files and folders with other permissions than `usual`. */
  readonly odd: ReadonlyMap<GitPath, number>;
}

/** The permissions on most systems; also assumed for a state that was recorded without permissions. */
export const USUAL_MODES: Modes = { usual: { file: 0o644, executable: 0o755, folder: 0o755 }, odd: new Map() };

/**
 * The paths that a captured tree does not cover, and the reasons. Any other path that the tree lacks did not exist. The
 * coverage is needed since otherwise a file that is no longer ignored would look new, and an undo would delete it.
 */
export interface Coverage {
  /** The text of the user's excludes file, followed by that of the source's `info/exclude`, which overrules it. */
  readonly outside: string;
  /**
   * The texts of `.gitignore` files that are in force but not in the tree: they ignore themselves, or lie above the
   * captured folder.
   */
  readonly rules: Readonly<Record<GitPath, string>>;
  /** Ignored files that are recorded because the source tracks them, including those that are deleted. */
  readonly trackedButIgnored: readonly GitPath[];
  /** Files that existed, were not ignored, and could not be recorded. */
  readonly skipped: readonly GitPath[];
  readonly modes: Modes;
  /** The `alsoRecord` patterns by which ignored files were recorded; absent or `""` if there were none. */
  readonly also?: string;
}

/** The first 32 digits of the SHA-256 of a coverage's text; `""` for the empty coverage. */
export type CoverageId = string;

export const NO_COVERAGE: Coverage = { outside: "", rules: {}, trackedButIgnored: [], skipped: [], modes: USUAL_MODES };

/** A tree and the id of its coverage; without an id the coverage is unknown. */
export interface Covered {
  readonly tree: string;
  readonly coverage?: CoverageId | undefined;
}

/** The text that is stored for a coverage; equal coverages have equal texts. */
function coverageText({ outside, rules, trackedButIgnored, skipped, modes, also = "" }: Coverage): string {
  const sorted = Object.fromEntries(sortedByPath(Object.entries(rules)));
  const lists = { outside, rules: sorted, forced: trackedButIgnored.toSorted(), skipped: skipped.toSorted() };
  const text = also === "" ? lists : { ...lists, also };
  const { file, executable, folder } = modes.usual;
  const usual = [file, executable, folder];
  const isUsual = modes.odd.size === 0 && usual.join() === Object.values(USUAL_MODES.usual).join();
  return JSON.stringify(isUsual ? text : { ...text, modes: { usual, odd: sortedByPath([...modes.odd]) } });
}

function sortedByPath<Value>(entries: [path: GitPath, value: Value][]): [GitPath, Value][] {
  return entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
}

const EMPTY = coverageText(NO_COVERAGE);

/** Stores a coverage, unless it is stored already, and gives its id. */
export function keepCoverage(io: Io, shadow: string, coverage: Coverage): CoverageId {
  const text = coverageText(coverage);
  if (text === EMPTY) return "";
  const id = sha256(text).slice(0, 32);
  const file = coverageFile(shadow, id);
  try {
    // Renew the file's time: maintenance deletes an old coverage if no checkpoint names it, and this one is not named
    // yet.
    if (existsSync(file) && readFileSync(file, "utf8") === text) utimesSync(file, io.now(), io.now());
    else throw new Error("it is not there, or cut off");
  } catch {
    makeFolder(`${shadow}/coverage`);
    atomicWrite(file, text, { pid: io.pid, durable: true, folder: `${shadow}/tmp` });
  }
  return id;
}

/**
 * Reads a stored coverage; `undefined` without an id, as in records of an earlier release, or if the file is missing or
 * damaged.
 */
export function readCoverage(shadow: string, id: CoverageId | undefined): Coverage | undefined {
  if (id === undefined) return undefined;
  if (id === "") return NO_COVERAGE;
  try {
    return parseCoverage(readFileSync(coverageFile(shadow, id), "utf8"));
  } catch {
    return undefined;
  }
}

function parseCoverage(text: string): Coverage | undefined {
  const value: unknown = JSON.parse(text);
  if (!isObject(value) || !isObject(value["rules"])) return undefined;
  const strings = (list: unknown): string[] =>
    Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
  const also = asString(value["also"]);
  return {
    ...(also !== undefined && { also }),
    outside: asString(value["outside"]) ?? "",
    rules: value["rules"] as Record<GitPath, string>,
    trackedButIgnored: strings(value["forced"]),
    skipped: strings(value["skipped"]),
    modes: parseModes(value["modes"]),
  };
}

/** The stored permissions; the usual ones if there are none, as in a coverage of an earlier release. */
function parseModes(value: unknown): Modes {
  if (!isObject(value) || !Array.isArray(value["usual"]) || !Array.isArray(value["odd"])) return USUAL_MODES;
  const [file, executable, folder] = value["usual"] as number[];
  if (file === undefined || executable === undefined || folder === undefined) return USUAL_MODES;
  return { usual: { file, executable, folder }, odd: new Map(value["odd"] as [GitPath, number][]) };
}

function coverageFile(shadow: string, id: CoverageId): string {
  return `${shadow}/coverage/${id}`;
}
