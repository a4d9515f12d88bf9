import { UserError } from "../../kit/user-error.ts";
import type { GitPath } from "../git-path.ts";
import { stepsOf, type History, type StoredCheckpoint } from "../journal/history.ts";
import type { Shadow } from "../open/open-shadow.ts";
import { attribute } from "../restore/operation/attribute.ts";
import { storiesOf } from "../restore/operation/spare-others.ts";

/**
 * The paths of turns that are another session's work, as an undo of each turn by itself would leave these; of most
 * turns there are none, and nothing is asked of git then.
 */
export async function foreignFiles(
  shadow: Shadow,
  history: History,
  shown: readonly StoredCheckpoint[],
): Promise<ReadonlyMap<string, ReadonlySet<GitPath>>> {
  const found = new Map<string, ReadonlySet<GitPath>>();
  const groups = new Map(stepsOf(history.checkpoints).map((group) => [group[0]!.id, group]));
  for (const turn of shown) {
    if (turn.scope !== "turn" || !isShared(turn, history)) continue;
    const paths = await stayingPaths(shadow, history, turn, groups.get(turn.id) ?? [turn]);
    if (paths.size > 0) found.set(turn.id, paths);
  }
  return found;
}

/** The paths that an undo of a turn leaves to another session; none if a state is lost. */
async function stayingPaths(
  shadow: Shadow,
  history: History,
  turn: StoredCheckpoint,
  chosen: readonly StoredCheckpoint[],
): Promise<ReadonlySet<GitPath>> {
  try {
    const stories = await storiesOf(shadow, { history, steps: chosen, onlyAgent: false });
    const { staying } = await attribute(shadow, history, [turn], { chosen, stories, onlyAgent: false });
    return new Set(staying.map(({ path }) => path));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return new Set();
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
