import type { Io } from "../../../kit/io.ts";
import type { ObjectId, TreeEntry } from "../../engine.ts";
import type { GitPath } from "../../git-path.ts";
import type { History } from "../../journal/history.ts";
import type { Shadow } from "../../open/open-shadow.ts";
import { type Author, gapsOf } from "../../journal/timeline.ts";
import { authorsOf } from "./authors-of-file.ts";
import { storyOf } from "./follow-file.ts";
import { LineAuthors } from "./line-authors.ts";

/** The largest file, in bytes, whose lines get authors. */
const MOST = 4 * 1024 * 1024;

/** A recorded state, and a file in it. */
export interface FileInState {
  readonly tree: ObjectId;
  /** The time of the state's record, and its position in the history. Later records are ignored. */
  readonly at: string;
  readonly order: number;
  readonly path: GitPath;
  readonly entry: TreeEntry;
}

/**
 * The authors of the lines of a file as a checkpoint left it; `undefined` if the file is binary, too large or lost. A
 * line that a call wrote gets the call as its author and not the turn around the call, which ends later.
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
