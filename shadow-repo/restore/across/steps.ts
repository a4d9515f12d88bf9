import type { Io } from "../../../kit/io.ts";
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

/** A repository that was recorded together with others, with its open turns and calls as if they had ended now. */
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

/** The shadow repositories that exist at these places, each with its history and the steps that are still open. */
export async function recordedIn(io: Io, places: readonly Place[]): Promise<Recorded[]> {
  const found: Recorded[] = [];
  for (const place of places) {
    const { shadow, history } = await openHistory(io, place, "look");
    if (shadow) found.push({ place, shadow, ...(await historyWithOpen(io, shadow, history)) });
  }
  return found;
}

/**
 * Steps that belong together, the newest first. From another repository only steps of sessions that began in the folder
 * of the command, or that came to both: see `isOfFolder`.
 * @throws UserError if there is no such session
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
 * The tie of a step's parts. In the folder that the session began in, the id of a turn stands for a missing tie:
 * repositories that the session came upon later have it for a tie.
 */
export function tieIn(folder: string, root: string, { id, tie }: Pick<StoredCheckpoint, "id" | "tie">): string {
  return tie ?? (root === folder ? id : `${root}\n${id}`);
}

/**
 * The repository that knows a checkpoint by its id, or by a beginning that no other id has; else the first repository.
 */
export function whoseCheckpoint<One extends Pick<Recorded, "place" | "history">>(
  all: readonly One[],
  id: string,
): One | undefined {
  const idsOf = ({ history }: One) => [...history.checkpoints, ...history.operations].map((one) => one.id);
  const found = calledSo(all.flatMap(idsOf), id);
  return all.find((one) => idsOf(one).includes(found[0] ?? "")) ?? all[0];
}
