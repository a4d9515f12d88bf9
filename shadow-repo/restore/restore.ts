import type { Io } from "../../kit/io.ts";
import { aboutParts, partsBeside } from "./across/other-parts.ts";
import { whereKnown } from "./across/which-repository.ts";
import { restoreIn, type RestoreOptions } from "./operation/restore-in.ts";
import type { RestoreResult } from "./operation/restore-result.ts";

/**
 * Puts the files into their state before or after a checkpoint, see `restoreIn`, in the repository that has the
 * checkpoint.
 */
export async function restore(io: Io, folder: string, options: RestoreOptions): Promise<RestoreResult> {
  const { place, paths } = whereKnown(io, folder, options.checkpoint, options.paths);
  const result = await restoreIn(io, place, { ...options, paths });
  const parts = aboutParts(await partsBeside(io, place, options.checkpoint));
  return { ...result, notes: [...result.notes, ...parts] };
}
