import { isObject } from "../../kit/json.ts";

/** What a step does that no state of a worktree shows. */
export interface Beyond {
  /** A command of the step goes on when the step has ended. */
  readonly background?: true;
  /** Files outside of every worktree that the step writes, in its calls' spelling. */
  readonly outside?: readonly string[];
}

/** The facts in a parsed record; none if it has another form. */
export function asBeyond(value: unknown): Beyond {
  if (!isObject(value)) return {};
  const { background, outside } = value;
  const paths = Array.isArray(outside) ? outside.filter((path) => typeof path === "string") : [];
  return { ...(background === true && { background }), ...(paths.length > 0 && { outside: paths }) };
}

/** The facts of several calls as one. */
export function joinBeyond(all: readonly Beyond[]): Beyond {
  const outside = [...new Set(all.flatMap((one) => one.outside ?? []))];
  return {
    ...(all.some(({ background }) => background) && { background: true as const }),
    ...(outside.length > 0 && { outside }),
  };
}
