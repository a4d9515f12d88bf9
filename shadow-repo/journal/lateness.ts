import { asString, type JsonObject } from "../../kit/json.ts";
import type { GitPath } from "../git-path.ts";

/** How late a state before a turn or call was captured; empty if no file had changed by then. */
export interface Lateness {
  /** The time at the end of the capture, as RFC 3339. Changes before it are not part of the step. */
  readonly holdsFrom?: string;
  /**
   * The first few files that were written after the step began and before the capture ended, so that the state may hold
   * changes by the step.
   */
  readonly early?: readonly GitPath[];
}

/** The lateness in a record of any kind; empty if the record has none. */
export function latenessOf(value: JsonObject | Lateness): Lateness {
  const { holdsFrom, early } = value as JsonObject;
  const from = asString(holdsFrom);
  if (from === undefined) return {};
  const paths = Array.isArray(early) ? early.filter((path) => typeof path === "string") : [];
  return { holdsFrom: from, ...(paths.length > 0 && { early: paths }) };
}
