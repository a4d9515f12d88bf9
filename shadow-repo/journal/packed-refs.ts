import { existsSync, readFileSync, rmSync } from "node:fs";

import { keepTrees } from "./keep-trees.ts";

/** Refs that somebody's `git gc` or `git pack-refs` put into one file: name and id of each. */
export function packedRefs(shadow: string): ReadonlyMap<string, string> {
  const file = fileIn(shadow);
  if (!existsSync(file)) return new Map();
  return new Map(
    [...readFileSync(file, "latin1").matchAll(/^([0-9a-f]{40}|[0-9a-f]{64}) (\S+)$/gm)].map(([, id, name]) => [
      name!,
      id!,
    ]),
  );
}

/**
 * Makes them files again, which is how we let go of them. One that has a file already was changed since. What else
 * stands there goes: git would read no ref where one line is broken.
 */
export function unpackRefs(shadow: string, pid: number): void {
  if (!existsSync(fileIn(shadow))) return;
  const refs = packedRefs(shadow);
  for (const [ref, id] of refs) {
    const [, name, role] = /^refs\/snapveil\/([^/]+)\/([^/]+)$/.exec(ref) ?? [];
    if (name !== undefined && role !== undefined && !existsSync(`${shadow}/${ref}`))
      keepTrees(shadow, name, { [role]: id }, { pid, durable: true });
  }
  rmSync(fileIn(shadow), { force: true });
}

function fileIn(shadow: string): string {
  return `${shadow}/packed-refs`;
}
