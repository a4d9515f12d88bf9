import type { Difference, TreeChange } from "./engine.ts";

export function differenceOf(changes: readonly TreeChange[]): Difference {
  const pathsOf = (wanted: (change: TreeChange) => unknown) => changes.filter(wanted).map(({ path }) => path);
  return {
    added: pathsOf(({ before }) => !before),
    deleted: pathsOf(({ after }) => !after),
    edited: pathsOf(({ before, after }) => before && after),
  };
}
