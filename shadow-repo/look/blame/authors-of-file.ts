import type { ObjectId, SnapshotEngine } from "../../engine.ts";
import { type Author, authorOf, BEFORE, type Gap } from "../../journal/timeline.ts";
import type { GitPath } from "../../git-path.ts";
import { Contents } from "./contents.ts";
import type { FileStory } from "./follow-file.ts";
import { LineAuthors, type Authored } from "./line-authors.ts";

/** How many earlier contents are searched for the lines that an undo restored. */
const RECENT = 16;
const NOTHING = Buffer.alloc(0);
const UNKNOWN = -1;

/**
 * Finds the author of each line: goes from state to state, and gives new lines the author of the change. A content that
 * existed before gets its former authors, since an undo or a checkout brought it back; lines of an undone step that a
 * step in effect made again are of the latter.
 */
export async function authorsOf(
  engine: SnapshotEngine,
  gaps: readonly Gap[],
  { changes, first }: FileStory,
  present: Buffer,
  lines: LineAuthors,
): Promise<{ last: Authored; authors: Author[] }> {
  const authors: Author[] = [BEFORE];
  if (changes.length === 0) return { last: lines.writtenBy(present, 0), authors };
  const ids = [first.id, ...changes.map(({ after }) => after)].flatMap((id) => id ?? []);
  const contents = await Contents.of(engine, ids);
  const known = new Map<ObjectId, Authored>();
  const recent: Authored[] = [];
  let last = lines.writtenBy(first.id === undefined ? NOTHING : await contents.get(first.id), 0);
  if (first.id !== undefined) remember(first.id);
  for (const { gap: at, path, before, after } of changes) {
    const gap = gaps[at]!;
    if (before === undefined || after === undefined) last = lines.writtenBy(NOTHING, 0);
    if (after === undefined) continue;
    const content = await contents.get(after);
    const earlier = known.get(after);
    authors.push(gap.operation ? { by: "you", at: gap.at } : ofTurn(authorOf(gap, path), gap, path));
    if (earlier) last = { ...earlier, content, authors: madeAgain(earlier.authors, authors) };
    else last = gap.operation ? broughtBack(content) : lines.carryOver(last, content, authors.length - 1);
    remember(after);
  }
  return { last, authors };

  function remember(id: ObjectId): void {
    known.set(id, { ...last, content: NOTHING });
    recent.push(last);
    if (recent.length > RECENT) recent.shift();
  }

  /**
   * The authors of a content that an undo of single lines made: a restored line gets its author from an earlier
   * content.
   */
  function broughtBack(content: Buffer): Authored {
    const first = lines.carryOver(last, content, UNKNOWN);
    const found = first.authors.slice();
    for (const one of recent.toReversed()) {
      if (!found.includes(UNKNOWN)) break;
      const other = lines.carryOver(one, content, UNKNOWN).authors;
      for (const [line, author] of found.entries()) if (author === UNKNOWN) found[line] = other[line]!;
    }
    return { ...first, authors: found.map((author) => (author === UNKNOWN ? authors.length - 1 : author)) };
  }
}

/**
 * The author of a change in a turn during which no call was running. What changed after the last call of a turn that
 * never ended is a person's; what changed since a call without an end is by that call or by a person; any other change
 * may be a person's if the turn's calls are known.
 */
function ofTurn(author: Author, { ended, at }: Gap, path: GitPath): Author {
  const { step } = author;
  if (step?.scope !== "turn") return author;
  if (step.unended?.includes(path)) return { ...author, interrupted: true };
  const isLate = step.isOpen && !step.background && step.afterCalls?.includes(path) && ended?.id === step.id;
  if (isLate) return { by: "you", at };
  return step.callsSeen && !step.background ? { ...author, byNoCall: true } : author;
}

/**
 * The author of each line of an earlier content that the last of `authors` brought back: the former one, or the last
 * one if that is a step in effect and the former one is undone.
 */
function madeAgain(of: Int32Array, authors: readonly Author[]): Int32Array {
  const last = authors.at(-1)!.step;
  if (!last || last.undoneBy !== undefined) return of;
  return of.map((author) => (authors[author]!.step?.undoneBy === undefined ? author : authors.length - 1));
}
