import { basename, isAbsolute, resolve } from "node:path";

import {
  editedInPlace,
  farPath,
  filesChanged,
  filesSaved,
  isDevice,
  sends,
  UNCHANGED,
  type Carried,
} from "../../shell/doors/effects.ts";
import { expandPattern, isPattern } from "../expand-pattern.ts";
import type { CommandView } from "./rule.ts";
import type { ChangedFiles } from "./targets.ts";

/** The view of a command before its changed files are known. */
type Unchanged = Omit<CommandView, "changed">;

const NONE: readonly string[] = [];
const NOTHING: ChangedFiles = { deleted: NONE, replaced: NONE, emptied: NONE };

/** Options with which an edit in place keeps the old content beside the file: `sed -i.bak`, `perl -pi.orig`. */
const KEEPS_OLD = /^(?:-[a-zA-Z]*i|--in-place=)([._~][\w.~]*)$/;

/** The files in which an edit in place keeps the old content: `f.bak` of `sed -i.bak … f`. */
export function backupsOf({ name, own }: Pick<CommandView, "name" | "own">): readonly string[] {
  const suffix = own.flatMap((word) => KEEPS_OLD.exec(word)?.[1] ?? [])[0];
  return suffix === undefined ? NONE : editedInPlace(name, own).map((file) => file + suffix);
}

/** The files that a command deletes, replaces or empties. `view.changed` keeps the result. */
export function changedFiles(view: Unchanged): ChangedFiles {
  const { name, own, fed, writes, carried } = view;
  if (own.includes("--help")) return NOTHING;
  const isSilent = name === "" || name === ":" || name === "true";
  const changed = filesChanged(name, own, fed);
  const edited = own.some((word) => KEEPS_OLD.test(word)) ? NONE : editedInPlace(name, own);
  const saved = [...filesSaved(name, own), ...edited].filter((file) => isSavedOver(file, view));
  if (!carried && saved.length === 0 && changed === UNCHANGED && !own.includes("if=/dev/null")) {
    if (writes.length === 0) return NOTHING;
    return isSilent
      ? { deleted: NONE, replaced: NONE, emptied: writes }
      : { deleted: NONE, replaced: writes, emptied: NONE };
  }
  const deleted = [...changed.deletes, ...(carried ? movedAway(carried, view) : [])];
  const replaced = [...changed.writes, ...saved, ...(carried ? replacedBy(carried, view) : [])];
  const isEmpty = carried ? carried.sources.join() === "/dev/null" : own.includes("if=/dev/null");
  if (isEmpty) return { deleted, replaced: writes, emptied: replaced };
  // A redirection without a program, or behind a program that prints nothing, empties its file.
  return isSilent
    ? { deleted, replaced, emptied: [...changed.empties, ...writes] }
    : { deleted, replaced: [...replaced, ...writes], emptied: changed.empties };
}

/**
 * Whether a command's output (`-o FILE`) overwrites something that matters: an existing file outside of the worktree
 * that is no program. Output in the worktree and programs are built again by the same command.
 */
function isSavedOver(file: string, { places, disk }: Unchanged): boolean {
  return places([file]).some(
    ({ kind, path = "" }) =>
      (kind === "outside" || kind === "everything") && !/[\\/]s?bin[\\/][^\\/]+$/.test(path) && disk.isFile(path),
  );
}

/**
 * The sources of a move whose target is a device or a temporary folder. After a move to any other target the files
 * still exist.
 */
function movedAway({ does, sources, target }: Carried, { own, places }: Unchanged): readonly string[] {
  const isGone = target !== undefined && /^(?:device|temporary)$/.test(places([target])[0]?.kind ?? "");
  return isGone && (does === "move" || own.includes("--remove-source-files")) ? sources : [];
}

/** The files that a copy, a move or a mirror replaces. */
function replacedBy(carried: Carried, view: Unchanged): readonly string[] {
  const { sources, target, isInto, spares, mirrors } = carried;
  if (target === undefined) return [];
  if (isDevice(target, () => (isAbsolute(target) ? view.disk.statOf(target) : undefined))) return [];
  if (mirrors) return farPath(target) === undefined ? [target] : [];
  const path = view.places([target])[0]?.path;
  // For a copy from another machine only a target that is a file counts as replaced, not the files in a target folder.
  if (spares) return isOverFile(path, view) ? [target] : [];
  const hasNames = isInto || (path !== undefined && view.disk.isFolder(path));
  // If the target is a folder, the command creates a file in it with the name of each source.
  return hasNames
    ? sources.flatMap((source) => namesOf(source, view)).map((name) => `${target.replace(/\/+$/, "")}/${name}`)
    : [target];
}

function isOverFile(path: string | undefined, { name, own, disk }: Unchanged): boolean {
  const isSparing = own.some((word) =>
    /^-\w*[bnu]|^--(?:ignore-existing|backup|dry-?run|update|no-clobber)/.test(word),
  );
  return path !== undefined && sends(name, own) && !isSparing && disk.isFile(path);
}

/** The names of the files for which a word for a source stands: for `src/*` and `src/.` all files of the folder. */
function namesOf(source: string, { folder = "/", home = "~" }: Unchanged): readonly string[] {
  const path = resolve(folder, source.replace(/^~(?=\/)/, home).replace(/(?<=^|\/)\.$/, "*"));
  return (isPattern(path) ? expandPattern(path) : [path]).map((one) => basename(one));
}
