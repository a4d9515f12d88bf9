import { rmSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { objectFormat } from "../create-shadow.ts";
import type { FileContent, LineCounts, ObjectId, PatchForm, Rename, SnapshotEngine, TreeChange } from "../engine.ts";
import { type GitPath, quotedPath, toGitPath, toText } from "../git-path.ts";
import { type Place, temporaryIn } from "../place.ts";
import { ignoredByTree } from "./ask-ignored.ts";
import { durable } from "./installed-git.ts";
import { emptyFolders, ignoredTops, touchedIn } from "./list-files.ts";
import { nativeCapture } from "./native-capture.ts";
import { readBlobs, sizesOf, writeBlobTo } from "./read-blobs.ts";
import { gitFailure, joinNul, shadowGit, type ShadowGitOptions, tryShadowGit } from "./shadow-git.ts";
import { writeTree } from "./update-index.ts";

type Pairs = readonly (readonly [before: ObjectId, after: ObjectId])[];

/**
 * Arguments for raw differences with full ids: recursive, NUL-separated, and without renames, since an undo needs both
 * names.
 */
const RAW = ["diff-tree", "-r", "-z", "--raw", "--no-renames"];

/**
 * Arguments for renames with counts of lines. Of more than 400 files git compares only equal contents. Empty files are
 * no renames.
 */
const RENAMES = ["diff-tree", "-r", "-z", "--numstat", "-M50%", "-l400", "--no-rename-empty", "--diff-filter=R"];

/**
 * Messages of `git fsck` about the user's own files: odd `.gitmodules` and `.gitattributes`, folders of these names,
 * and names like `.git ` or `git~1`. The object store is sound nevertheless. Each message is recognized by git's own id
 * for it.
 */
const OF_THE_USER =
  /^(?:warning|error) in (?:tree|blob) [0-9a-f]+: (?:git(?:modules|attributes)|hasDot)|^(?:notice: |warning in )/i;

/** The engine that runs the installed git. The shadow repository must exist. */
export function nativeEngine(io: Io, place: Place): SnapshotEngine {
  const format = objectFormat(place);
  const pairsInput = (pairs: Pairs) => pairs.map(([before, after]) => `${before} ${after}\n`).join("");
  return {
    name: "git",
    format,
    capture: (options) => nativeCapture(io, place, format === "sha256" ? 32 : 20, options),
    ignored: (prefix) => ignoredTops(io, place, `${place.shadow}/index`, prefix),
    emptyFolders: (prefix) => emptyFolders(io, place, `${place.shadow}/index`, prefix),
    touched: (index) => touchedIn(io, place, index),
    ignoredBy: (tree, coverage, paths) => ignoredByTree(io, place, tree, coverage, paths),
    diff(before, after, prefix) {
      if (before === after) return [];
      const scope = prefix === "" ? [] : ["--", toText(prefix.slice(0, -1))];
      return changesOf(
        matchesFrom(compare(io, place, [...RAW, before, after, ...scope]).toString("latin1"), 0, CHANGE)[0],
      );
    },
    diffAll(pairs, path) {
      const scope = path === undefined ? [] : ["--", toText(path)];
      const output = compare(io, place, [...RAW, "--stdin", ...scope], { input: pairsInput(pairs) });
      return byPair(pairs, output, CHANGE).map(changesOf);
    },
    lineCounts(pairs) {
      const output = shadowGit(io, place, ["diff-tree", "-r", "-z", "--numstat", "--no-renames", "--stdin"], {
        input: pairsInput(pairs),
      });
      return byPair(pairs, output, COUNT).map(countsOf);
    },
    renames(pairs) {
      const output = compare(io, place, [...RENAMES, "--stdin"], { input: pairsInput(pairs) });
      return byPair(pairs, output, RENAME).map(renamesOf);
    },
    patch: (before, after, paths, form) => patchOf(io, place, [before, after], paths, form),
    withContents: (tree, files) => changeTree(io, place, tree, files),
    sizes: (ids) => sizesOf(io, place, ids),
    readBlobs: (ids, atMost) => readBlobs(io, place, ids, atMost),
    writeBlobTo: (id, fd) => writeBlobTo(io, place, id, fd),
    check: () => check(io, place),
  };
}

/** git's messages about a tree that it cannot read. */
const LOST = /loose object .* is corrupt|object file .* is empty|unable to (?:read|unpack)|bad object|packfile/i;

/** Compares trees. @throws UserError `lostObjects` if one of the trees cannot be read */
function compare(io: Io, place: Place, args: readonly string[], options: ShadowGitOptions = {}): Buffer {
  const result = tryShadowGit(io, place, args, options);
  if (result.status === 0) return result.stdout;
  throw LOST.test(result.stderr)
    ? new UserError("lostObjects", [], gitFailure(args, result))
    : gitFailure(args, result);
}

/** The most paths that are passed to git as arguments; more may not fit. */
const NAMED = 1000;

function patchOf(
  io: Io,
  place: Place,
  trees: readonly [before: ObjectId, after: ObjectId],
  paths: readonly GitPath[],
  form: PatchForm,
): Buffer {
  const names = paths.map(toText);
  // Paths are passed only if they are few and all UTF-8, since Node passes no other bytes. A path may also be a folder
  // in the other tree, so the output is filtered in any case.
  const isNamed = paths.length <= NAMED && names.every((name, at) => toGitPath(name) === paths[at]);
  // git runs no external diff program and no text conversion.
  const args = ["diff-tree", "-r", "-p", "--no-renames", "--no-ext-diff", "--no-textconv"];
  const output = shadowGit(io, place, [
    ...args,
    ...(form === "to apply" ? ["--binary"] : []),
    ...trees,
    ...(isNamed ? ["--", ...names] : []),
  ]);
  const wanted = new Set(paths.map((path) => `${quotedPath(`a/${path}`)} ${quotedPath(`b/${path}`)}`));
  // Each line of content begins with a sign, so a line that begins with "diff --git" begins a part. Without the last
  // newline all parts end alike.
  const parts = `\n${output.toString("latin1").slice(0, -1)}`.split("\ndiff --git ").slice(1);
  const own = parts.filter((part) => wanted.has(part.slice(0, part.indexOf("\n"))));
  const text = own.map((part) => `diff --git ${part}\n`).join("");
  return Buffer.from(text, "latin1");
}

function check(io: Io, place: Place): string[] {
  const result = tryShadowGit(io, place, ["fsck", "--full", "--no-dangling", "--no-progress"]);
  if (result.status === 0) return [];
  const lines = `${result.stdout.toString("utf8")}\n${result.stderr}`.split("\n").filter((line) => line.trim() !== "");
  return lines.length === 0 ? [gitFailure(["fsck"], result).message] : lines.filter((line) => !OF_THE_USER.test(line));
}

/** A record of `--raw`: `:100644 100755 ID ID M`, NUL, path, NUL. */
const CHANGE = /:(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) [A-Z]\d*\0([^\0]+)\0/y;

/** A record of `--numstat`: `12 TAB 3 TAB path NUL`, with dashes for a binary file. */
const COUNT = /(\d+|-)\t(\d+|-)\t([^\0]+)\0/y;

/** A record of `--numstat` for a rename: `1 TAB 2 TAB NUL old path NUL new path NUL`. */
const RENAME = /(\d+|-)\t(\d+|-)\t\0([^\0]+)\0([^\0]+)\0/y;

function changesOf(matches: readonly RegExpExecArray[]): TreeChange[] {
  return matches.map(([, oldMode = "", newMode = "", oldId = "", newId = "", path = ""]) => ({
    path,
    ...(oldMode !== "000000" && { before: { mode: oldMode, id: oldId } }),
    ...(newMode !== "000000" && { after: { mode: newMode, id: newId } }),
  }));
}

function countsOf(matches: readonly RegExpExecArray[]): Map<GitPath, LineCounts> {
  const counts = new Map<GitPath, LineCounts>();
  for (const [, additions, deletions, path = ""] of matches) {
    if (additions !== "-") counts.set(path, { additions: Number(additions), deletions: Number(deletions) });
  }
  return counts;
}

function renamesOf(matches: readonly RegExpExecArray[]): Map<GitPath, Rename> {
  return new Map(
    matches.map(([, additions, deletions, from = "", to = ""]) => [
      to,
      {
        from,
        ...(additions !== "-" && { lines: { additions: Number(additions), deletions: Number(deletions) } }),
      },
    ]),
  );
}

/** Matches records that follow one another from `start` on. Also gives the offset after the last record. */
function matchesFrom(text: string, start: number, record: RegExp): [matches: RegExpExecArray[], end: number] {
  const matches: RegExpExecArray[] = [];
  let end = start;
  for (;;) {
    record.lastIndex = end;
    const match = record.exec(text);
    if (!match) return [matches, end];
    matches.push(match);
    end = record.lastIndex;
  }
}

/**
 * The records of each pair. With --stdin git writes a line with both ids before the records, even if there are none.
 * @throws UserError `lostObjects` if the line of a pair is missing
 */
function byPair(pairs: Pairs, output: Buffer, record: RegExp): RegExpExecArray[][] {
  const text = output.toString("latin1");
  let at = 0;
  return pairs.map(([before, after]) => {
    const header = `${before} ${after}\n`;
    if (!text.startsWith(header, at)) throw new UserError("lostObjects");
    const [matches, end] = matchesFrom(text, at + header.length, record);
    at = end;
    return matches;
  });
}

/** Writes a copy of a tree in which some files have other modes and contents. */
function changeTree(io: Io, place: Place, tree: ObjectId, files: ReadonlyMap<GitPath, FileContent>): ObjectId {
  const entries = [...files].map(([path, { mode, content }]) => {
    const id = shadowGit(io, place, [...durable(io, place), "hash-object", "-w", "--stdin"], { input: content });
    return `${mode} ${id.toString("latin1").trim()}\t${path}`;
  });
  const index = temporaryIn(io, place.shadow, "index");
  try {
    shadowGit(io, place, ["read-tree", tree], { index });
    shadowGit(io, place, ["update-index", "-z", "--index-info"], { index, input: joinNul(entries) });
    return writeTree(io, place, index, files.size).tree;
  } finally {
    for (const file of [index, `${index}.lock`]) rmSync(file, { force: true });
  }
}
