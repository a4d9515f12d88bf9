import { inShell } from "../../../kit/in-shell.ts";
import { printable } from "../../../kit/text.ts";
import { UserError } from "../../../kit/user-error.ts";
import { isAmong, toText, type GitPath } from "../../git-path.ts";
import {
  calledSo,
  changesOf,
  liveCheckpoints,
  SHORTEST_ID,
  stepsOf,
  type History,
  type StoredCheckpoint,
} from "../../journal/history.ts";
import type { Shadow } from "../../open/open-shadow.ts";
import { keptAmong } from "../kept/in-place.ts";

/**
 * @throws UserError if the steps changed no file at a path; the error names the newest other step that did, or says that
 * each such step is undone there, or names the step whose id was typed in the place of a path
 */
export async function throwWhereUnknown(
  { engine }: Shadow,
  history: History,
  steps: readonly StoredCheckpoint[],
  paths: readonly GitPath[],
): Promise<void> {
  const names = (await namesIn(engine, steps)).flat();
  const unknown = paths.find((path) => !names.some((name) => isAmong(name, [path])));
  if (unknown === undefined) return;
  const typed = printable(toText(unknown));
  const others = stepsOf(liveCheckpoints(history)).flatMap(([step]) => (step && !steps.includes(step) ? step : []));
  const changed = await namesIn(engine, others);
  const older = others.findLast((_, at) => changed[at]!.some((name) => isAmong(name, [unknown])));
  if (!older) {
    const whole = await engine.diffAll(history.checkpoints.map(({ before, after }) => [before, after] as const));
    const isUndone = whole.flat().some(({ path }) => isAmong(path, [unknown]));
    throw isUndone ? new UserError("undonePath", [typed]) : unknownWord(typed, history);
  }
  const label = older.title ?? older.command;
  const name = label === undefined ? older.id : `${older.id} (${printable(label)})`;
  const newest = stepsOf(liveCheckpoints(history)).at(-1)?.[0];
  throw new UserError("olderPath", [nameOf(steps, newest), typed, name, older.id, inShell(typed)]);
}

/** The asked steps at the beginning of a sentence. */
function nameOf([step, ...more]: readonly StoredCheckpoint[], newest: StoredCheckpoint | undefined): string {
  if (!step || more.length > 0) return `The newest ${more.length + 1} turns`;
  const kind = step.scope === "tool" ? "call" : step.scope;
  return step === newest ? `The newest ${kind} (${step.id})` : `The ${kind} ${step.id}`;
}

function unknownWord(typed: string, { checkpoints }: History): UserError {
  const word = typed.slice(typed.lastIndexOf("/") + 1);
  const ids = word.length < SHORTEST_ID ? [] : calledSo([...new Set(checkpoints.map(({ id }) => id))], word);
  const [id] = ids;
  return id === undefined ? new UserError("unknownPath", [typed]) : new UserError("stepNoPath", [word, id]);
}

/** For each step, the paths that it changed, kept ignored files included. */
async function namesIn(engine: Shadow["engine"], steps: readonly StoredCheckpoint[]): Promise<GitPath[][]> {
  const all = await engine.diffAll(steps.map(({ before, after }) => [before, after] as const));
  return steps.map((step, at) => [
    ...changesOf(step, all[at]!).map(({ path }) => path),
    ...keptAmong(step, () => true),
  ]);
}
