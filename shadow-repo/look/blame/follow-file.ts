import type { ObjectId, SnapshotEngine, TreeChange } from "../../engine.ts";
import { mostAlikeOf } from "../../alike.ts";
import { toGitPath, toText, type GitPath } from "../../git-path.ts";
import { changesIn, type Gap } from "../../journal/timeline.ts";

/** The most deleted files that are compared with a new file to find a rename. */
const CANDIDATES = 200;
/** The most bytes of contents that are compared to find a rename. */
const COMPARED = 32 * 1024 * 1024;

/** The change of a file's content between two states. */
interface FileChange {
  /** The number of the gap. */
  readonly gap: number;
  readonly path: GitPath;
  /** The content before; absent if there was no such file. */
  readonly before?: ObjectId;
  readonly after?: ObjectId;
}

/** The history of a file, oldest first. */
export interface FileStory {
  readonly changes: readonly FileChange[];
  /**
   * The file's name in the first state, and the id of its content in that state; without an id the file was missing or
   * never changed.
   */
  readonly first: { readonly path: GitPath; readonly id?: ObjectId };
}

/**
 * The history of a file. Only the changes of this path are read, unless a step made the file. Then all changes are
 * read, since the file may come from a rename.
 */
export async function storyOf(engine: SnapshotEngine, gaps: readonly Gap[], path: GitPath): Promise<FileStory> {
  const own = toGitPath(toText(path)) === path ? await changesIn(engine, gaps, path) : undefined;
  const isMade = own?.some((changes, at) => !gaps[at]!.operation && changes.some((one) => !one.before && one.after));
  return followFile(engine, gaps, own && !isMade ? own : await changesIn(engine, gaps), path);
}

/**
 * Follows a file from the present back to the first state, also through renames: a new file was renamed from a file
 * that was deleted in the same turn or gap, if half of their lines are equal. `all` has the changes in each gap.
 */
async function followFile(
  engine: SnapshotEngine,
  gaps: readonly Gap[],
  all: readonly (readonly TreeChange[])[],
  present: GitPath,
): Promise<FileStory> {
  const byPath = new Map<GitPath, { gap: number; change: TreeChange }[]>();
  for (const [gap, changes] of all.entries())
    for (const change of changes) byPath.set(change.path, [...(byPath.get(change.path) ?? []), { gap, change }]);
  const found: FileChange[] = [];
  let path = present;
  for (let gap = gaps.length - 1; gap >= 0; gap -= 1) {
    const change = changeAt(path, gap);
    if (!change) continue;
    const { before, after } = change;
    const source = !before && after && !gaps[gap]!.operation ? await sourceOf(after.id, gap) : undefined;
    if (source) {
      found.push({ gap, path, after: after!.id, ...(source.id !== undefined && { before: source.id }) });
      path = source.path;
      gap = Math.min(gap, source.gap);
    } else if (before?.id !== after?.id)
      found.push({ gap, path, ...(before && { before: before.id }), ...(after && { after: after.id }) });
  }
  const first = idAt(path, 0);
  return { changes: found.toReversed(), first: { path, ...(first !== undefined && { id: first }) } };

  function changeAt(name: GitPath, gap: number): TreeChange | undefined {
    return byPath.get(name)?.find((one) => one.gap === gap)?.change;
  }

  /** The id of a file's content in a state; `undefined` if the file was missing in the state, or never changed. */
  function idAt(name: GitPath, state: number): ObjectId | undefined {
    const changes = byPath.get(name) ?? [];
    const last = changes.findLast(({ gap }) => gap < state);
    return last ? last.change.after?.id : changes[0]?.change.before?.id;
  }

  /** The deleted file from which a new one was made, its last content, and the gap to go on from. */
  async function sourceOf(
    id: ObjectId,
    gap: number,
  ): Promise<{ path: GitPath; id?: ObjectId; gap: number } | undefined> {
    const turns = gaps[gap]!.active;
    const near = gaps
      .map((_, at) => at)
      .filter((at) => at === gap || gaps[at]!.active.some((one) => turns.includes(one)))
      .toSorted((one, other) => Math.abs(one - gap) - Math.abs(other - gap));
    const deleted = near
      .flatMap((at) => all[at]!.map((change) => ({ at, change })))
      .filter(({ change }) => change.before && !change.after)
      .slice(0, CANDIDATES)
      .flatMap(({ at, change }) => {
        const was =
          at < gap ? change.before!.id : (idAt(change.path, gap) ?? (at === gap ? change.before!.id : undefined));
        return was === undefined ? [] : [{ path: change.path, id: was, gap: at }];
      });
    return deleted.find((one) => one.id === id) ?? mostAlike(id, deleted);
  }

  async function mostAlike<Candidate extends { readonly id: ObjectId }>(
    id: ObjectId,
    candidates: readonly Candidate[],
  ): Promise<Candidate | undefined> {
    if (candidates.length === 0) return undefined;
    const contents = await engine.readBlobs([id, ...candidates.map((one) => one.id)], COMPARED);
    const content = contents?.get(id);
    if (!contents || !content) return undefined;
    const at = mostAlikeOf(
      content,
      candidates.map((one) => contents.get(one.id) ?? Buffer.alloc(0)),
    );
    return at === undefined ? undefined : candidates[at];
  }
}
