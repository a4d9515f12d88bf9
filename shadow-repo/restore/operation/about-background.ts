import { printable, shortened } from "../../../kit/text.ts";
import type { ObjectId } from "../../engine.ts";
import { toText, type GitPath } from "../../git-path.ts";
import { lastState, type History, type StoredCheckpoint } from "../../journal/history.ts";
import type { Shadow } from "../../open/open-shadow.ts";

/** The last recorded state, if one of the steps started a command that ran on after the step; else `undefined`. */
export function stateBeforeBackground(
  history: History,
  steps: readonly StoredCheckpoint[],
  prefix: GitPath,
): ObjectId | undefined {
  return steps.some(({ background }) => background) ? lastState(history, prefix) : undefined;
}

/**
 * A sentence that names the files that changed since the last recorded state, as a background command may have changed
 * them. Empty if no file changed, or if `last` is absent because no step left a command running.
 */
export async function aboutBackground(
  { engine }: Shadow,
  last: ObjectId | undefined,
  present: ObjectId,
  prefix: GitPath,
): Promise<string[]> {
  const changes = last === undefined || last === present ? [] : await engine.diff(last, present, prefix);
  if (changes.length === 0) return [];
  const names = shortened(changes.map(({ path }) => printable(toText(path))));
  return [`Changed since the turn ended, by you or by its background command, which may still run: ${names}.`];
}
