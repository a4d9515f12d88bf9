/** Words of a command that name files which it deletes, or whose content it replaces. */
export interface ChangedFiles {
  readonly deleted: readonly string[];
  /** Words of files that are replaced: only files that exist are lost. */
  readonly replaced: readonly string[];
  /** Words of files that are emptied: whoever empties a file knows that it exists. */
  readonly emptied: readonly string[];
}

/** A file or folder that a command takes away or replaces. */
export interface Target {
  readonly path: string;
  /** The target counts though nothing shows that it exists, or the command says that it does. */
  readonly isSurelyThere: boolean;
  /** The call itself moved files there, from outside of the worktree. */
  readonly isBrought?: true;
}

/** Files that a command takes away or replaces outside of all checkpoints, and in the worktree. */
export interface Targets {
  readonly outside: readonly string[];
  readonly inside: readonly Target[];
  /** Ignored files stay. */
  readonly sparesIgnored?: true;
}

/** A folder of this machine, or a volume, that a container sees at a path of its own. */
export interface Mount {
  /** An absolute path; or the name of a volume. */
  readonly source: string;
  readonly target: string;
}

/** Another machine or a container that a command runs in. */
export interface Elsewhere {
  /** The container is made for this command alone, so that only mounted folders outlive it. */
  readonly isFresh: boolean;
  /** It is no container but a machine: a service works with its files. */
  readonly isMachine: boolean;
  /** The container is a test's, by one of its names. */
  readonly isOfTests: boolean;
  readonly mounts: readonly Mount[];
  /** The first folder of the commands there, if it is known. */
  readonly folder?: string;
}
