import { existsSync, readFileSync, utimesSync } from "node:fs";

import { atomicWrite, makeFolder } from "../kit/files.ts";
import { sha256 } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { asString, isObject } from "../kit/json.ts";
import type { GitPath } from "./git-path.ts";

/** Permissions of recorded files and of the folders above them, which have a slash at their end. */
export interface Modes {
  /** The usual permissions: nine bits of a file, all twelve of a folder. */
  readonly usual: { readonly file: number; readonly executable: number; readonly folder: number };
  /** Files and folders that have other permissions. */
  readonly odd: ReadonlyMap<GitPath, number>;
}

/** The permissions of most systems; also assumed for a state of which no permissions were kept. */
export const USUAL_MODES: Modes = { usual: { file: 0o644, executable: 0o755, folder: 0o755 }, odd: new Map() };

/**
 * The paths that a captured tree does not cover, and the reasons. A file that is missing from the tree did not exist,
 * unless it is among these paths: without them a file that changed rules uncover would look new, and an undo would
 * delete it.
 */
export interface Coverage {
  /** The user's excludes file and the source's `info/exclude`, which is stronger, one after the other. */
  readonly outside: string;
  /**
   * `.gitignore` files that are in force and not in the tree: they ignore themselves, or lie above the captured folder.
   */
  readonly rules: Readonly<Record<GitPath, string>>;
  /** Ignored files that are recorded all the same, since the source tracks them; also deleted ones. */
  readonly trackedButIgnored: readonly GitPath[];
  /** Files that existed, were not ignored, and could not be recorded. */
  readonly skipped: readonly GitPath[];
  readonly modes: Modes;
  /** The patterns of ignored files that were recorded all the same as the user's settings name them; `""`: none. */
  readonly also?: string;
}

/** Names a coverage by its content; `""` is the empty coverage. */
export type CoverageId = string;

export const NO_COVERAGE: Coverage = { outside: "", rules: {}, trackedButIgnored: [], skipped: [], modes: USUAL_MODES };

/** The patterns of ignored files that were recorded because the user's settings name them; `""`: none. */
export interface Covered {
  readonly tree: string;
  readonly coverage?: CoverageId | undefined;
}

/** The form in which a coverage is kept: equal coverages are equal texts. */
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

/** Writes a coverage down if that was not done yet; gives its id. */
export function keepCoverage(io: Io, shadow: string, coverage: Coverage): CoverageId {
  const text = coverageText(coverage);
  if (text === EMPTY) return "";
  const id = sha256(text).slice(0, 32);
  const file = coverageFile(shadow, id);
  try {
    // The file is made young: an old coverage that nothing names may be swept this moment.
    if (existsSync(file) && readFileSync(file, "utf8") === text) utimesSync(file, io.now(), io.now());
    else throw new Error("it is not there, or cut off");
  } catch {
    makeFolder(`${shadow}/coverage`);
    atomicWrite(file, text, { pid: io.pid, durable: true, folder: `${shadow}/tmp` });
  }
  return id;
}

/** The coverage of an id; `undefined` if it is not known: an earlier release kept none. */
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

/** The kept permissions, or the usual ones: an earlier release kept none. */
function parseModes(value: unknown): Modes {
  if (!isObject(value) || !Array.isArray(value["usual"]) || !Array.isArray(value["odd"])) return USUAL_MODES;
  const [file, executable, folder] = value["usual"] as number[];
  if (file === undefined || executable === undefined || folder === undefined) return USUAL_MODES;
  return { usual: { file, executable, folder }, odd: new Map(value["odd"] as [GitPath, number][]) };
}

function coverageFile(shadow: string, id: CoverageId): string {
  return `${shadow}/coverage/${id}`;
}
