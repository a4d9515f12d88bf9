import { join, relative, sep } from "node:path";

import { homeOf } from "../../kit/io.ts";
import { readRegularFile, realPath } from "../../kit/files.ts";
import { topFolders } from "../../worktree/doors/worktree.ts";
import { isPersons } from "../../worktree/doors/trust.ts";
import type { Allowances } from "./allow-lines.ts";
import { allowedValues, isAboutValues } from "./fingerprints.ts";
import type { Searcher } from "../known-values/known-secrets.ts";

const LARGEST = 256 * 1024;

/** The user's exceptions in hooks: allowed values, and files that are not searched. */
export interface HookAllowances extends Pick<Allowances, "allows"> {
  /** Whether a file is not searched. Its path is absolute. */
  isLeftOut(file: string): boolean;
}

/** Whether the user trusts the project that holds a folder, so that the project's `.snapveilignore` is used. */
export function isTrustedProject({ io, settings }: Searcher, cwd: string): boolean {
  const [root] = topFolders(cwd);
  const home = homeOf(io.env);
  return root !== undefined && isTrusted(root, settings.redaction.trustedProjects, home);
}

/**
 * The exceptions in the user's settings and in the `.snapveilignore` of a project that the user trusts; `undefined` if
 * there are none. The `.snapveilignore` of any other project is ignored, since an agent can write it.
 */
export async function allowancesFor(
  { io, settings }: Searcher,
  cwd: string | undefined,
): Promise<HookAllowances | undefined> {
  const { allow, trustedProjects } = settings.redaction;
  if (allow.length === 0 && trustedProjects.length === 0) return undefined;
  const root = cwd === undefined ? undefined : topFolders(cwd)[0];
  const lines = [
    ...allow,
    ...(root !== undefined && isTrustedProject({ io, settings }, cwd!) ? readLines(join(root, ".snapveilignore")) : []),
  ];
  if (lines.length === 0) return undefined;
  // The code for paths is loaded only if a line is a path. Most users only allow values.
  const { isLeftOut, allows }: Allowances = lines.every(isAboutValues)
    ? { isLeftOut: () => false, allows: allowedValues(lines) }
    : (await import("./allow-lines.ts")).parseAllowLines(lines);
  return {
    allows,
    isLeftOut: (file) => {
      const below = root === undefined ? "" : relative(realPath(root), realPath(file)).split(sep).join("/");
      return below !== "" && !below.startsWith("../") && isLeftOut(below);
    },
  };
}

function isTrusted(root: string, trusted: readonly string[] | "all", home: string | undefined): boolean {
  if (trusted === "all") return true;
  const folder = realPath(root);
  return trusted.some((one) => {
    const named = realPath(one.startsWith("~/") && home ? join(home, one.slice(2)) : one);
    return folder === named || folder.startsWith(named.endsWith(sep) ? named : named + sep);
  });
}

function readLines(file: string): string[] {
  try {
    return isPersons(file) ? readRegularFile(file, LARGEST).bytes.toString("utf8").split(/\r?\n/) : [];
  } catch {
    return [];
  }
}
