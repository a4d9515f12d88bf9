import { UserError } from "../../kit/user-error.ts";
import type { GitPath } from "../git-path.ts";
import { stepsOf, type History, type StoredCheckpoint } from "../journal/history.ts";
import type { Shadow } from "../open/open-shadow.ts";
import { besideOthers } from "./beside-others.ts";

/**
 * Turn id → the paths that another session changed during the turn, or a person after the last call of a turn that
 * never ended, and that an undo of the turn would leave. Turns without such a path are left out; git is not asked about
 * turns that ended and at whose time no other session worked. Empty if a state is lost.
 */
export async function foreignFiles(
  shadow: Shadow,
  history: History,
  shown: readonly StoredCheckpoint[],
): Promise<ReadonlyMap<string, ReadonlySet<GitPath>>> {
  const isBesideOthers = besideOthers(history.checkpoints.filter(({ scope }) => scope !== "restore"));
  const turns = shown.filter((one) => one.scope === "turn" && (isLeftOpen(one) || isBesideOthers(one)));
  if (turns.length === 0) return new Map();
  // Usually no turn comes here, and the modules of an undo stay unread.
  const { attribute } = await import("../restore/operation/attribute.ts");
  const groups = new Map(stepsOf(history.checkpoints).map((group) => [group[0]!.id, group]));
  const takenWith = (turn: StoredCheckpoint) => groups.get(turn.id) ?? [turn];
  try {
    const { stayingPaths } = await attribute(shadow, history, turns, {
      takenWith,
      stories: new Map(),
      onlyAgent: false,
      whole: false,
      separates: false,
    });
    return new Map([...stayingPaths].map(([id, paths]) => [id, new Set(paths)]));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return new Map();
  }
}

/** Whether a turn never ended, so that a person may have worked after its last call. */
function isLeftOpen({ isOpen, callsSeen }: StoredCheckpoint): boolean {
  return isOpen === true && callsSeen === true;
}
