import type { Io } from "../../kit/io.ts";
import { readGitConfig } from "../../worktree/doors/git.ts";
import type { GitPath } from "../git-path.ts";
import type { IgnoreRules } from "./ignore-rules.ts";

/**
 * The patterns of a user's setting as rules, without a weaker or stronger rule of any file.
 * @param patterns a line each, in the letters of paths
 */
export async function settingRules(io: Pick<Io, "env">, shadow: string, patterns: GitPath): Promise<IgnoreRules> {
  const { IgnoreRules: Rules } = await import("./ignore-rules.ts");
  return new Rules(patterns, ignoresCase(io, shadow), () => undefined);
}

/** Whether names that differ in the case of their letters alone are one file, as the shadow repository's settings say. */
export function ignoresCase({ env }: Pick<Io, "env">, shadow: string): boolean {
  return readGitConfig(`${shadow}/config`, env).get("core.ignorecase") === "true";
}
