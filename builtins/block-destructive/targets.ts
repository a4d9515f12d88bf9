/** The words of a command that name files which it deletes, replaces or empties. */
export interface ChangedFiles {
  readonly deleted: readonly string[];
  /** Files that are replaced if they exist. */
  readonly replaced: readonly string[];
  /**
   * Files that are emptied. Such a file counts as existing even if it cannot be looked up, since a command that empties
   * a file expects it to exist.
   */
  readonly emptied: readonly string[];
}

/** A file or folder that a command deletes or replaces. */
export interface Target {
  readonly path: string;
  /** The target counts even if it does not exist yet, since the command itself shows that it will exist by then. */
  readonly isSurelyThere: boolean;
  /** An earlier command of the call moved files to this path from outside of the worktree. */
  readonly isBrought?: true;
}

/**
 * The files that a command deletes or replaces: `outside` are those that no checkpoint can hold, `inside` those in the
 * worktree.
 */
export interface Targets {
  readonly outside: readonly string[];
  readonly inside: readonly Target[];
  /** Whether surely nothing is at a path of `outside` when the command runs. */
  readonly isAbsent?: (path: string) => boolean;
  /** Files that git ignores are not deleted. */
  readonly sparesIgnored?: true;
}

/** A folder of this machine, or a volume, that is mounted at a path of a container. */
export interface Mount {
  /** An absolute path of this machine, or the name of a volume. */
  readonly source: string;
  readonly target: string;
}

/** The other machine or the container in which a command runs. */
export interface Elsewhere {
  /** The container is created for this command alone, so that only files in its mounts survive it. */
  readonly isFresh: boolean;
  /** Commands run on a machine, not in a container, so other programs use the same files. */
  readonly isMachine: boolean;
  /** The container belongs to tests, by one of its names. */
  readonly isOfTests: boolean;
  readonly mounts: readonly Mount[];
  /** The folder in which commands start on the machine or in the container, if it is known. */
  readonly folder?: string;
}
