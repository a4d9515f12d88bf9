import type { SnapshotEngine, TreeChange, TreeEntry } from "./engine.ts";
import { pathFault } from "./path-fault.ts";

/**
 * What a file can be. Anything else in a tree, a repository of its own above all, is nothing that could be put back.
 */
const MODES = ["100644", "100755", "120000"];

/** More paths than this are not named to git. */
const NAMED = 1000;

/**
 * An engine whose trees are not believed: every path that comes out of one has been looked at, whichever engine read
 * it.
 */
export function checkedEngine(engine: SnapshotEngine, platform: string): SnapshotEngine {
  const check = (changes: readonly TreeChange[]) => changes.flatMap((change) => checked(change, platform));
  return {
    ...engine,
    diff: async (before, after, prefix) => check(await engine.diff(before, after, prefix)),
    diffAll: async (pairs) => (await engine.diffAll(pairs)).map(check),
    async patch(before, after, paths) {
      const isWhole =
        paths.length > NAMED && !check(await engine.diff(before, after, "")).some(({ fault }) => fault !== undefined);
      return engine.patch(before, after, isWhole ? paths : paths.slice(0, NAMED));
    },
  };
}

function checked({ path, before, after }: TreeChange, platform: string): TreeChange[] {
  const [old, now] = [asFile(before), asFile(after)];
  if (!old && !now) return [];
  const fault = pathFault(path, platform);
  return [{ path, ...(old && { before: old }), ...(now && { after: now }), ...(fault !== undefined && { fault }) }];
}

function asFile(entry: TreeEntry | undefined): TreeEntry | undefined {
  return entry && MODES.includes(entry.mode) ? entry : undefined;
}
