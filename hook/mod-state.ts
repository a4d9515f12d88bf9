import { lstatSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { homeOf, type Io } from "../kit/io.ts";
import { findPlaces, findVariables, marksOf, namedPlaces } from "../redactors/doors/known-values.ts";
import { enclosingFolders } from "../worktree/doors/worktree.ts";
import { readSettings, settingsPlaces, type RedactionSettings, type Settings } from "../worktree/doors/settings.ts";
import { ownWorld } from "../worktree/doors/trust.ts";
import { switchFile, whyOff } from "../worktree/doors/switch.ts";

/** The facts about this machine that a search in Claude Code's mod needs: see `agents/shims/knowledge.ts`. */
export interface ModState {
  readonly salt: number;
  readonly marks: readonly number[];
  /** Path → its state. While all of these states stay, the other facts hold. */
  readonly places: Readonly<Record<string, string>>;
}

/**
 * The mod's facts; empty if the mod has to ask about each row: it cannot search with rules, other detectors or another
 * state.
 */
export async function modState(world: Io, cwd: string, salt: number): Promise<ModState | Record<string, never>> {
  const { io } = await ownWorld(world, [cwd]);
  const { redaction } = await readSettings(io, cwd);
  if (whyOff(io) || !isPlain(redaction)) return {};
  // The places are read before the facts, so that a later change is a change for the mod.
  const project = enclosingFolders(cwd).filter((folder) => folder !== homeOf(io.env));
  const places = statesOf(watchedPlaces(io, cwd, redaction.knownValues), project, io.now().getTime());
  const settings = await readSettings(io, cwd);
  if (!isPlain(settings.redaction)) return {};
  return { salt, marks: marksOf(await spellings(io, cwd, settings), salt), places };
}

/** Whether only snapveil's own detector and the user's own secrets are searched with. */
function isPlain({ detectors, personal, rules }: RedactionSettings): boolean {
  return rules.length === 0 && personal.length === 0 && detectors.every((name) => name === "own");
}

async function spellings(io: Io, cwd: string, { redaction: { knownValues } }: Settings): Promise<string[]> {
  if (knownValues === "off") return [];
  const { knownSpellings } = await import("../redactors/doors/known-values.ts");
  return knownSpellings(io, cwd, knownValues, findVariables(io, knownValues), findPlaces(io, cwd, knownValues));
}

/** Every file that settings and known values are read from, or would be if it existed. */
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
 * The states of these places. For a path that is missing, its folder in the project speaks, since most of these paths
 * lie side by side; in other folders, which change often, the first missing part of the path.
 */
function statesOf(paths: readonly string[], project: readonly string[], now: number): Record<string, string> {
  const states = Object.fromEntries(project.map((folder) => [folder, stateOf(folder, now)]));
  for (const path of paths) {
    const state = stateOf(path, now);
    if (state !== ABSENT) {
      if (basename(path) !== ".git") states[path] = state; // that it is there is all that counts
      continue;
    }
    let missing = path;
    while (dirname(missing) !== missing && stateOf(dirname(missing), now) === ABSENT) missing = dirname(missing);
    // The target of a link can come into being without a change of the link's folder.
    if (isLink(missing) || !project.includes(dirname(missing))) states[missing] = ABSENT;
  }
  return states;
}

const ABSENT = "";
/** Milliseconds: a file that was changed just now can change once more at what its disk takes for the same time. */
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
