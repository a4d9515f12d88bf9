import { UserError } from "../../kit/user-error.ts";
import type { GitPath } from "../git-path.ts";
import { stepsOf, type History, type StoredCheckpoint } from "../journal/history.ts";
import type { Shadow } from "../open/open-shadow.ts";
import { attribute, overlaps } from "../restore/operation/attribute.ts";

/**
 * Turn id → the paths that another session changed during the turn, and that an undo of the turn would leave. Turns
 * without such a path are left out; if no other session worked at the same time, git is not asked. Empty if a state is
 * lost.
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

/** Whether a step of another session ran at the same time as a turn. */
function isShared(turn: StoredCheckpoint, { checkpoints }: History): boolean {
  return checkpoints.some(
    (one) => one.session !== turn.session && one.session !== null && one.scope !== "restore" && overlaps(one, turn),
  );
}
