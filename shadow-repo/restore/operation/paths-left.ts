import type { GitPath } from "../../git-path.ts";
import type { OperationPlan } from "./plan-operation.ts";

/** Some paths of a plan, and the names that their files had after the steps. */
export function withFormer({ planned }: OperationPlan, paths: ReadonlySet<GitPath>): ReadonlySet<GitPath> {
  return new Set([...paths, ...planned.flatMap(({ path, former }) => (former && paths.has(path) ? former : []))]);
}

/** The paths of the steps that the operation leaves as they are or puts back in part, also by their former names. */
export function pathsNotDone(
  { planned, inside, elsewhere, byHunk }: OperationPlan,
  left: readonly { readonly path: GitPath }[],
): Set<GitPath> {
  const chosen = new Set(inside.map(({ path }) => path));
  const others = [...planned.filter(({ path }) => !chosen.has(path)), ...left, ...elsewhere];
  const formerly = new Map(planned.map(({ path, former = path }) => [path, former]));
  return new Set([...others.flatMap(({ path }) => [path, formerly.get(path) ?? path]), ...(byHunk?.rest.keys() ?? [])]);
}
