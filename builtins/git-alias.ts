import type { Io } from "../kit/io.ts";
import { safeGit } from "./safe-git.ts";

/**
 * The meaning of an alias of git, by the settings of the user and the repository; `undefined` if `verb` is no alias.
 */
export function aliasOf(io: Io, verb: string, folder: string): string | undefined {
  if (!/^[\w-]{1,60}$/.test(verb)) return undefined;
  const git = safeGit(io, folder, { needsWorktree: false, patience: 5_000 });
  const { status, stdout } = git?.run(["config", "--get", `alias.${verb}`]) ?? { status: 1 };
  return status === 0 ? stdout?.toString("utf8").replace(/\n$/, "") : undefined;
}
