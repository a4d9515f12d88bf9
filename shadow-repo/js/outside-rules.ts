import type { Io } from "../../kit/io.ts";
import type { GitPath } from "../git-path.ts";
import type { Place } from "../place.ts";
import { gitSetting } from "../source/git-setting.ts";
import { outsideFiles } from "../source/outside-files.ts";
import { TEMPORARY, ownFolders } from "../source/own-folders.ts";
import { fileSystemOf } from "./file-system.ts";
import { ignoreRules, type IgnoreRules } from "./ignore-rules.ts";
import { isConditionMet } from "./include-condition.ts";

/** The rules that hold for the whole worktree, from files outside of it. */
export interface OutsideRules {
  readonly rules: IgnoreRules;
  /**
   * What is left out whatever any rule says: our own files and the repository itself. A folder is written with a slash
   * at its end.
   */
  isOurs(path: GitPath): boolean;
  /** What the files say, the stronger last. */
  readonly text: string;
}

/** The user's excludes file, then the source's `info/exclude`, which is stronger. */
export function outsideRules(io: Io, place: Place): OutsideRules {
  const { worktree, shadow } = place;
  const setting = gitSetting(io, worktree, "core.excludesFile", (condition, file) =>
    isConditionMet(io, worktree, condition, file),
  );
  const { text } = outsideFiles(io, place, setting);
  const own = ownFolders(io, worktree);
  return {
    rules: ignoreRules([text], fileSystemOf(io, shadow).ignoresCase),
    isOurs: (path) => own.includes(path) || isTemporary(path),
    text,
  };
}

function isTemporary(path: GitPath): boolean {
  return path.endsWith(TEMPORARY.suffix) && path.startsWith(TEMPORARY.prefix, path.lastIndexOf("/") + 1);
}
