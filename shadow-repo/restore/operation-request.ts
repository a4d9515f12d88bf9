import type { GitPath } from "../git-path.ts";
import type { BeginRecord } from "../journal/journal.ts";
import type { PlanItem } from "./plan-item.ts";

/** What to do; the rest of the journal's record comes from doing it. */
export type OperationRequest = Omit<BeginRecord, "type" | "id" | "at" | "began" | "pid" | "before" | "coverage">;

/**
 * Files below the folder that the command was given in, and those that it must not touch. Paths that were asked for
 * narrow silently.
 */
export function split(
  plan: readonly PlanItem[],
  { prefix, paths }: OperationRequest,
): { inside: PlanItem[]; outside: PlanItem[] } {
  const asked = plan.filter(({ path }) => isMeant(path, { paths }));
  const inside = asked.filter(({ path }) => path.startsWith(prefix));
  return { inside, outside: asked.filter((item) => !inside.includes(item)) };
}

export function isMeant(path: GitPath, { paths }: { readonly paths?: readonly GitPath[] | undefined }): boolean {
  return !paths || paths.some((one) => path === one || path.startsWith(`${one}/`) || one === "");
}

/** The longest folder that holds all of them. */
export function commonFolder(prefixes: readonly GitPath[]): GitPath {
  return prefixes.reduce((common, prefix) => {
    let length = common.length;
    while (length > 0 && !(prefix.startsWith(common.slice(0, length)) && common[length - 1] === "/")) length -= 1;
    return common.slice(0, length);
  }, prefixes[0] ?? "");
}
