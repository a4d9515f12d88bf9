import type { Coverage, CoverageId } from "./coverage.ts";
import { toText, type GitPath } from "./git-path.ts";

/** Object id of a tree or a blob, in hexadecimal: 40 digits, or 64 if the source counts in SHA-256. */
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
  /** The reason why this path is neither shown nor touched: see `pathFault`. */
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
  /** Present and true if the path is somebody else's: nothing is to be done about it. */
  readonly theirs?: true;
}

export function remark({ path, why }: Skipped): Remark {
  return { path: toText(path), why };
}

/** The paths in which one state differs from another. */
export interface Difference {
  readonly added: readonly GitPath[];
  readonly deleted: readonly GitPath[];
  /** Paths that both states hold, with different files. */
  readonly edited: readonly GitPath[];
}

export interface Capture {
  readonly tree: ObjectId;
  /** The facts beside the tree; absent if only some paths were looked at. */
  readonly coverage?: CoverageId;
  readonly skipped: readonly Skipped[];
  /** The difference to an earlier tree, if the listing already tells it: some of `edited` may be equal. */
  readonly since?: Difference & { readonly tree: ObjectId };
}

/** Files that no capture takes in, tracked or not. Each is named as skipped, so no undo touches it. */
export interface Exclusion {
  /** A text that changes with the patterns. */
  readonly signature: string;
  /**
   * The topmost folder, with a slash at its end, or else the file, that is left out with a path; `undefined` if it is
   * not.
   */
  find(path: GitPath): GitPath | undefined;
}

/** Files that a capture takes in though git ignores them, as the user's settings name them (`alsoRecord`). */
export interface Inclusion {
  /** The patterns, a line each, as in `.gitignore`; they change with the settings. */
  readonly patterns: string;
  /** Folders below which there may be such files: `""`, or with a slash at their end. */
  readonly tops: readonly GitPath[];
  /** Whether such files are looked for in a folder of that name. */
  enters(name: string): boolean;
  /** Whether a pattern fits a path, if it lies in a folder that is searched for such files. */
  fits(path: GitPath): boolean;
}

/** The depth of an object's check: by its size and first bytes, which takes microseconds, or by its whole content. */
export type ObjectCheck = "at a glance" | "in full";

/** The reason of a path that an exclusion leaves out. */
export const EXCLUDED = "your settings exclude it";

export interface CaptureOptions {
  /** Only files below this folder are looked at; the rest of the tree is as last seen. `""` is everything. */
  readonly prefix: GitPath;
  /** Bytes above which a file that is neither known nor tracked by the source is left out: else as the settings say. */
  readonly maxFileSize?: number;
  /** Bytes above which a file is left out that was recorded, has changed since and is not tracked by the source. */
  readonly growingFileSize?: number;
  /** The most new files and bytes: else the limits of a worktree. */
  readonly mostNew?: { readonly files: number; readonly bytes: number };
  /** The files that the user's settings leave out. */
  readonly exclusion?: Exclusion;
  /** The ignored files that the user's settings record beside all others. */
  readonly inclusion?: Inclusion;
  /**
   * The states that were recorded last. A file above the limit that one of these states holds stays covered, even if
   * the cache has forgotten it. Asked only if there is such a file; absent: none.
   */
  heldBefore?(): readonly ObjectId[];
  /** Look at these paths and nothing else, whatever their size: an operation knows which files it touched. */
  readonly only?: readonly GitPath[];
  /** Look for objects that a power cut damaged first: every object of the new tree must exist afterwards. */
  readonly checkObjects?: ObjectCheck;
  /** There is time to renew the cache of unchanged files, if it is old. */
  readonly refresh?: boolean;
}

/** Added and removed lines. */
export interface LineCounts {
  readonly additions: number;
  readonly deletions: number;
}

/** The former name of a renamed file, and the lines in which its content changed; a binary file has none. */
export interface Rename {
  readonly from: GitPath;
  readonly lines?: LineCounts;
}

/**
 * `to apply`: with the contents of binary files, so that `git apply` takes the patch; else binary files are only named.
 */
export type PatchForm = "to read" | "to apply";

type Awaitable<T> = T | Promise<T>;

/**
 * Reads and writes the objects of a shadow repository. Two engines give the same trees for the same files. An engine
 * neither knows the journal nor changes a file of the worktree.
 */
export interface SnapshotEngine {
  readonly name: "git" | "isomorphic-git";
  /** The hash that names objects. */
  readonly format: "sha1" | "sha256";
  /** Writes the present files as a tree, byte for byte. */
  capture(options: CaptureOptions): Awaitable<Capture>;
  /**
   * The paths among these that the ignore rules of an earlier state ignore, whatever the present rules are. None of
   * them is in that state's tree.
   */
  ignoredBy(tree: ObjectId, coverage: Coverage, paths: readonly GitPath[]): Awaitable<readonly GitPath[]>;
  /**
   * The topmost ignored files and folders, these with a slash at their end; also a folder that holds nothing but ignored
   * files, and again its files. None of snapveil's own.
   */
  ignored(prefix: GitPath): Awaitable<readonly GitPath[]>;
  /**
   * The topmost folders, with a slash at their end, that no rule ignores and that hold no recorded file. Some hold other
   * files.
   */
  emptyFolders(prefix: GitPath): Awaitable<readonly GitPath[]>;
  /**
   * The files of an index whose stats are not those of their entries any more; `undefined` if that cannot be told. An
   * engine that looks at files no faster than Node has no such method.
   */
  touched?(index: string): Awaitable<readonly GitPath[] | undefined>;
  /** Paths below `prefix` that differ, sorted by bytes. A rename is a deletion and an addition. */
  diff(before: ObjectId, after: ObjectId, prefix: GitPath): Awaitable<TreeChange[]>;
  /**
   * The differing paths of several pairs of trees at once, in the pairs' order; else as `diff`.
   * @param path the only file, or folder without a slash at its end, that is looked at
   */
  diffAll(pairs: readonly (readonly [ObjectId, ObjectId])[], path?: GitPath): Awaitable<TreeChange[][]>;
  /** Added and removed lines by path; a binary file has none. */
  lineCounts(pairs: readonly (readonly [ObjectId, ObjectId])[]): Awaitable<Map<GitPath, LineCounts>[]>;
  /** The renames between trees, by their new names: equal contents, and such of which about half is the same. */
  renames(pairs: readonly (readonly [ObjectId, ObjectId])[]): Awaitable<ReadonlyMap<GitPath, Rename>[]>;
  /**
   * Whether a path is one that `alsoRecord` names or named since this repository was begun: its content is shown
   * nowhere, and a patch leaves it out. Nothing is withheld if this function is absent.
   */
  isWithheld?(path: GitPath): boolean;
  /** The difference of just these paths as `git diff` writes it, byte for byte. */
  patch(before: ObjectId, after: ObjectId, paths: readonly GitPath[], form: PatchForm): Awaitable<Buffer>;
  /** A tree with other contents for some of its files, which need not be in the worktree. */
  withContents(tree: ObjectId, files: ReadonlyMap<GitPath, FileContent>): Awaitable<ObjectId>;
  /** Sizes in bytes; a missing object is absent. */
  sizes(ids: readonly ObjectId[]): Awaitable<Map<ObjectId, number>>;
  /** Contents; `undefined` if they are more than so many bytes together. Missing objects, and trees, are absent. */
  readBlobs(ids: readonly ObjectId[], atMost: number): Awaitable<Map<ObjectId, Buffer> | undefined>;
  /** Writes one content to an open file, for contents that do not fit in memory. */
  writeBlobTo(id: ObjectId, fd: number): Awaitable<void>;
  /** Problems of the object store, as sentences; empty if it is sound. */
  check(): Awaitable<string[]>;
}
