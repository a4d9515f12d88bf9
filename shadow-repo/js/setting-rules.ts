import type { Io } from "../../kit/io.ts";
import { readGitConfig } from "../../worktree/doors/git.ts";
import type { GitPath } from "../git-path.ts";
import type { IgnoreRules } from "./ignore-rules.ts";

/**
 * The rules of a user's setting alone: no ignore file adds to them or overrules them.
 * @param patterns one pattern a line, one character a byte
 */
export async function settingRules(io: Pick<Io, "env">, shadow: string, patterns: GitPath): Promise<IgnoreRules> {
  const { IgnoreRules: Rules } = await import("./ignore-rules.ts");
  return new Rules(patterns, ignoresCase(io, shadow), () => undefined);
}

/** Whether names that differ only in letter case are one file, as the config of the shadow repository says. */
export function ignoresCase({ env }: Pick<Io, "env">, shadow: string): boolean {
  return readGitConfig(`${shadow}/config`, env).get("core.ignorecase") === "true";
}
