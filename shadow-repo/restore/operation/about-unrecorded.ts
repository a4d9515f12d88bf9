import { inShell } from "../../../kit/in-shell.ts";
import { printable, shortened } from "../../../kit/text.ts";
import { UserError } from "../../../kit/user-error.ts";
import { NO_COVERAGE, readCoverage } from "../../coverage.ts";
import type { Capture, ObjectId, Remark } from "../../engine.ts";
import { isAmong, toText, type GitPath } from "../../git-path.ts";
import { byBeginning, type StoredCheckpoint } from "../../journal/history.ts";
import type { PermissionChanges } from "../../journal/beyond.ts";
import type { BeginRecord } from "../../journal/records.ts";
import type { Shadow } from "../../open/open-shadow.ts";
import { permissionsAt } from "../../record/permission-changes.ts";
import {
  changedSecrets,
  lastUnheld,
  type Unheld,
  type UnrecordedChange,
  unrecordedSince,
} from "../../record/unrecorded.ts";

/** A state, and the files that it does not hold. */
interface Before extends Unheld {
  readonly tree: ObjectId;
}

/**
 * Changes that no checkpoint holds, so that no undo takes them back: a list of paths with reasons, and sentences
 * (`notes`).
 */
export interface NotHeld {
  readonly notHeld: readonly Remark[];
  readonly notes: readonly string[];
}

export const NONE: NotHeld = { notHeld: [], notes: [] };

/**
 * Names the changes that no checkpoint holds since the beginning of the oldest of some steps: changes of ignored files
 * of secrets, of files that could not be recorded, of nested repositories, of files outside of the worktree, and of
 * permissions. An undo takes back none of these changes.
 */
export async function aboutUnrecorded(
  shadow: Shadow,
  steps: readonly StoredCheckpoint[],
  asked: Asked,
  present: Pick<Capture, "skipped">,
): Promise<NotHeld> {
  const outside = [...new Set(steps.flatMap((step) => step.outside ?? []))];
  const permissions = joinedPermissions(steps.toSorted(byBeginning));
  const step = steps.toSorted(byBeginning).find(({ unrecorded }) => unrecorded !== undefined);
  if (!step) return beyondStates(shadow, { outside, permissions }, asked);
  const { before: tree, coverageBefore: coverage, unrecorded, prefix } = step;
  return changesSince(shadow, { tree, coverage, unrecorded, prefix, outside, permissions }, asked, present, "this");
}

/**
 * The permissions of each path before the oldest step that changed the path's permissions, and after the newest such
 * step.
 */
function joinedPermissions(steps: readonly Pick<StoredCheckpoint, "permissions">[]): PermissionChanges {
  const joined: Record<GitPath, readonly [before: number, after: number]> = {};
  for (const { permissions = {} } of steps)
    for (const [path, [before, after]] of Object.entries(permissions))
      joined[path] = [joined[path]?.[0] ?? before, after];
  return joined;
}

/**
 * Names the changes of the last turn that no checkpoint holds, for an undo that finds no step: the turn may have
 * changed nothing else. Nothing is named if that turn was one of another session than `session`.
 */
export async function aboutLastTurn(shadow: Shadow, session: string | undefined, asked: Asked): Promise<NotHeld> {
  const before = lastUnheld(shadow.place.shadow);
  if (!before || (session !== undefined && before.key?.session !== session)) return NONE;
  return changesSince(shadow, before, asked, await shadow.engine.capture({ prefix: before.prefix }), "the last turn");
}

/** Names the settings that leave files out, for an undo that finds no step: these may be the reason. */
export function aboutExclude({ checkpoints: { exclude, keep } }: Pick<Shadow, "checkpoints">): string[] {
  const lists = [
    ["checkpoints.exclude", exclude],
    ["keep.exclude", keep ? keep.exclude : []],
  ] as const;
  return lists.flatMap(([setting, patterns]) =>
    patterns.length === 0
      ? []
      : [
          `Your setting ${setting} leaves out ${shortened(patterns.map(printable))}: no change of such a file is put back.`,
        ],
  );
}

interface Asked extends Pick<BeginRecord, "prefix" | "paths"> {
  /** Ignored files with a kept copy. They are left out, since other sentences of the result name these files. */
  readonly held?: ReadonlySet<GitPath>;
}

async function changesSince(
  shadow: Shadow,
  before: Before,
  { prefix, paths, held }: Asked,
  { skipped }: Pick<Capture, "skipped">,
  what: string,
): Promise<NotHeld> {
  const isAsked = (path: GitPath) =>
    path.startsWith(prefix) && isAmong(withoutSlash(path), paths) && held?.has(path) !== true;
  const files = unrecordedSince(shadow.place, before, skipped).filter(({ path }) => isAsked(path));
  const known = new Set(files.map(({ path }) => path));
  const secrets = changedSecrets(shadow.place, before).filter((path) => isAsked(path) && !known.has(path));
  const unheld = secrets.length === 0 ? [] : await unheldBy(shadow, before, secrets);
  const beyond = beyondStates(shadow, before, { prefix, ...(paths && { paths }), ...(held && { held }) });
  return {
    notHeld: [
      ...beyond.notHeld,
      ...unheld.map((path) => ({ path: toText(path), why: "ignored, and no copy is kept" })),
      ...files.map(({ path, why, change }) => ({ path: toText(path), why: change === "gone" ? "gone" : why })),
    ],
    notes: [...aboutSecrets(unheld, what), ...aboutFiles(files, what), ...beyond.notes],
  };
}

/** Names changes that no state of the worktree shows: of files outside of it, and of permissions. */
function beyondStates(
  { place }: Shadow,
  { outside = [], permissions = {} }: Pick<Before, "outside" | "permissions">,
  { prefix, paths, held }: Asked,
): NotHeld {
  const isAsked = (path: GitPath) => path.startsWith(prefix) && isAmong(withoutSlash(path), paths) && !held?.has(path);
  const changed = Object.entries(permissions).filter(
    ([path, [, after]]) => isAsked(path) && permissionsAt(place, path) === after,
  );
  const beyond = paths ? NONE : writtenOutside(outside);
  if (changed.length === 0) return beyond;
  const inOctal = (bits: number) => bits.toString(8);
  const names = changed.map(([path, [before, after]]) => `${named(path)} (${inOctal(before)} → ${inOctal(after)})`);
  const [[first, [was]]] = changed as [(typeof changed)[0]];
  return {
    notHeld: [...beyond.notHeld, ...changed.map(([path]) => ({ path: toText(path), why: "its permissions" }))],
    notes: [
      ...beyond.notes,
      `Permissions changed, and stay: ${shortened(names)}. To put one back: chmod ${inOctal(was)} ` +
        `${inShell(`${place.worktree.root}/${toText(first)}`)}`,
    ],
  };
}

/** Names files outside of the worktree that calls wrote, which no checkpoint holds. */
function writtenOutside(paths: readonly string[]): NotHeld {
  if (paths.length === 0) return NONE;
  const names = shortened(paths.map((path) => printable(path)));
  const verb = paths.length === 1 ? "it stays as it is" : "they stay as they are";
  return {
    notHeld: paths.map((path) => ({ path, why: "outside of the worktree" })),
    notes: [`Written outside of the worktree, in no checkpoint: ${names}; ${verb}.`],
  };
}

/**
 * The paths that the state before a step does not hold, since its ignore rules match them. Empty if an object of that
 * state is lost.
 */
async function unheldBy(
  { engine, place }: Shadow,
  { tree, coverage: id }: Before,
  paths: readonly GitPath[],
): Promise<readonly GitPath[]> {
  const coverage = readCoverage(place.shadow, id) ?? NO_COVERAGE;
  const trackedButIgnored = new Set(coverage.trackedButIgnored);
  try {
    return (await engine.ignoredBy(tree, coverage, paths)).filter((path) => !trackedButIgnored.has(path));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return []; // an object is lost, and the undo itself reports it
  }
}

function aboutSecrets(paths: readonly GitPath[], what: string): string[] {
  if (paths.length === 0) return [];
  const isOne = paths.length === 1;
  return [
    `${listed(paths)} ${isOne ? "has" : "have"} changed since ${what} began, and no checkpoint holds ` +
      `${isOne ? "it: it stays as it is" : "them: they stay as they are"}.`,
  ];
}

function aboutFiles(files: readonly UnrecordedChange[], what: string): string[] {
  const deletedPaths = files.filter(({ change }) => change === "gone").map(({ path }) => path);
  const others = files.filter(({ change }) => change !== "gone").map(({ path, why }) => `${named(path)} (${why})`);
  return [
    ...(others.length > 0
      ? [`New or changed since ${what} began, in no checkpoint, and left as it is: ${shortened(others)}.`]
      : []),
    ...(deletedPaths.length > 0
      ? [`Gone since ${what} began, in no checkpoint, and not to be brought back: ${listed(deletedPaths)}.`]
      : []),
  ];
}

function listed(paths: readonly GitPath[]): string {
  return shortened(paths.map(named));
}

function named(path: GitPath): string {
  return printable(toText(path));
}

/** A folder without the slash at its end. */
function withoutSlash(path: GitPath): GitPath {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}
