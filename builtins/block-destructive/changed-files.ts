import { basename, isAbsolute, resolve } from "node:path";

import { farPath, filesChanged, filesSaved, isDevice, sends, type Carried } from "../../shell/doors/effects.ts";
import { expandPattern, isPattern } from "../expand-pattern.ts";
import type { CommandView } from "./rule.ts";
import type { ChangedFiles } from "./targets.ts";

/** A command whose changed files are not known yet. */
type Unchanged = Omit<CommandView, "changed">;

const NOTHING: ChangedFiles = { deleted: [], replaced: [], emptied: [] };

/** The files that a command changes; `view.changed` keeps them, so that they are looked up once. */
export function changedFiles(view: Unchanged): ChangedFiles {
  const { name, own, fed, writes, carried } = view;
  if (own.includes("--help")) return NOTHING;
  const changed = filesChanged(name, own, fed);
  const saved = filesSaved(name, own).filter((file) => isSavedOver(file, view));
  const deleted = [...changed.deletes, ...(carried ? movedAway(carried, view) : [])];
  const replaced = [...changed.writes, ...saved, ...(carried ? replacedBy(carried, view) : [])];
  const isEmpty = carried ? carried.sources.join() === "/dev/null" : own.includes("if=/dev/null");
  if (isEmpty) return { deleted, replaced: writes, emptied: replaced };
  // Without a program, or with one that does nothing, a redirection empties the file.
  return name === "" || name === ":" || name === "true"
    ? { deleted, replaced, emptied: [...changed.empties, ...writes] }
    : { deleted, replaced: [...replaced, ...writes], emptied: changed.empties };
}

/** A file outside that is no program: a build in the worktree is made anew with the same option, and so are tools. */
function isSavedOver(file: string, { places, disk }: Unchanged): boolean {
  return places([file]).some(
    ({ kind, path = "" }) =>
      (kind === "outside" || kind === "everything") && !/[\\/]s?bin[\\/][^\\/]+$/.test(path) && disk.isFile(path),
  );
}

/** The files that a move takes away: a moved file still exists, unless it is in a temporary folder. */
function movedAway({ does, sources, target }: Carried, { places }: Unchanged): readonly string[] {
  const isGone = target !== undefined && /^(?:device|temporary)$/.test(places([target])[0]?.kind ?? "");
  return does === "move" && isGone ? sources : [];
}

/** Files that a copy, a move or a mirror replaces by others. */
function replacedBy(carried: Carried, view: Unchanged): readonly string[] {
  const { sources, target, isInto, spares, mirrors } = carried;
  if (target === undefined) return [];
  if (isDevice(target, () => (isAbsolute(target) ? view.disk.statOf(target) : undefined))) return [];
  if (mirrors) return farPath(target) === undefined ? [target] : [];
  const path = view.places([target])[0]?.path;
  // A copy from another machine spares a folder's files, but replaces a file that it names.
  if (spares) return isOverFile(path, view) ? [target] : [];
  const hasNames = isInto || (path !== undefined && view.disk.isFolder(path));
  // A folder gets each source under its own name.
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

/** The names of carried files: `src/*` and `src/.` are all files of the folder. */
function namesOf(source: string, { folder = "/", home = "~" }: Unchanged): readonly string[] {
  const path = resolve(folder, source.replace(/^~(?=\/)/, home).replace(/(?<=^|\/)\.$/, "*"));
  return (isPattern(path) ? expandPattern(path) : [path]).map((one) => basename(one));
}
