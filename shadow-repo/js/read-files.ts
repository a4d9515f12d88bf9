import type { BigIntStats } from "node:fs";

import type { Io } from "../../kit/io.ts";
import type { Skipped } from "../engine.ts";
import { onDisk, type GitPath } from "../git-path.ts";
import type { Place } from "../place.ts";
import type { ObjectWriter } from "./object-writer.ts";
import { isYoung, statOf, type CachedFile } from "./stat-cache.ts";
import { storeContent } from "./store-content.ts";
import type { Walk } from "./walk.ts";

export interface ReadFiles {
  readonly found: ReadonlyMap<GitPath, CachedFile>;
  readonly gone: readonly GitPath[];
  readonly skipped: readonly Skipped[];
}

/** Reads and stores the contents of files. What cannot be read is named, and stops no other. */
export async function readFiles(
  io: Io,
  { shadow, worktree: { root } }: Place,
  read: Walk["read"],
  writer: ObjectWriter,
  { keepsMode, began }: { readonly keepsMode: boolean; readonly began: number },
): Promise<ReadFiles> {
  const found = new Map<GitPath, CachedFile>();
  const gone: GitPath[] = [];
  const skipped: Skipped[] = [];
  for (const [done, { path, known }] of read.entries()) {
    io.progress?.({ doing: "Recording files", done, total: read.length, unit: "files" });
    const stored = await storeContent(io, shadow, onDisk(root, path), writer);
    if (stored === "gone") gone.push(path);
    else if (typeof stored === "string") skipped.push({ path, why: stored });
    else {
      const { id, stats } = stored;
      const mode = keepsMode || stats.isSymbolicLink() ? modeOf(stats) : (regularMode(known) ?? "100644");
      found.set(path, { mode, id, stat: isYoung(stats, began) ? "" : statOf(stats, io.platform) });
    }
  }
  return { found, gone, skipped };
}

/** The mode that git records: no more of the permissions than whether the owner may execute the file. */
function modeOf(stats: BigIntStats): string {
  if (stats.isSymbolicLink()) return "120000";
  return stats.mode & 0o100n ? "100755" : "100644";
}

function regularMode(known: CachedFile | undefined): string | undefined {
  return known?.mode === "120000" ? undefined : known?.mode;
}
