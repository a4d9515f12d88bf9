import type { Io } from "../../../kit/io.ts";
import { printable } from "../../../kit/text.ts";
import { UserError } from "../../../kit/user-error.ts";
import {
  calledSo,
  findSession,
  type History,
  liveCheckpoints,
  stepsOf,
  type StoredCheckpoint,
} from "../../journal/history.ts";
import { isOfFolder } from "../../repository-notes.ts";
import { openHistory, type Shadow } from "../../open/open-shadow.ts";
import type { Place } from "../../place.ts";
import { historyWithOpen } from "../../record/close-open.ts";
import type { Places } from "../../places.ts";

/** A recorded repository. Its history holds open turns and calls as if they had ended now. */
export interface Recorded {
  readonly place: Place;
  readonly shadow: Shadow;
  readonly history: History;
  /** Ids of open turns and calls. */
  readonly open: ReadonlySet<string>;
}

/** A step in one repository. */
export interface Member {
  readonly in: Recorded;
  readonly step: StoredCheckpoint;
}

/** Reads the shadow repositories of places; a place without one is left out. */
export async function recordedIn(io: Io, places: readonly Place[]): Promise<Recorded[]> {
  const found: Recorded[] = [];
  for (const place of places) {
    const { shadow, history } = await openHistory(io, place, "look");
    if (shadow) found.push({ place, shadow, ...(await historyWithOpen(io, shadow, history)) });
  }
  return found;
}

/**
 * Groups the steps of several repositories: one group holds the parts of one step, and the newest group comes first. A
 * step of another repository than the root's own is left out if its session does not belong to the root, see
 * `isOfFolder`.
 * @throws UserError if no repository knows the session
 */
export function jointSteps(
  { root }: Pick<Places, "root">,
  all: readonly Recorded[],
  session: string | undefined,
): Member[][] {
  const own = session === undefined ? undefined : sessionIn(all, session);
  const groups = new Map<string, Member[]>();
  for (const one of all) {
    for (const [step] of stepsOf(liveCheckpoints(one.history, own))) {
      if (!step || !isOfFolder(root, one.place.worktree.root, step.home)) continue;
      const key = tieIn(root, one.place.worktree.root, step);
      groups.set(key, [...(groups.get(key) ?? []), { in: one, step }]);
    }
  }
  const endOf = (members: readonly Member[]) => Math.max(...members.map(({ step }) => Date.parse(step.createdAt)));
  return [...groups.values()].toReversed().toSorted((one, other) => endOf(other) - endOf(one));
}

/** The session of an id or its beginning. @throws UserError if no repository knows the session */
export function sessionIn(all: readonly Recorded[], id: string): string {
  const own = all.map(({ history }) => history);
  return findSession(
    {
      checkpoints: own.flatMap(({ checkpoints }) => checkpoints),
      operations: own.flatMap(({ operations }) => operations),
    },
    id,
  );
}

/**
 * The key that all parts of one step share: the `tie`. The repository in which the session began may lack a tie; then
 * the step's id is the key, and in repositories that the session added later the `tie` is this id.
 * @param folder the folder in which the session began
 * @param root the top of the step's repository
 */
export function tieIn(folder: string, root: string, { id, tie }: Pick<StoredCheckpoint, "id" | "tie">): string {
  return tie ?? (root === folder ? id : `${root}\n${id}`);
}

/**
 * The repository that knows a checkpoint, or an open turn or call, by its id or by the beginning of its id; the first
 * repository if none does.
 * @throws UserError if ids of several repositories begin so
 */
export function whoseCheckpoint<One extends Pick<Recorded, "place" | "history"> & Partial<Pick<Recorded, "open">>>(
  all: readonly One[],
  id: string,
): One | undefined {
  const idsOf = ({ history, open = new Set() }: One) => [
    ...[...history.checkpoints, ...history.operations].map((one) => one.id),
    ...open,
  ];
  const found = new Set(calledSo(all.flatMap(idsOf), id));
  const [knows, ...more] = all.filter((one) => idsOf(one).some((own) => found.has(own)));
  if (more.length > 0) throw new UserError("ambiguousCheckpoint", [printable(id)]);
  return knows ?? all[0];
}
