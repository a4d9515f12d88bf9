import { printable, shortened } from "../../../kit/text.ts";
import type { ObjectId } from "../../engine.ts";
import { toText, type GitPath } from "../../git-path.ts";
import { lastState, type History, type StoredCheckpoint } from "../../journal/history.ts";
import type { Shadow } from "../../open/open-shadow.ts";

/** The last recorded state, if one of some steps started a command that went on when the step had ended. */
export function stateBeforeBackground(
  history: History,
  steps: readonly StoredCheckpoint[],
  prefix: GitPath,
): ObjectId | undefined {
  return steps.some(({ background }) => background) ? lastState(history, prefix) : undefined;
}

/** Names files that changed since the last recorded state: the background command of a step may have changed these. */
export async function aboutBackground(
  { engine }: Shadow,
  last: ObjectId | undefined,
  present: ObjectId,
  prefix: GitPath,
): Promise<string[]> {
  const changes = last === undefined || last === present ? [] : await engine.diff(last, present, prefix);
  if (changes.length === 0) return [];
  const names = shortened(changes.map(({ path }) => printable(toText(path))));
  return [`Changed since the step ended, by you or by its background command, which may still run: ${names}.`];
}
