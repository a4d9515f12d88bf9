import type { Io } from "../../kit/io.ts";

/** Where a command about one checkpoint works; says on standard error which other parts the step has. */
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
