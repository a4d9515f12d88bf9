import { UserError } from "../../kit/user-error.ts";
import type { CoverageId } from "../coverage.ts";
import type { ObjectId } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import type { Scope } from "../journal/checkpoint.ts";
import { statesOf, type History } from "../journal/history.ts";

/** Two states with a name: a checkpoint, or an operation that was not made one. */
export interface Named {
  readonly id: string;
  readonly session: string | null;
  readonly scope: Scope;
  readonly prefix: GitPath;
  readonly before: ObjectId;
  /** Absent where an operation never came to its end. */
  readonly after?: ObjectId;
  readonly coverageBefore?: CoverageId;
  readonly coverageAfter?: CoverageId;
  readonly left?: readonly GitPath[];
  readonly brought?: readonly GitPath[];
  readonly kept?: readonly GitPath[];
}

/**
 * The checkpoint or operation whose id begins so. @throws UserError where there is none or more than one.
 */
export function findCheckpoint(history: History, id: string): Named {
  const named = new Map<string, Named>();
  for (const { id: own, session, prefix, before, coverage, end } of history.operations) {
    const states = end
      ? { after: end.after, ...statesOf(coverage, end) }
      : coverage === undefined
        ? {}
        : { coverageBefore: coverage };
    named.set(own, { id: own, session, scope: "restore", prefix, before, ...states });
  }
  for (const one of history.checkpoints) named.set(one.id, one);
  const matches = id === "" ? [] : [...named.values()].filter((one) => one.id.startsWith(id));
  const exact = matches.find((one) => one.id === id) ?? (matches.length === 1 ? matches[0] : undefined);
  if (!exact) throw new UserError("unknownCheckpoint", [id]);
  return exact;
}
