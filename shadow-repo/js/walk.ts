import type { Skipped } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import type { SourceIndex } from "../source/tracked-by-source.ts";
import type { OutsideRules } from "./outside-rules.ts";
import type { CachedFile, ScopeState } from "./stat-cache.ts";

/** What a walk begins with. */
export interface WalkContext {
  readonly root: string;
  readonly platform: string;
  /** What is known about unchanged files. */
  readonly files: ReadonlyMap<GitPath, CachedFile>;
  readonly outside: OutsideRules;
  readonly source: SourceIndex;
  /** What was true when this folder was last walked. */
  readonly state: ScopeState | undefined;
  readonly maxFileSize: number;
  /** Files above that which are recorded all the same, as they were before. */
  readonly recorded: ReadonlySet<GitPath>;
  /** In milliseconds. */
  readonly now: number;
}

/** What a walk found to do. */
export interface Walk {
  /** Files whose content must be looked at, with their size. */
  readonly read: { readonly path: GitPath; readonly known: CachedFile | undefined; readonly size: number }[];
  /** Known files that are gone, or are to be let go. */
  readonly drop: GitPath[];
  readonly skipped: Skipped[];
  /** Those of them that are above the limit and were not when this folder was last walked. */
  readonly large: GitPath[];
  /** Signatures of the rules that were met, by folder. */
  readonly rules: Record<GitPath, string>;
  /** `.gitignore` files that are in force and that no tree holds. */
  readonly unrecorded: Record<GitPath, string>;
  /** Ignored files that the source tracks, on the disk or not. */
  readonly forced: Set<GitPath>;
}

export function emptyWalk(): Walk {
  return { read: [], drop: [], skipped: [], large: [], rules: {}, unrecorded: {}, forced: new Set() };
}
