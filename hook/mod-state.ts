import { lstatSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { homeOf, type Io } from "../kit/io.ts";
import { findPlaces, findVariables, marksOf, namedPlaces } from "../redactors/doors/known-values.ts";
import { enclosingFolders } from "../worktree/doors/worktree.ts";
import { readSettings, settingsPlaces, type RedactionSettings, type Settings } from "../worktree/doors/settings.ts";
import { ownWorld } from "../worktree/doors/trust.ts";
import { switchFile, whyOff } from "../worktree/doors/switch.ts";

/** The facts that snapveil's mod in Claude Code needs to search a text itself, see `agents/shims/knowledge.ts`. */
export interface ModState {
  readonly salt: number;
  readonly marks: readonly number[];
  /** Path of a file or folder → its state. The other facts are valid as long as no state changes. */
  readonly places: Readonly<Record<string, string>>;
}

/**
 * The facts for the mod. Empty if the mod has to ask the program about each row, because the settings have own rules,
 * other detectors or personal data, which the mod cannot search for.
 */
export async function modState(world: Io, cwd: string, salt: number): Promise<ModState | Record<string, never>> {
  const { io } = await ownWorld(world, [cwd]);
  const { redaction } = await readSettings(io, cwd);
  if (whyOff(io) || !isPlain(redaction)) return {};
  // The states are read before the facts, so that a change in between invalidates the facts.
  const project = enclosingFolders(cwd).filter((folder) => folder !== homeOf(io.env));
  const places = statesOf(watchedPlaces(io, cwd, redaction.knownValues), project, io.now().getTime());
  const settings = await readSettings(io, cwd);
  if (!isPlain(settings.redaction)) return {};
  return { salt, marks: marksOf(await spellings(io, cwd, settings), salt), places };
}

/** Whether texts are searched only with snapveil's own detector and for the user's known secrets. */
function isPlain({ detectors, personal, rules }: RedactionSettings): boolean {
  return rules.length === 0 && personal.length === 0 && detectors.every((name) => name === "own");
}

async function spellings(io: Io, cwd: string, { redaction: { knownValues } }: Settings): Promise<string[]> {
  if (knownValues === "off") return [];
  const { knownSpellings } = await import("../redactors/doors/known-values.ts");
  return knownSpellings(io, cwd, knownValues, findVariables(io, knownValues), findPlaces(io, cwd, knownValues));
}

/** The paths of all files that hold settings or known values, whether they exist or not. */
function watchedPlaces(io: Io, cwd: string, knownValues: RedactionSettings["knownValues"]): readonly string[] {
  const file = switchFile(io);
  return [
    ...settingsPlaces(io, cwd),
    ...(file === undefined ? [] : [file]),
    ...namedPlaces(io, cwd, knownValues),
    ...foldersUp(cwd).map((folder) => join(folder, ".git")),
  ];
}

function foldersUp(cwd: string): string[] {
  const above = dirname(cwd);
  return above === cwd ? [cwd] : [cwd, ...foldersUp(above)];
}

/**
 * The states of paths. A missing path in the project has no state of its own: the state of its folder changes when the
 * path is created, and many paths share a folder. Outside of the project folders change often, so the result notes that
 * the first missing part of the path is absent.
 */
function statesOf(paths: readonly string[], project: readonly string[], now: number): Record<string, string> {
  const states = Object.fromEntries(project.map((folder) => [folder, stateOf(folder, now)]));
  for (const path of paths) {
    const state = stateOf(path, now);
    if (state !== ABSENT) {
      if (basename(path) !== ".git") states[path] = state; // only the existence of a `.git` matters
      continue;
    }
    let missing = path;
    while (dirname(missing) !== missing && stateOf(dirname(missing), now) === ABSENT) missing = dirname(missing);
    // The target of a link may be created without a change in the link's folder.
    if (isLink(missing) || !project.includes(dirname(missing))) states[missing] = ABSENT;
  }
  return states;
}

const ABSENT = "";
/** Milliseconds after a change within which a file may change again without a new time stamp. */
const RECENT = 2000;

function stateOf(path: string, now: number): string {
  try {
    const { size, mtimeMs } = statSync(path);
    return now - mtimeMs < RECENT ? "recent" : `${size} ${Math.floor(mtimeMs)}`;
  } catch {
    return ABSENT;
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}
