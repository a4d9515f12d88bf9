import { lstatSync, readFileSync } from "node:fs";

import { defined } from "../../../kit/defined.ts";
import type { Io } from "../../../kit/io.ts";
import { printable } from "../../../kit/text.ts";
import { UserError } from "../../../kit/user-error.ts";
import { NO_COVERAGE, readCoverage, type CoverageId } from "../../coverage.ts";
import type { ObjectId } from "../../engine.ts";
import { hashOf } from "../../git-object.ts";
import { onDisk, toGitPath, toText, type GitPath } from "../../git-path.ts";
import { labelsOf, type Labels } from "../../journal/checkpoint.ts";
import { openHistory, type Shadow } from "../../open/open-shadow.ts";
import { askedPaths, placeOf, type Place } from "../../place.ts";
import { historyWithOpen } from "../../record/close-open.ts";
import { headOf } from "../../source/head.ts";
import { type Author, BEFORE, gapsOf } from "../../journal/timeline.ts";
import { storyOf } from "./follow-file.ts";
import { authorsOf } from "./authors-of-file.ts";
import { LineAuthors, type Authored } from "./line-authors.ts";

/** One line of a file and its author. */
export interface BlameLine extends Labels {
  /** The line's number, from 1. */
  readonly line: number;
  readonly text: string;
  /** `you`: the line was written between turns. `before`: the line is older than the first record. */
  readonly by: Author["by"];
  /** The checkpoint of the call that wrote the line; if no such call is known, the checkpoint of the turn. */
  readonly id?: string;
  /** The checkpoint of the turn around a call. */
  readonly turn?: string;
  readonly session_id?: string;
  readonly tool_name?: string;
  /**
   * The time, as RFC 3339, when the state with the line was recorded; absent for lines that are older than the first
   * record.
   */
  readonly created_at?: string;
  /** Set if HEAD moved before this state was recorded, so that the line may come from a commit. */
  readonly head_moved?: true;
  /** Set if a call of the turn was interrupted: that call may have written the line, or a person in its place. */
  readonly interrupted?: true;
  /** Set if no call of the turn wrote the line, although the turn's calls are known: a person may have written it. */
  readonly by_no_call?: true;
  /** The checkpoint of a step that started a background command, which may have written the line instead of `you`. */
  readonly or_background_of?: string;
}

/** A file's lines and the step that wrote each, as `blame --json` prints it. */
export interface Blame {
  readonly worktree: string;
  readonly path: string;
  /** The time of the first state that is still stored; `null` if there is none. */
  readonly since: string | null;
  readonly lines: readonly BlameLine[];
}

/** The text that replaces each line of a file that `alsoRecord` names. */
const WITHHELD = "[not shown]";

/** How many bytes at the beginning of a content are searched for a NUL, by which git calls the content binary. */
const BINARY_BYTES = 8000;

/**
 * Finds the authors of the lines of a file as it is on the disk now, by the recorded states. Writes nothing.
 * @throws UserError if the file is binary, is not recorded or does not exist
 */
export async function blame(io: Io, folder: string, file: string): Promise<Blame> {
  const { place, shadow, history: ended } = await openHistory(io, placeOf(io, folder), "look");
  const [path = ""] = askedPaths(place, [file]) ?? [];
  const content = presentContent(place, path);
  const lines = new LineAuthors();
  const result = { worktree: place.worktree.root, path: toText(path) };
  if (!shadow) return { ...result, since: null, lines: linesOf(lines.writtenBy(content, 0), [BEFORE], new Set()) };
  const { history } = await historyWithOpen(io, shadow, ended);
  const { tree, coverage, skipped } = await shadow.engine.capture({ prefix: "" });
  const now = io.now().toISOString();
  const gaps = gapsOf(history, { tree, at: now, head: headOf(place.worktree) });
  const story = await storyOf(shadow.engine, gaps, path);
  // A file that changed and was not deleted since is in the present state, so no further question about it is needed.
  const isHeld = story.changes.at(-1)?.after !== undefined;
  const why =
    skipped.find((one) => one.path === path)?.why ??
    (isHeld ? undefined : await ignoredWhy(shadow, tree, coverage, path));
  if (why !== undefined) throw new UserError("badArgument", [`${printable(file)} is not recorded: ${why}.`]);
  const told = await authorsOf(shadow.engine, gaps, story, content, lines);
  const authors = [
    ...told.authors,
    { by: "you", at: now, ...defined({ background: gaps.at(-1)?.background }) } as const,
  ];
  const isWithheld = shadow.engine.isWithheld?.(path) === true;
  const present = lines.carryOver(told.last, content, told.authors.length); // includes edits since the capture
  const first = history.checkpoints[0]?.startedAt ?? history.operations[0]?.at ?? null;
  return {
    ...result,
    since: first,
    lines: linesOf(present, authors, new Set(history.checkpoints.map(({ id }) => id)), isWithheld),
  };
}

function presentContent({ worktree }: Place, path: GitPath): Buffer {
  const file = onDisk(worktree.root, path);
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) throw new UserError("noFile", [printable(toText(path))]);
  if (!found.isFile())
    throw new UserError("badArgument", [`${printable(toText(path)) || "."} is no file. Name a file.`]);
  const content = readFileSync(file);
  if (content.subarray(0, BINARY_BYTES).includes(0))
    throw new UserError("badArgument", [`${printable(toText(path))} is binary, so it has no lines.`]);
  return content;
}

/** The reason why no state holds an existing file that was not skipped; `undefined` if the file is recorded. */
async function ignoredWhy(
  { engine, place }: Shadow,
  tree: ObjectId,
  id: CoverageId | undefined,
  path: GitPath,
): Promise<string | undefined> {
  // Look for the file in the present state first: a file in it is recorded. The ignore rules come last, since to apply
  // them the engine lists the whole tree.
  const nothing = hashOf("tree", Buffer.alloc(0), engine.format);
  const [held = []] = toGitPath(toText(path)) === path ? await engine.diffAll([[nothing, tree]], path) : [];
  if (held.some((one) => one.path === path)) return undefined;
  const coverage = readCoverage(place.shadow, id) ?? NO_COVERAGE;
  // the source tracks the file although a rule ignores it
  if (coverage.trackedButIgnored.includes(path)) return undefined;
  return (await engine.ignoredBy(tree, coverage, [path])).length > 0 ? "it is ignored" : undefined;
}

function linesOf(
  { content, starts, authors: of }: Authored,
  authors: readonly Author[],
  ids: ReadonlySet<string>,
  isWithheld = false,
): BlameLine[] {
  const known = authors.map((author) => fieldsOf(author, ids));
  return starts.map((start, at) => ({
    line: at + 1,
    text: isWithheld
      ? WITHHELD
      : content.toString("utf8", start, starts[at + 1] ?? content.length).replace(/\r?\n$/, ""),
    ...known[of[at]!]!,
  }));
}

/**
 * The fields of a line that describe its author.
 * @param ids the ids of all checkpoints that still exist
 */
export function fieldsOf(
  { by, step, at, headMoved, background, interrupted, byNoCall }: Author,
  ids: ReadonlySet<string>,
): Omit<BlameLine, "line" | "text"> {
  const turn = step?.scope === "turn" ? step.id : step?.turn;
  return {
    by,
    ...(step && { id: step.id, ...labelsOf(step) }),
    ...(turn !== undefined && ids.has(turn) && { turn }),
    ...(typeof step?.session === "string" && { session_id: step.session }),
    ...(step?.toolName !== undefined && { tool_name: step.toolName }),
    ...(at !== undefined && { created_at: at }),
    ...(headMoved && { head_moved: true as const }),
    ...(interrupted && { interrupted }),
    ...(byNoCall && { by_no_call: byNoCall }),
    ...(background && { or_background_of: background.id }),
  };
}
