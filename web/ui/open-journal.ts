import { statSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import type { History } from "../../shadow-repo/journal/history.ts";
import { journalFile } from "../../shadow-repo/journal/journal-file.ts";
import { openHistory, type Shadow } from "../../shadow-repo/open-shadow.ts";
import { placeOf } from "../../shadow-repo/place.ts";

export interface OpenJournal {
  /** The worktree's root: the page is always about the whole of it. */
  readonly root: string;
  readonly shadow: Shadow | undefined;
  readonly history: History;
}

/** Reads the journal again only where it has changed since: it is asked for with every click. */
export function journalReader(io: Io, folder: string): () => Promise<OpenJournal> {
  const { shadow: place, worktree } = placeOf(io, folder);
  let stamp = "";
  let open: OpenJournal | undefined;
  return async () => {
    const now = stampOf(journalFile(place));
    if (!open || now !== stamp || !open.shadow) {
      const { shadow, history } = await openHistory(io, worktree.root);
      open = { root: worktree.root, shadow, history };
      stamp = now;
    }
    return open;
  };
}

/** Changes whenever the file does; empty where there is none. */
export function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : "";
}
