import { dirname, relative, resolve } from "node:path";

import { ROOT, type Source } from "./source.ts";

/**
 * Groups of files that import each other, including types: the strongly connected components of the graph (Tarjan,
 * 1972).
 */
export function circles(sources: readonly Source[]): string[] {
  const known = new Set(sources.map(({ path }) => path));
  const imports = new Map(
    sources.map(({ path, text }) => [path, importsOf(path, text).filter((target) => known.has(target))]),
  );
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[] = [];
  const visit = (path: string): void => {
    order.set(path, order.size);
    low.set(path, order.get(path)!);
    stack.push(path);
    for (const target of imports.get(path)!) {
      if (!order.has(target)) visit(target);
      if (stack.includes(target)) low.set(path, Math.min(low.get(path)!, low.get(target)!));
    }
    if (low.get(path) !== order.get(path)) return;
    const group = stack.splice(stack.indexOf(path));
    if (group.length > 1) found.push(group.toSorted().join(" "));
  };
  for (const path of imports.keys()) if (!order.has(path)) visit(path);
  return found;
}

/** The modules that a file imports, including types and dynamic imports. */
function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(/^(?:import|export)\b[^;]*?from "(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gms)].map(
    ([, target, door]) => relative(ROOT, resolve(ROOT, dirname(path), (target ?? door)!)),
  );
}
