import { UserError } from "../../kit/user-error.ts";
import type { GitPath } from "../git-path.ts";
import { stepsOf, type History, type StoredCheckpoint } from "../journal/history.ts";
import type { Shadow } from "../open/open-shadow.ts";
import { attribute } from "../restore/operation/attribute.ts";

/**
 * The paths of turns that are another session's work, as an undo of each turn by itself would leave these; of most
 * turns there are none, and nothing is asked of git then. None for any turn if a state is lost.
 */
export async function foreignFiles(
  shadow: Shadow,
  history: History,
  shown: readonly StoredCheckpoint[],
): Promise<ReadonlyMap<string, ReadonlySet<GitPath>>> {
  const turns = shown.filter((one) => one.scope === "turn" && isShared(one, history));
  if (turns.length === 0) return new Map();
  const groups = new Map(stepsOf(history.checkpoints).map((group) => [group[0]!.id, group]));
  const takenWith = (turn: StoredCheckpoint) => groups.get(turn.id) ?? [turn];
  try {
    const { stayingPaths } = await attribute(shadow, history, turns, {
      takenWith,
      stories: new Map(),
      onlyAgent: false,
    });
    return new Map([...stayingPaths].map(([id, paths]) => [id, new Set(paths)]));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return new Map();
  }
}

/** Whether another session worked while a turn went on. */
function isShared({ session, began, endedAt }: StoredCheckpoint, { checkpoints }: History): boolean {
  if (!began || endedAt === undefined) return false;
  return checkpoints.some(
    (one) =>
      one.session !== session &&
      one.session !== null &&
      one.scope !== "restore" &&
      one.began !== undefined &&
      one.endedAt !== undefined &&
      one.began[0] <= endedAt &&
      began[0] <= one.endedAt,
  );
}
