import type { Io } from "../../kit/io.ts";
import { readAcross } from "../restore/across/across-plan.ts";
import { nameFrom } from "../restore/across/join-results.ts";
import { placesOf } from "../restore/across/steps-across.ts";
import { findHome } from "../together.ts";
import { status, type ShadowStatus } from "./status.ts";

/** A repository beside others, without what is the same for all of them. */
export interface MemberStatus extends Omit<ShadowStatus, "switched_off" | "budget" | "orphans"> {
  /** As the home names it. */
  readonly name: string;
}

/** Where sessions recorded several repositories: the state of each. */
export interface StatusAcross {
  /** Absent if the folder is no worktree itself: none of its own files is recorded then. */
  readonly own?: ShadowStatus;
  readonly home: {
    readonly worktree: string;
    /** Of an undo over several repositories that died on the way. */
    readonly torn: string | null;
    readonly repositories: readonly MemberStatus[];
  };
}

/** The state of the folder's repository, and of those that sessions recorded together with it. Creates none. */
export async function statusAcross(io: Io, folder: string): Promise<StatusAcross> {
  const home = findHome(io, folder);
  const own = home.place && (await status(io, folder));
  const repositories: MemberStatus[] = [];
  for (const place of placesOf(io, home)) {
    if (place === home.place) continue;
    const { switched_off: _, budget: __, orphans: ___, ...found } = await status(io, place.worktree.root);
    repositories.push({ ...found, name: nameFrom(home, place.worktree.root) });
  }
  const torn = readAcross(io, home)?.slice(0, 8) ?? null;
  return { ...(own && { own }), home: { worktree: home.root, torn, repositories } };
}
