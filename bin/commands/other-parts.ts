import type { Io } from "../../kit/io.ts";

/**
 * The folder in which a command about a checkpoint works. If the checkpoint also has checkpoints in other repositories,
 * this is said on standard error.
 */
export async function whereKnown(
  io: Io,
  checkpoint: string,
  paths: readonly string[] = [],
): Promise<{ readonly folder: string; readonly paths: readonly string[] }> {
  const { whereKnown: find } = await import("../../shadow-repo/doors/restore.ts");
  const { aboutParts, partsBeside } = await import("../../shadow-repo/doors/restore.ts");
  const { place, ...where } = find(io, io.cwd, checkpoint, paths);
  for (const line of aboutParts(await partsBeside(io, place, checkpoint))) io.writeStderr(`${line}\n`);
  return where;
}
