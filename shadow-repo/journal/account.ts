import type { Remark } from "../engine.ts";

/** The outcome for every path of an operation's request. */
export interface Account {
  /** Paths that were put back, or that a preview would put back. */
  readonly restored: readonly string[];
  /** Paths that are still to be put back, each with the reason. */
  readonly remaining: readonly Remark[];
  /** Paths that changed, but that no checkpoint and no copy holds, each with the reason. */
  readonly notHeld: readonly Remark[];
  /** Ignored files with a kept copy: `restored` from it, or left because they were `changed` in place. */
  readonly kept: readonly { readonly path: string; readonly state: "restored" | "changed" }[];
  /** Files that the operation renamed; absent if there is none. */
  readonly renamed?: readonly Renamed[];
}

/** A file that the operation renamed; `restored` holds both names. */
interface Renamed {
  readonly from: string;
  readonly to: string;
}
