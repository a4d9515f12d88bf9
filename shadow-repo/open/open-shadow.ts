import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { gitAgreesOnRepository } from "../../worktree/doors/git.ts";
import { chooseEngine, type ChosenEngine } from "./choose-engine.ts";
import { createShadow, findShadow, hasShadow } from "../create-shadow.ts";
import type { History } from "../journal/history.ts";
import { historyOf, readHistory } from "../journal/replay.ts";
import type { Place } from "../place.ts";
import { oddityOf, removeOdd, throwWhereDamaged } from "./sound-shadow.ts";

/** An open shadow repository. */
export interface Shadow extends ChosenEngine {
  readonly place: Place;
}

/**
 * Opens the shadow repository of a worktree, and creates it if there is none.
 * @throws UserError `gitDiffers` if there is none and git finds another repository here: a hostile repository may be
 * read in two ways. If git refuses to answer, the repository is opened, since recording nothing would lose work.
 */
export async function openShadow(io: Io, place: Place): Promise<Shadow> {
  const isThere = await findShadow(io, place);
  // For a tracked folder without git the check is left out: git would find the worktree in which the folder may lie.
  if (!isThere && !place.withoutGit && gitAgreesOnRepository(io, place.worktree.root, place.worktree) === false)
    throw new UserError("gitDiffers", [place.worktree.root]);
  createShadow(io, place);
  if (!isThere) (await import("../adopt-moved.ts")).noteSource(io, place);
  return { place, ...(await chooseEngine(io, place)) };
}

/** The shadow repository of a place, and its history, for commands that a person runs. */
export interface OpenedHistory {
  readonly place: Place;
  /** The open repository; absent if nothing was ever recorded. */
  readonly shadow?: Shadow;
  readonly history: History;
}

/** An open repository and its history. */
export interface OpenShadow {
  readonly shadow: Shadow;
  readonly history: History;
}

/**
 * Opens the history of a place. Creates no shadow repository.
 * @param access `mend`, for commands that change files, makes missing files of the repository again and adopts that of
 * a moved worktree; `look` changes nothing
 * @throws UserError `damagedShadow` if the history cannot be read, or `look` finds a fault that must be mended
 */
export async function openHistory(io: Io, place: Place, access: "look" | "mend"): Promise<OpenedHistory> {
  throwWhereDamaged(place);
  if (access === "look") return lookAt(io, place);
  removeOdd(place);
  if (!(await findShadow(io, place))) return { place, history: historyOf([]) };
  return { place, shadow: await openShadow(io, place), history: readHistory(place.shadow) };
}

async function lookAt(io: Io, own: Place): Promise<OpenedHistory> {
  throwWhereDamaged(own, oddityOf(own));
  const moved = hasShadow(own) ? undefined : (await import("../adopt-moved.ts")).movedShadow(own);
  const place = moved === undefined ? own : { ...own, shadow: moved };
  if (!hasShadow(place)) return { place, history: historyOf([]) };
  if (moved !== undefined) throwWhereDamaged(place, oddityOf(place));
  return {
    place,
    shadow: { place, ...(await chooseEngine(io, place)) },
    history: readHistory(place.shadow),
  };
}
