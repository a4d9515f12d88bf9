import { isObject } from "../../kit/json.ts";
import type { GitPath } from "../git-path.ts";

/** Path (of a folder with a slash at the end) → the permission bits before and after. */
export type PermissionChanges = Readonly<Record<GitPath, readonly [before: number, after: number]>>;

/** The effects of a step that no state of a worktree shows. */
export interface Beyond {
  /** Whether a command of the step ran on after the step ended. */
  readonly background?: true;
  /** Files outside of every worktree that the step wrote, spelled as in the input of its calls. */
  readonly outside?: readonly string[];
  /** Unusual permissions that the step changed. */
  readonly permissions?: PermissionChanges;
}

/** The effects in a parsed record; an empty object if the record has another form. */
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

/** Joins the background commands and outside files of several calls into one value. Permissions are left out. */
export function joinBeyond(all: readonly Beyond[]): Beyond {
  const outside = [...new Set(all.flatMap((one) => one.outside ?? []))];
  return {
    ...(all.some(({ background }) => background) && { background: true as const }),
    ...(outside.length > 0 && { outside }),
  };
}
