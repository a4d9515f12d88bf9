import { findProgram } from "../kit/find-program.ts";
import type { Io } from "../kit/io.ts";

/** The path of the git that snapveil starts; `undefined` if there is none. */
export function findGit(io: Pick<Io, "env" | "platform">): string | undefined {
  return findProgram("git", io);
}
