import { statSync } from "node:fs";
import { basename, resolve } from "node:path";

import { carriedBy, filesChanged, type Carried } from "../../shell/effects.ts";
import { expandPattern, isPattern } from "./expand-pattern.ts";
import type { View } from "./rule.ts";

/** Words of a command that name files which it takes away, or whose content it replaces. */
export interface ChangedFiles {
  readonly deleted: readonly string[];
  /** Of these only what is there is lost. */
  readonly replaced: readonly string[];
  /** They are emptied, so that whoever says it knows that they are there. */
  readonly emptied: readonly string[];
}

const NOTHING: ChangedFiles = { deleted: [], replaced: [], emptied: [] };

/** What a command does to files, with what its output replaces. */
export function changedFiles(view: View): ChangedFiles {
  const { name, own, found, writes } = view;
  if (own.includes("--help")) return NOTHING;
  const changed = filesChanged(name, own);
  const carried = carriedBy(name, own);
  const deleted = [
    ...(found ? changed.deletes.flatMap((word) => (isFound(word) ? foundPatterns(found) : [word])) : changed.deletes),
    ...(carried ? movedAway(carried, view) : []),
    ...(name === "find" && deletes(own) ? foundPatterns(own) : []),
  ];
  const replaced = [...changed.writes, ...(carried ? replacedBy(carried, view) : [])];
  const isEmpty = carried ? carried.sources.join() === "/dev/null" : own.includes("if=/dev/null");
  if (isEmpty) return { deleted, replaced: writes, emptied: replaced };
  // Without a program, or with one that does nothing, a redirection empties the file.
  return name === "" || name === ":" || name === "true"
    ? { deleted, replaced, emptied: [...changed.empties, ...writes] }
    : { deleted, replaced: [...replaced, ...writes], emptied: changed.empties };
}

/** What `find` hands over is told by the names that it searches for. */
function isFound(word: string): boolean {
  return /(?:^|[\\/])\{\}$/.test(word);
}

/** What is moved is still there, but for a temporary folder. */
function movedAway({ does, sources, target }: Carried, { places }: View): readonly string[] {
  const isGone = target === "/dev/null" || (target !== undefined && places([target])[0]?.kind === "temporary");
  return does === "move" && isGone ? sources : [];
}

/** What stood where something is copied or moved to; what a mirror has and its source has not. */
function replacedBy(carried: Carried, view: View): readonly string[] {
  const { sources, target, isInto, spares, mirrors } = carried;
  if (target === undefined || target === "/dev/null") return [];
  if (mirrors) return /^[\w.@-]+:/.test(target) ? [] : [target];
  if (spares) return [];
  const path = view.places([target])[0]?.path;
  const isFolder = isInto || (path !== undefined && statSync(path, { throwIfNoEntry: false })?.isDirectory());
  // A folder gets each source under its own name.
  return isFolder
    ? sources.flatMap((source) => namesOf(source, view)).map((name) => `${target.replace(/\/+$/, "")}/${name}`)
    : [target];
}

/** The names of what is carried: `src/*` and `src/.` are all that is there. */
function namesOf(source: string, { folder = "/", home = "~" }: View): readonly string[] {
  const path = resolve(folder, source.replace(/^~(?=\/)/, home).replace(/(?<=^|\/)\.$/, "*"));
  return (isPattern(path) ? expandPattern(path) : [path]).map((one) => basename(one));
}

function deletes(own: readonly string[]): boolean {
  const isRemover = (word = "") => /(?:^|\/)rm$/.test(word);
  return own.includes("-delete") || own.some((word, at) => /^-exec(?:dir)?$/.test(word) && isRemover(own[at + 1]));
}

/**
 * `find . -name '*.log'`: with a name, what has that name anywhere below, as git writes such a pattern; else all that is
 * below.
 */
export function foundPatterns(own: readonly string[]): string[] {
  const end = own.findIndex((word) => /^[-!(]/.test(word));
  const roots = end === -1 ? own : own.slice(0, end);
  const isLeftOut = (at: number) => /^(?:!|-not)$/.test(own[at - 1] ?? "");
  const names = own.flatMap((word, at) => (/^-i?name$/.test(word) && !isLeftOut(at) ? [own[at + 1] ?? "*"] : []));
  const isFlat = own.some((word, at) => word === "-maxdepth" && own[at + 1] === "1");
  const patterns = names.length > 0 ? names.map((one) => (isFlat ? `/${one}` : `/**/${one}`)) : [""];
  return (roots.length > 0 ? roots : ["."]).flatMap((root) =>
    patterns.map((one) => `${root.replace(/\/+$/, "")}${one}`),
  );
}
