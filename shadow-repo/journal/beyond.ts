import { isObject } from "../../kit/json.ts";
import type { GitPath } from "../git-path.ts";

/** By path, with a slash behind a folder: the permission bits before and after. */
export type PermissionChanges = Readonly<Record<GitPath, readonly [before: number, after: number]>>;

/** What a step does that no state of a worktree shows. */
export interface Beyond {
  /** A command of the step goes on when the step has ended. */
  readonly background?: true;
  /** Files outside of every worktree that the step writes, in its calls' spelling. */
  readonly outside?: readonly string[];
  /** Unusual permissions that the step changed. */
  readonly permissions?: PermissionChanges;
}

/** The facts in a parsed record; none if it has another form. */
export function asBeyond(value: unknown): Beyond {
  if (!isObject(value)) return {};
  const { background, outside, permissions } = value;
  const paths = Array.isArray(outside) ? outside.filter((path) => typeof path === "string") : [];
  return {
    ...(background === true && { background }),
    ...(paths.length > 0 && { outside: paths }),
    ...(isObject(permissions) && { permissions: permissions as unknown as PermissionChanges }),
  };
}

/** The facts of several calls as one. */
export function joinBeyond(all: readonly Beyond[]): Beyond {
  const outside = [...new Set(all.flatMap((one) => one.outside ?? []))];
  return {
    ...(all.some(({ background }) => background) && { background: true as const }),
    ...(outside.length > 0 && { outside }),
  };
}
