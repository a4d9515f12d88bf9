import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import { foldCalls } from "../../terminal/fold-calls.ts";

/** Matches the place of a row in `snapveil checkpoints`: `-2`, or `@{1}` as git counts; `@` is the newest. */
const PLACE = /^(?:-(\d{1,6})|@(?:\{(\d{1,6})\})?)$/;

/** What commands say of their argument. */
export const NAMED_CHECKPOINT =
  "the checkpoint by its id in `snapveil checkpoints`, or -1, -2 …: the newest turn, the one before it";

/** Why the list of checkpoints is empty, in sentences. @param hasUndone whether checkpoints were recorded and undone */
export function whyNoRow(hasUndone: boolean): string {
  return hasUndone
    ? "Every checkpoint was undone. `snapveil checkpoints --all` lists them; `snapveil redo` takes the last undo back."
    : "There are no checkpoints here yet.";
}

/** Whether a word names a checkpoint by its row. */
export function isPlace(word: string): boolean {
  return PLACE.test(word);
}

/**
 * The id of the checkpoint that a person named by its row; any other word as it is, since it may be the beginning of an
 * id. Without a word: the newest row's.
 * @throws UserError if there is no such row
 */
export async function idOf(io: Io, word = "-1"): Promise<string> {
  const [isRow, back, forth = "0"] = PLACE.exec(word) ?? [];
  if (isRow === undefined) return word;
  const { listCheckpoints } = await import("../../shadow-repo/doors/look.ts");
  const { checkpoints } = await listCheckpoints(io, io.cwd, { newestSteps: 0 });
  const rows = foldCalls(checkpoints.toReversed());
  if (rows.length === 0) {
    const { checkpoints: all } = await listCheckpoints(io, io.cwd, { all: true, newestSteps: 0 });
    throw new UserError("badArgument", [whyNoRow(all.length > 0)]);
  }
  const found = rows[back === undefined ? Number(forth) : Number(back) - 1];
  if (!found)
    throw new UserError("badArgument", [
      `${printable(word)} names no checkpoint; \`snapveil checkpoints\` lists ${rows.length}.`,
    ]);
  return found.step.id;
}
