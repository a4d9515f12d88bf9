import type { Remark } from "../../engine.ts";
import { changeRows } from "../../journal/change-rows.ts";
import type { FileChange } from "../../journal/checkpoint.ts";
import type { RestoreResult } from "./restore-result.ts";

/** What became of every path that an operation was asked for. */
export interface Account {
  /** Paths that were put back; for a preview, that would be. */
  readonly restored: readonly string[];
  /** Paths that are still to be put back, each with the reason. */
  readonly remaining: readonly Remark[];
  /** Paths that changed, too, and that nothing holds, each with the reason. */
  readonly notHeld: readonly Remark[];
  /** Ignored files of which a copy is kept: put back, or left since they were changed in place. */
  readonly kept: readonly { readonly path: string; readonly state: "restored" | "changed" }[];
  /** Files that came back under another name; absent if there is none. */
  readonly renamed?: readonly Renamed[];
}

/** A file that came back under another name; both names are among `restored`. */
interface Renamed {
  readonly from: string;
  readonly to: string;
}

/** The account of a result. A path of somebody else's work is in no account: no step holds it. */
export function accountOf({ changes, skipped, notHeld, keptInPlace }: RestoreResult): Account {
  const isKept = ({ path, kept }: FileChange) => kept === true && !path.endsWith("/"); // a folder has no copy
  const keptPaths = changes.filter(isKept).map(({ path }) => path);
  const renamed = changeRows(changes).flatMap(({ path, former }) =>
    former === undefined ? [] : [{ from: former, to: path }],
  );
  return {
    restored: changes.filter((change) => !isKept(change)).map(({ path }) => path),
    remaining: skipped.flatMap(({ path, why, theirs }) => (theirs ? [] : { path, why })),
    notHeld,
    kept: [
      ...keptPaths.map((path) => ({ path, state: "restored" as const })),
      ...keptInPlace.map((path) => ({ path, state: "changed" as const })),
    ],
    ...(renamed.length > 0 && { renamed }),
  };
}
