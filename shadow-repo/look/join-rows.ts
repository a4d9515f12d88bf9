import { belowFolder, type Checkpoint } from "../journal/checkpoint.ts";
import type { Place } from "../place.ts";
import { prefixFrom } from "../restore/across/join-results.ts";
import { tieIn } from "../restore/across/steps.ts";
import type { Places } from "../places.ts";
import type { CheckpointRow } from "./checkpoint-rows.ts";

/** A checkpoint in one of several repositories. */
export interface RowIn extends CheckpointRow {
  readonly place: Place;
}

/**
 * Joins the parts of each turn that was recorded in several repositories into one checkpoint with the id of the first
 * part. Paths become relative to the common root. A step that only the root's own repository recorded stays as it is.
 */
export function joinRows({ root }: Pick<Places, "root">, rows: readonly RowIn[]): Checkpoint[] {
  const groups = new Map<string, RowIn[]>();
  for (const row of rows) {
    const key = tieIn(root, row.place.worktree.root, row.stored);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  // The calls of each repository name the part of the turn that is recorded there.
  const ids = new Map(
    [...groups.values()].flatMap((members) =>
      members.map(({ checkpoint }) => [checkpoint.id, members[0]!.checkpoint.id] as const),
    ),
  );
  return [...groups.values()].map((members) => {
    const { turn, ...one } = joined(root, members);
    return turn === undefined ? one : { ...one, turn: ids.get(turn) ?? turn };
  });
}

function joined(root: string, members: readonly RowIn[]): Checkpoint {
  const [first] = members as [RowIn];
  if (members.length === 1 && first.place.worktree.root === root) return first.checkpoint;
  const last = members
    .map(({ checkpoint }) => checkpoint.created_at)
    .toSorted()
    .at(-1)!;
  return {
    ...first.checkpoint,
    created_at: last,
    files: members.flatMap(({ place, checkpoint }) =>
      checkpoint.files.map((file) => belowFolder(prefixFrom(root, place), file)),
    ),
    repositories: members.map(({ place, checkpoint: { id, files } }) => ({
      worktree: place.worktree.root,
      checkpoint: id,
      files: files.length,
    })),
  };
}
