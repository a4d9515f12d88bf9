import type { Coverage, CoverageId } from "./coverage.ts";
import { toText, type GitPath } from "./git-path.ts";

/** Id of a tree or a blob, in hexadecimal: 40 digits, or 64 if the repository uses SHA-256. */
export type ObjectId = string;

/** A tree's entry for one path. */
export interface TreeEntry {
  /** The mode as git writes it: `100644`, `100755`, `120000`. */
  readonly mode: string;
  readonly id: ObjectId;
}

/** A file's new mode and content in a tree. */
export interface FileContent {
  readonly mode: string;
  readonly content: Buffer;
}

/** One path that differs between two trees. A side is absent if its tree has no such file. */
export interface TreeChange {
  readonly path: GitPath;
  readonly before?: TreeEntry;
  readonly after?: TreeEntry;
  /** The reason why this path is neither shown nor restored (see `pathFault`); absent if the path is sound. */
  readonly fault?: string;
}

/** A path that is not in the capture although it is not ignored, and the reason as a short phrase. */
export interface Skipped {
  readonly path: GitPath;
  readonly why: string;
}

/** A skipped path and the reason, as text for people and JSON. */
export interface Remark {
  readonly path: string;
  readonly why: string;
  /** Set if another session changed the path, so that an undo leaves it for good and the user need not do anything. */
  readonly theirs?: true;
}

export function remark({ path, why }: Skipped): Remark {
  return { path: toText(path), why };
}

/** The paths in which one state differs from another. */
export interface Difference {
  readonly added: readonly GitPath[];
  readonly deleted: readonly GitPath[];
  /** Paths that both states hold, with another content or mode. */
  readonly edited: readonly GitPath[];
}

export interface Capture {
  readonly tree: ObjectId;
  /** The id of the tree's coverage; absent if only some paths were captured. */
  readonly coverage?: CoverageId;
  readonly skipped: readonly Skipped[];
  /**
   * The difference from an earlier tree, if the listing of the files shows it. Some paths of `edited` may be equal.
   * `isStored`: whether the capture found all objects of the earlier tree.
   */
  readonly since?: Difference & { readonly tree: ObjectId; readonly isStored?: boolean };
}

/**
 * Files that the settings exclude from every capture, even if the source tracks them. Each is listed as skipped, so no
 * undo touches it.
 */
export interface Exclusion {
  /** A text that changes with the patterns. */
  readonly signature: string;
  /**
   * The path itself or the topmost folder above it (with a slash at its end) that is excluded; `undefined` if none is.
   */
  find(path: GitPath): GitPath | undefined;
}

/** Ignored files that a capture records because the user's settings name them (`alsoRecord`). */
export interface Inclusion {
  /** The patterns in the syntax of `.gitignore`, one on a line. */
  readonly patterns: string;
  /** Folders in which the ignored files are searched: `""` for the whole worktree, else with a slash at the end. */
  readonly tops: readonly GitPath[];
  /** Whether the search for the ignored files enters a folder of this name. */
  enters(name: string): boolean;
  /** Whether a pattern fits a path and the search enters all folders above it. */
  fits(path: GitPath): boolean;
}

/**
 * How thoroughly an object is checked: by its size and first bytes, which takes microseconds, or by its whole content.
 */
export type ObjectCheck = "at a glance" | "in full";

/** The reason that is shown for a path that the settings exclude. */
export const EXCLUDED = "your settings exclude it";

export interface CaptureOptions {
  /**
   * Only files below this folder are captured; the rest of the tree is that of the last capture. `""` is the whole
   * worktree.
   */
  readonly prefix: GitPath;
  /** The largest size in bytes of a new file that the source does not track; absent: the default of the settings. */
  readonly maxFileSize?: number;
  /**
   * The largest size in bytes of a recorded file that has changed and that the source does not track; absent: the
   * default of the settings.
   */
  readonly growingFileSize?: number;
  /**
   * The most new files that the capture takes in, and the most bytes of these files; absent: the limits for a worktree.
   */
  readonly mostNew?: { readonly files: number; readonly bytes: number };
  /** The files that the user's settings exclude. */
  readonly exclusion?: Exclusion;
  /** The ignored files that the user's settings record nevertheless. */
  readonly inclusion?: Inclusion;
  /**
   * The trees of the last checkpoints. A file above the limit for new files is still recorded if one of these trees
   * holds it, even if the cache has lost it. Called only if there is such a file.
   */
  heldBefore?(): readonly ObjectId[];
  /**
   * The only paths that are captured, whatever the sizes of the files. An operation names the files that it touched.
   */
  readonly only?: readonly GitPath[];
  /**
   * How objects are checked before the capture. Damaged objects are moved away, so that the capture stores them again;
   * absent: no check.
   */
  readonly checkObjects?: ObjectCheck;
  /** Whether the capture may spend time on renewing old stat data of unchanged files. */
  readonly refresh?: boolean;
}

/** The numbers of added and removed lines. */
export interface LineCounts {
  readonly additions: number;
  readonly deletions: number;
}

/** The former name of a renamed file, and the number of changed lines; `lines` is absent for a binary file. */
export interface Rename {
  readonly from: GitPath;
  readonly lines?: LineCounts;
}

/**
 * The form of a patch: `to apply` holds the contents of binary files, as `git apply` needs them; `to read` only names
 * binary files.
 */
export type PatchForm = "to read" | "to apply";

type Awaitable<T> = T | Promise<T>;

/**
 * Reads and writes the objects of a shadow repository. Both engines write the same tree for the same files. An engine
 * does not use the journal and changes no file of the worktree.
 */
export interface SnapshotEngine {
  readonly name: "git" | "isomorphic-git";
  /** The hash that names objects. */
  readonly format: "sha1" | "sha256";
  /** Writes the present files as a tree, byte for byte. */
  capture(options: CaptureOptions): Awaitable<Capture>;
  /**
   * The part of `paths` that the ignore rules of an earlier state ignore, whatever the present rules are. None of
   * `paths` may be in the tree of that state.
   */
  ignoredBy(tree: ObjectId, coverage: Coverage, paths: readonly GitPath[]): Awaitable<readonly GitPath[]>;
  /**
   * The topmost ignored files and folders; a folder has a slash at its end. A folder that holds only ignored files is
   * listed together with these files. snapveil's own files are not listed.
   */
  ignored(prefix: GitPath): Awaitable<readonly GitPath[]>;
  /**
   * The topmost folders that no rule ignores and that hold no recorded file, with a slash at their end. Some hold files
   * that are not recorded.
   */
  emptyFolders(prefix: GitPath): Awaitable<readonly GitPath[]>;
  /**
   * The files of an index whose stats differ from those in their entries; `undefined` if git fails. Absent in an engine
   * that compares stats no faster than Node does.
   */
  touched?(index: string): Awaitable<readonly GitPath[] | undefined>;
  /** Paths below `prefix` that differ, sorted by bytes. A rename is a deletion and an addition. */
  diff(before: ObjectId, after: ObjectId, prefix: GitPath): Awaitable<TreeChange[]>;
  /**
   * The differing paths of several pairs of trees at once, in the pairs' order; otherwise like `diff`.
   * @param path the only file, or folder without a slash at its end, that is looked at
   */
  diffAll(pairs: readonly (readonly [ObjectId, ObjectId])[], path?: GitPath): Awaitable<TreeChange[][]>;
  /** Added and removed lines by path; a binary file has none. */
  lineCounts(pairs: readonly (readonly [ObjectId, ObjectId])[]): Awaitable<Map<GitPath, LineCounts>[]>;
  /**
   * The renames between each pair of trees, by the new names: files of equal content, or with about half of their
   * content in common.
   */
  renames(pairs: readonly (readonly [ObjectId, ObjectId])[]): Awaitable<ReadonlyMap<GitPath, Rename>[]>;
  /**
   * Whether the content of a path must not be shown, so that a patch leaves the path out: a pattern of `alsoRecord`
   * fits, or one of an earlier setting. Absent: every content may be shown.
   */
  isWithheld?(path: GitPath): boolean;
  /** The differences of these paths as `git diff` writes them, byte for byte. */
  patch(before: ObjectId, after: ObjectId, paths: readonly GitPath[], form: PatchForm): Awaitable<Buffer>;
  /** Writes a copy of a tree in which some files have other contents; these need not be in the worktree. */
  withContents(tree: ObjectId, files: ReadonlyMap<GitPath, FileContent>): Awaitable<ObjectId>;
  /** The size of each object in bytes; a missing object has no entry. */
  sizes(ids: readonly ObjectId[]): Awaitable<Map<ObjectId, number>>;
  /**
   * The content of each blob; `undefined` if all together are more than `atMost` bytes. Missing objects and trees have
   * no entry.
   */
  readBlobs(ids: readonly ObjectId[], atMost: number): Awaitable<Map<ObjectId, Buffer> | undefined>;
  /** Writes the content of a blob, which may not fit in memory, to an open file. */
  writeBlobTo(id: ObjectId, fd: number): Awaitable<void>;
  /** Problems of the object store, as sentences; empty if it is sound. */
  check(): Awaitable<string[]>;
}
