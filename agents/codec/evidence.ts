import type { JsonObject } from "../../kit/json.ts";

/** Where the knowledge about an agent comes from. */
export interface Evidence {
  /**
   * `recorded live`: the released program was run and its behaviour recorded. `source`: read in its source or in what
   * it ships. `documentation`: its makers say so. `second hand`: somebody else found it out.
   */
  readonly mark: "recorded live" | "source" | "documentation" | "second hand";
  readonly release?: string;
  /** For the matrix, where the dialect speaks of "this agent". */
  readonly title?: string;
  /** What no table of the dialect can say. */
  readonly notes?: readonly string[];
  /** A payload under which an event carries the most, where that depends on the payload. */
  readonly probe?: JsonObject;
}

/** Notes that are true of several agents. */
export const OUTPUT_ON_DISK = "What was taken out of a tool's output stays in the agent's own files on disk.";
export const CALL_IN_HISTORY =
  "The model still sees the call that it wrote itself, secret included; only the tool is spared.";
