/** Where a text comes from. */
export type Origin = "file" | "stdin" | "staged" | "history" | "checkpoint" | "transcript";

/** Whether the origin holds many versions of the same files. */
export function isVersioned(origin: Origin): boolean {
  return origin === "history" || origin === "checkpoint";
}

/** One text that is searched, told apart from all others. */
export interface Source {
  readonly origin: Origin;
  /** Its path as a person knows it: relative to where they are, or as git has it. Not yet fit for a terminal. */
  readonly name: string;
  /** Whether it is a file of a repository, where a comment beside a finding can allow it. */
  readonly tracked: boolean;
  /** History: the oldest commit that holds it. */
  readonly commit?: string;
  /** History, staged, checkpoints: the object's id. */
  readonly blob?: string;
  /** Transcripts: whose. */
  readonly agent?: string;
}

/**
 * A source and its bytes: at once where they are few, else one stretch after another, to be taken before the next
 * source.
 */
export interface Content {
  readonly source: Source;
  readonly chunks: Buffer | Iterable<Buffer> | AsyncIterable<Buffer>;
}

/** A text that could not be searched, and why, as a short phrase. */
export interface Unread {
  readonly name: string;
  readonly why: string;
}
