import type { Io } from "../../kit/io.ts";
import { readAcross } from "../restore/across/across-plan.ts";
import { nameFrom } from "../restore/across/join-results.ts";
import { placesOf } from "../restore/across/steps-across.ts";
import { findHome } from "../together.ts";
import { status, type ShadowStatus } from "./status.ts";

/** The state of one of several repositories, without the parts that are equal for all of them. */
export interface MemberStatus extends Omit<ShadowStatus, "switched_off" | "budget" | "orphans"> {
  /** The repository's name, as the home names it. */
  readonly name: string;
}

/** The state of each repository that sessions recorded together. */
export interface StatusAcross {
  /** The folder's own state; absent if the folder is no worktree: then no file of its own is recorded. */
  readonly own?: ShadowStatus;
  readonly home: {
    readonly worktree: string;
    /** The id of an undo over several repositories that died on the way; `null` if there is none. */
    readonly torn: string | null;
    readonly repositories: readonly MemberStatus[];
  };
}

/**
 * The state of the folder's repository, and of the repositories that sessions recorded together with it. Creates none.
 */
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
