import type { Io } from "../../kit/io.ts";
import { readGitConfig } from "../../worktree/read-git-config.ts";

/** How the worktree's file system is, as git found out when it made the source. */
export interface FileSystem {
  /** Whether upper and lower case are the same in names. */
  readonly ignoresCase: boolean;
  /** Whether it keeps the executable bit. */
  readonly keepsMode: boolean;
}

export function fileSystemOf({ env }: Io, shadow: string): FileSystem {
  const config = readGitConfig(`${shadow}/config`, env);
  return {
    ignoresCase: config.get("core.ignorecase") === "true",
    keepsMode: config.get("core.filemode") !== "false",
  };
}
