import { counted, printable, shortened } from "../../../kit/text.ts";
import { toText, type GitPath } from "../../git-path.ts";
import type { StoredCheckpoint } from "../../journal/history.ts";
import { same, type PlanItem } from "../plan/plan-item.ts";
import type { Unended } from "./request.ts";

/**
 * Sentences about the files of steps that never ended, or of which a call never ended, in which a person worked: how
 * many stay, and how many are put back although they may be the person's.
 * @param items the files that the undo puts back
 * @param isAsked whether the command asks for a file
 */
export function aboutUnended(
  steps: readonly StoredCheckpoint[],
  unended: Unended = new Map(),
  items: readonly PlanItem[],
  isAsked: (path: GitPath) => boolean,
): string[] {
  const back = new Set(
    items.flatMap(({ path, former = path, current, target }) => (same(current, target) ? [] : former)),
  );
  return steps.flatMap((step) => {
    const { staying = [], doubtful = [] } = unended.get(step.id) ?? {};
    const [left, taken] = [staying.filter(isAsked), doubtful.filter((path) => back.has(path))];
    const name = `${whatNeverEnded(step)} ${step.id} never ended`;
    return [
      ...(taken.length > 0
        ? [`${name}, so what changed since may be yours: ${inWords(taken)}. After an undo, redo brings that back.`]
        : []),
      ...(left.length > 0
        ? [`${name}: what changed after its last call stays as yours: ${inWords(left)}. ${wayTo(step)}`]
        : []),
    ];
  });
}

function whatNeverEnded({ scope, isOpen }: StoredCheckpoint): string {
  if (scope === "tool") return "Call";
  return isOpen ? "Turn" : "A call of turn";
}

function wayTo({ id }: StoredCheckpoint): string {
  return `To put one back, too: snapveil restore ${id} PATH`;
}

/** The number of some files and their names: `2 files (a, b)`. */
function inWords(paths: readonly GitPath[]): string {
  return `${counted(paths.length, "file")} (${shortened(paths.map((path) => printable(toText(path))))})`;
}
