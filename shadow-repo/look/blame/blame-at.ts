import type { Io } from "../../../kit/io.ts";
import type { ObjectId, TreeEntry } from "../../engine.ts";
import type { GitPath } from "../../git-path.ts";
import type { History } from "../../journal/history.ts";
import type { Shadow } from "../../open/open-shadow.ts";
import { type Author, gapsOf } from "../../journal/timeline.ts";
import { authorsOf } from "./authors-of-file.ts";
import { storyOf } from "./follow-file.ts";
import { LineAuthors } from "./line-authors.ts";

/** Bytes of a file whose lines are told apart. */
const MOST = 4 * 1024 * 1024;

/** A state that was recorded, and a file in it. */
export interface FileInState {
  readonly tree: ObjectId;
  /** The time of its record, and its place in the journal: later records do not count. */
  readonly at: string;
  readonly order: number;
  readonly path: GitPath;
  readonly entry: TreeEntry;
}

/**
 * The authors of the lines of a file as a checkpoint left it; `undefined` if it is no text, is too long or is lost. A
 * turn that went on around a call ends later, so the call's lines are the call's.
 */
export async function blameAt(
  io: Io,
  { engine }: Shadow,
  { checkpoints, operations, pins }: History,
  { tree, at, order, path, entry }: FileInState,
): Promise<{ readonly authors: readonly Author[]; readonly lines: readonly number[] } | undefined> {
  const content = (await engine.readBlobs([entry.id], MOST))?.get(entry.id);
  if (!content || content.includes(0)) return undefined;
  const until = <One extends { readonly order: number }>(all: readonly One[]) =>
    all.filter((one) => one.order <= order);
  const history = { checkpoints: until(checkpoints), operations: until(operations), pins };
  const gaps = gapsOf(history, { tree, at });
  const story = await storyOf(engine, gaps, path);
  const lines = new LineAuthors();
  const told = await authorsOf(engine, gaps, story, content, lines);
  const authors = [...told.authors, { by: "you", at: io.now().toISOString() } as const];
  const present = lines.carryOver(told.last, content, told.authors.length);
  return { authors, lines: [...present.authors] };
}
