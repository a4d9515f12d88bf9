import { asString, type JsonObject } from "../../kit/json.ts";
import type { GitPath } from "../git-path.ts";

/** A state "before" that was captured when the turn or call went on already: some files may have changed by then. */
export interface Lateness {
  /** When the capture had ended, as RFC 3339. Earlier changes are not in the step. */
  readonly holdsFrom?: string;
  /** Files that were written after the beginning, and which the state may hold as these were then; the first ones. */
  readonly early?: readonly GitPath[];
}

/** The lateness in a record of any kind. */
export function latenessOf(value: JsonObject | Lateness): Lateness {
  const { holdsFrom, early } = value as JsonObject;
  const from = asString(holdsFrom);
  if (from === undefined) return {};
  const paths = Array.isArray(early) ? early.filter((path) => typeof path === "string") : [];
  return { holdsFrom: from, ...(paths.length > 0 && { early: paths }) };
}
