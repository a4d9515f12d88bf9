import type { Account } from "../../journal/account.ts";
import { changeRows } from "../../journal/change-rows.ts";
import type { FileChange } from "../../journal/checkpoint.ts";
import type { RestoreResult } from "./restore-result.ts";

/** The account of a result. It leaves out paths that another session changed. */
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
