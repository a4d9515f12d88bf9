import { relative, sep } from "node:path";

import type { Io } from "../kit/io.ts";
import type { Worktree } from "../worktree/doors/worktree.ts";

/** The place from which a text was read. */
export type Origin = "file" | "stdin" | "staged" | "history" | "checkpoint" | "transcript";

/** Whether texts of an origin may be several versions of one file, as in a history. */
export function isVersioned(origin: Origin): boolean {
  return origin === "history" || origin === "checkpoint";
}

/** A text that is searched. */
export interface Source {
  readonly origin: Origin;
  /**
   * The name for the person: a path relative to the current folder, or git's path. It may contain control characters.
   */
  readonly name: string;
  /** Whether the text is a tracked file, in which a comment can allow a finding. */
  readonly tracked: boolean;
  /** The oldest commit that contains the text; absent if the text is not from the history. */
  readonly commit?: string;
  /** The id of the object; set for history, staged files and checkpoints. */
  readonly blob?: string;
  /** The agent whose transcript it is; absent for other origins. */
  readonly agent?: string;
}

/** A source with its content. */
export interface Content {
  readonly source: Source;
  /** The whole content if it is small, else its first part. */
  readonly start: Buffer;
  /** The rest. Read it, or call its `return`, before the next source is requested. */
  readonly rest?: AsyncGenerator<Buffer> | undefined;
}

/** A source whose content is read from a stream. */
export async function streamed(source: Source, stream: AsyncIterable<Buffer>): Promise<Content> {
  const rest = stream[Symbol.asyncIterator]() as AsyncGenerator<Buffer>;
  const first = await rest.next();
  return first.done === true ? { source, start: Buffer.alloc(0) } : { source, start: first.value, rest };
}

/** A text that could not be searched. `why` is a short phrase. */
export interface Unread {
  readonly name: string;
  readonly why: string;
}

/** The surroundings of an audit, which every kind of source needs. */
export interface AuditPlace {
  readonly io: Io;
  /** The worktree around the current folder, if there is one. */
  readonly worktree: Worktree | undefined;
  /** Whether the project excludes a path. The path is absolute or relative to the root. */
  isLeftOut(path: string): boolean;
  /** Reports a text that could not be read. */
  unread(one: Unread): void;
  /** Reports a sentence for the person. */
  warn(sentence: string): void;
}

/** The name of a file relative to `folder`; for a file outside of it, the whole path. */
export function nameFrom(folder: string, path: string): string {
  const name = relative(folder, path).split(sep).join("/");
  return name === "" || name.startsWith("../") || name === ".." ? path : name;
}
