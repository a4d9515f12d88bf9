import { belowFolder, type Checkpoint } from "../journal/checkpoint.ts";
import type { Place } from "../place.ts";
import { prefixFrom } from "../restore/across/join-results.ts";
import { tieIn } from "../restore/across/steps.ts";
import type { Places } from "../places.ts";
import { belowPrefix, type Share } from "../journal/share.ts";
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
  const { undone: _, undone_in_part: __, ...one } = first.checkpoint;
  return {
    ...one,
    ...undoneOf(root, members),
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

/** What was undone of a row's parts together: all of them, or so many files, hunks and calls of all. */
function undoneOf(root: string, members: readonly RowIn[]): Pick<Checkpoint, "undone" | "undone_in_part"> {
  if (members.every(({ checkpoint }) => checkpoint.undone)) return { undone: true };
  const shares = members.flatMap(({ place, checkpoint }) => sharesOf(checkpoint, prefixFrom(root, place)));
  const inPart = (["file", "call", "hunk"] as const).flatMap((unit) => {
    const those = shares.filter((share) => share.unit === unit);
    const count = those.reduce((sum, one) => sum + one.count, 0);
    const of = those.reduce((sum, one) => sum + one.of, 0);
    const touched = those.filter((one) => one.count > 0);
    const path = touched.length === 1 && unit === "hunk" ? touched[0]!.path : undefined;
    return count === 0 ? [] : [{ count, of, unit, ...(path !== undefined && { path }) }];
  });
  return inPart.length > 0 ? { undone_in_part: inPart } : {};
}

/** The undone shares of one part. Its files are among them even if none is undone, since they count in the sum. */
function sharesOf({ undone, undone_in_part: shares = [], files }: Checkpoint, prefix: string): Share[] {
  const count = undone ? files.length : 0;
  const ofFiles = shares.some(({ unit }) => unit === "file")
    ? []
    : [{ count, of: files.length, unit: "file" as const }];
  return [...ofFiles, ...shares.map((share) => belowPrefix(share, prefix))];
}
