import type { Io } from "../../kit/io.ts";
import { toText } from "../git-path.ts";
import type { Place } from "../place.ts";
import { outsideFiles } from "../source/outside-files.ts";
import { ownFolders } from "../source/own-folders.ts";
import { TEMPORARY } from "../source/own-folders.ts";

export interface ExcludeArguments {
  /** Options before git's own command. */
  readonly settings: readonly string[];
  /** Options of `git ls-files`. */
  readonly options: readonly string[];
  /** What the files outside of the worktree say, the stronger last. */
  readonly outside: string;
}

/**
 * How to tell git in the shadow repository what the source ignores: the user's excludes file and the source's
 * `info/exclude`, which the shadow would not find by itself. `.gitignore` files it reads from the worktree.
 */
export function excludeArguments(io: Io, place: Place): ExcludeArguments {
  const { users, sources, text } = outsideFiles(io, place);
  const options = ["--exclude-standard", `--exclude=${TEMPORARY.prefix}*${TEMPORARY.suffix}`];
  // After --exclude-standard: of patterns from files the later list wins, and info/exclude is stronger than the user's.
  if (sources.text !== undefined) options.push(`--exclude-from=${sources.file}`);
  for (const own of ownFolders(io, place.worktree))
    options.push(`--exclude=/${toText(own).replace(/[\\*?[\]!# ]/g, "\\$&")}`);
  return {
    // Not what could not be read: git would wait for a pipe.
    settings: users?.text === undefined ? [] : ["-c", `core.excludesFile=${users.file}`],
    options,
    outside: text,
  };
}
