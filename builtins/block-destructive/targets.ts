/** Words of a command that name files which it takes away, or whose content it replaces. */
export interface ChangedFiles {
  readonly deleted: readonly string[];
  /** Of these only files that are there are lost. */
  readonly replaced: readonly string[];
  /** They are emptied, so that whoever says it knows that they are there. */
  readonly emptied: readonly string[];
}

/** A file or folder that a command takes away or replaces. */
export interface Target {
  readonly path: string;
  /** It is taken away though nothing shows that it is there, or the command says that it is. */
  readonly isSurelyThere: boolean;
}

/** Files that a command takes away or replaces outside of all checkpoints, and in the worktree. */
export interface Targets {
  readonly outside: readonly string[];
  readonly inside: readonly Target[];
  /** Ignored files are left. */
  readonly sparesIgnored?: true;
}

/** A folder of this machine, or a volume, that a container sees at a path of its own. */
export interface Mount {
  /** Absolute; or the name of a volume. */
  readonly source: string;
  readonly target: string;
}

/** Another machine or a container that a command runs in. */
export interface Elsewhere {
  /** It is made for this command alone, so that only mounted folders outlive it. */
  readonly isFresh: boolean;
  /** It is no container: a service works with its files. */
  readonly isMachine: boolean;
  /** A test's, by one of its names. */
  readonly isOfTests: boolean;
  readonly mounts: readonly Mount[];
  /** Its first folder, if that is said. */
  readonly folder?: string;
}
