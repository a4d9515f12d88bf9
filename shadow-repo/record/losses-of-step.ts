import { defined } from "../../kit/defined.ts";
import type { GitPath } from "../git-path.ts";
import type { Losses } from "../journal/losses.ts";
import type { Pending } from "../journal/pending.ts";
import { lostAmong, type Cause } from "../keep/watched-files.ts";
import type { Place } from "../place.ts";
import { statAt } from "../source/on-disk.ts";

/** The causes for which an ignored file has no copy. */
const IGNORED: readonly Cause[] = ["large", "bounds", "folder", "not kept", "off", "no copy"];

/**
 * The ignored files without a copy, and the folders that a tool makes again, that are gone or overwritten since a step
 * began; `undefined` if there are none.
 */
export function lossesOf({ worktree: { root } }: Place, { watched = [], output = [] }: Pending): Losses | undefined {
  const lost = lostAmong(root, watched).filter(({ cause }) => IGNORED.includes(cause));
  const among = (change: "gone" | "overwritten") =>
    listed(lost.flatMap((one) => (one.change === change ? one.path : [])));
  const losses = defined({
    output: listed(output.filter((folder) => isGone(root, folder))),
    gone: among("gone"),
    overwritten: among("overwritten"),
  });
  return Object.keys(losses).length === 0 ? undefined : losses;
}

function listed(paths: readonly GitPath[]): readonly GitPath[] | undefined {
  return paths.length === 0 ? undefined : paths;
}

/** Whether a path leads to nothing, or to a thing of another kind. A folder's path ends in a slash. */
export function isGone(root: string, path: GitPath): boolean {
  const stat = statAt(root, path);
  return stat !== "unknown" && (!stat || stat.isDirectory() !== path.endsWith("/"));
}
