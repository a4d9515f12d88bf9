import { relative, sep } from "node:path";

import type { Io } from "../kit/io.ts";
import type { Worktree } from "../worktree/doors/worktree.ts";

/** The origin of a text. */
export type Origin = "file" | "stdin" | "staged" | "history" | "checkpoint" | "transcript";

/** Whether the origin holds many versions of the same files. */
export function isVersioned(origin: Origin): boolean {
  return origin === "history" || origin === "checkpoint";
}

/** One text that is searched, told apart from all others. */
export interface Source {
  readonly origin: Origin;
  /** The source's path as a person knows it: relative to their folder, or as git has it. Not yet fit for a terminal. */
  readonly name: string;
  /** Whether the source is a file of a repository, in which a comment beside a finding can allow it. */
  readonly tracked: boolean;
  /** The oldest commit that holds the source, in a history. */
  readonly commit?: string;
  /** History, staged, checkpoints: the object's id. */
  readonly blob?: string;
  /** Transcripts: whose. */
  readonly agent?: string;
}

/** A source and its bytes. */
export interface Content {
  readonly source: Source;
  /** The whole text if it is small, else its beginning. */
  readonly start: Buffer;
  /** The rest; to be read, or given up by its `return`, before the next source is asked for. */
  readonly rest?: AsyncGenerator<Buffer> | undefined;
}

/** A source whose bytes come as a stream. */
export async function streamed(source: Source, stream: AsyncIterable<Buffer>): Promise<Content> {
  const rest = stream[Symbol.asyncIterator]() as AsyncGenerator<Buffer>;
  const first = await rest.next();
  return first.done === true ? { source, start: Buffer.alloc(0) } : { source, start: first.value, rest };
}

/** A text that could not be searched, and why, as a short phrase. */
export interface Unread {
  readonly name: string;
  readonly why: string;
}

/** The place of an audit, as every kind of source needs it. */
export interface AuditPlace {
  readonly io: Io;
  /** The worktree around the folder, if there is one. */
  readonly worktree: Worktree | undefined;
  /** Whether the project leaves out a path, absolute or relative to its root. */
  isLeftOut(path: string): boolean;
  /** Notes a text that could not be read. */
  unread(one: Unread): void;
  /** Adds a sentence for the person. */
  warn(sentence: string): void;
}

/** A file's name as a person writes it from `folder`; a file outside of the folder has its whole path. */
export function nameFrom(folder: string, path: string): string {
  const name = relative(folder, path).split(sep).join("/");
  return name === "" || name.startsWith("../") || name === ".." ? path : name;
}
