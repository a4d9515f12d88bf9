import type { Remark } from "../engine.ts";

/** What became of every path that an operation was asked for. */
export interface Account {
  /** Paths that were put back; for a preview, that would be. */
  readonly restored: readonly string[];
  /** Paths that are still to be put back, each with the reason. */
  readonly remaining: readonly Remark[];
  /** Paths that changed, too, and that nothing holds, each with the reason. */
  readonly notHeld: readonly Remark[];
  /** Ignored files of which a copy is kept: put back, or left since they were changed in place. */
  readonly kept: readonly { readonly path: string; readonly state: "restored" | "changed" }[];
  /** Files that came back under another name; absent if there is none. */
  readonly renamed?: readonly Renamed[];
}

/** A file that came back under another name; both names are among `restored`. */
interface Renamed {
  readonly from: string;
  readonly to: string;
}
