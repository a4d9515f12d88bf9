import { existsSync, realpathSync } from "node:fs";

import type { HookEvent } from "../agents/codec/hook-event.ts";
import { defined } from "../kit/defined.ts";
import { isFolder } from "../kit/files.ts";
import { TooSlow } from "../kit/run-within.ts";
import { UserError } from "../kit/user-error.ts";
import type { Skipped } from "../shadow-repo/doors/held.ts";
import { damageOf, findPlace, newId, toGitPath, type GitPath, type Place } from "../shadow-repo/doors/place.ts";
import { labelsOf, type Unreached } from "../shadow-repo/doors/checkpoint.ts";
import {
  addRepository,
  findRepositories,
  noteRepositories,
  peekPending,
  recordInTime,
  refusal,
  takePending,
  type Beginning,
  type SessionRepositories,
  type UnrecordedFile,
} from "../shadow-repo/doors/record.ts";
import type { Call } from "./call.ts";
import { labelsOfEvent } from "./snapshot-labels.ts";

type Session = HookEvent<"session_start" | "turn_start">;

/**
 * The repositories of a session. The session's folder is searched for them once, even if it is in no worktree, unless
 * it is a home folder or a whole disk. `undefined` if the session can have no repositories.
 */
export function reachOf(
  event: Session,
  session: string,
  own: Place | undefined,
  { io }: Call,
): SessionRepositories | undefined {
  const { cwd = "", roots: named = [], recordsFolder } = event;
  // docker-agent records only the folder in which it works.
  if (recordsFolder || (!own && !isFolder(cwd))) return undefined;
  const root = own?.worktree.root ?? realpathSync(cwd);
  if (!own && refusal(io, { worktree: { root } })) return undefined;
  const reach = findRepositories(io, session, { root, named, isInNone: !own });
  // A repository to which the session's shell has moved joins the session, since it is recorded anyway.
  const isNew = own && root !== reach.folder && !reach.others.includes(root);
  return (isNew && addRepository(io, session, root)) || reach;
}

/** Begins a turn in a worktree, and in the other repositories of the session. */
export async function beginTurn(
  event: HookEvent<"turn_start">,
  session: string,
  { place, scope }: { readonly place: Place; readonly scope: GitPath },
  call: Call,
): Promise<{ readonly skipped: readonly UnrecordedFile[]; readonly unreached: readonly Unreached[] }> {
  const { promptId, endsWithNext: endsLast } = event;
  const reach = reachOf(event, session, place, call);
  const tied = reach ? tieOf(event, session, reach, call) : {};
  const labels = await labelsOfEvent(event, place.worktree.root, call);
  const beginning = { ...tied, ...defined({ promptId }), ...labels };
  const key = { kind: "turn", session } as const;
  const options = { ...(endsLast && { endsLast }), keeps: !call.standsIn };
  const skipped =
    (await recordInTime(call.io, place, { kind: "before", key, prefix: scope, beginning, options })) ?? [];
  if (!reach || beginning.tie === undefined) return { skipped, unreached: [] };
  // The open record may have a title already, if the agent sent the prompt in an earlier event.
  const titled = { ...beginning, ...labelsOf(peekPending(place.shadow, key) ?? {}) };
  return { skipped, unreached: await recordFurther({ session, beginning: titled, reach, own: place }, call) };
}

/** Begins a turn in a folder without a worktree, in the repositories below it; `undefined` if there are none. */
export async function beginInFolder(
  event: Session,
  session: string,
  call: Call,
): Promise<{ readonly reach: SessionRepositories; readonly unreached: readonly Unreached[] } | undefined> {
  const reach = reachOf(event, session, undefined, call);
  if (!reach || reach.others.length === 0) return undefined;
  const tied = event.name === "turn_start" ? tieOf(event, session, reach, call) : {};
  if (tied.tie === undefined) return { reach, unreached: [] };
  const { promptId } = event;
  const beginning = { ...tied, ...defined({ promptId }), ...(await labelsOfEvent(event, reach.folder, call)) };
  return { reach, unreached: await recordFurther({ session, beginning, reach }, call) };
}

/**
 * The common id (`tie`) of the records of one turn in several repositories; none if there is only one repository, or if
 * the prompt continues the open turn.
 */
function tieOf(
  { promptId }: Session,
  session: string,
  { folder: home, others: further }: SessionRepositories,
  call: Call,
): Pick<Beginning, "tie" | "home"> {
  if (further.length === 0) return {};
  if (promptId !== undefined && openTurn([home, ...further], session, call)?.beginning.promptId === promptId) return {};
  return { tie: newId(), home };
}

/** A turn that begins, and the repositories of its session. */
interface Turn {
  readonly session: string;
  readonly beginning: Beginning;
  readonly reach: SessionRepositories;
  /** The repository in which the turn is recorded already. */
  readonly own?: Place | undefined;
}

/**
 * Begins the turn in the other repositories of the session.
 * @returns the repositories that could not be recorded; the turn's checkpoint will name these
 */
async function recordFurther(turn: Turn, call: Call): Promise<Unreached[]> {
  const { session, reach, own } = turn;
  noteRepositories(call.io, reach.folder, reach.others);
  const unreached: Unreached[] = [];
  let last = own;
  for (const root of [reach.folder, ...reach.others]) {
    if (root === own?.worktree.root) continue;
    const place = findPlace(call.io, root);
    // The session's first folder need not be a worktree.
    if (place?.worktree.root !== root || place.prefix !== "") continue;
    const why = await recordIn(place, () =>
      recordInTime(call.io, place, {
        kind: "before",
        key: { kind: "turn", session },
        prefix: "",
        beginning: turn.beginning,
        options: { keeps: !call.standsIn },
      }),
    );
    if (why === undefined) last ??= place;
    else unreached.push({ worktree: root, why });
  }
  if (unreached.length > 0 && last) keepUnreached(last, session, unreached, call);
  return unreached;
}

/** Records something in a further repository. @returns the reason if it cannot be recorded, else `undefined` */
export async function recordIn(place: Place, record: () => Promise<unknown>): Promise<string | undefined> {
  if (damageOf(place) !== undefined) return "its shadow repository is damaged";
  try {
    await record();
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    if (!(error instanceof TooSlow)) throw error;
    return "the hook had no time left";
  }
}

/** Notes the repositories that were not recorded, so that the turn's checkpoint names them. */
export function keepUnreached({ shadow }: Place, session: string, unreached: readonly Unreached[], { io }: Call): void {
  const taken = takePending(shadow, { kind: "turn", session });
  taken?.replace({ ...taken.pending, unreached: [...(taken.pending.unreached ?? []), ...unreached] }, io.pid);
}

/**
 * The session's open turn, found in one of its repositories, with the data to begin it in a further one; `undefined` if
 * no turn is open.
 * @param own the place of the event's folder
 */
export function openTurn(
  [home = "", ...further]: readonly string[],
  session: string,
  { io }: Call,
  own?: Place,
): { readonly place: Place; readonly beginning: Beginning } | undefined {
  for (const root of [home, ...further]) {
    const place = root === own?.worktree.root ? own : existsSync(root) ? findPlace(io, root) : undefined;
    const open = place?.worktree.root === root ? peekPending(place.shadow, { kind: "turn", session }) : undefined;
    // In the session's first repository a turn may have no tie. Then the turn's own id is used as the tie.
    const tie = open?.tie ?? (root === home ? open?.id : undefined);
    if (!place || !open || tie === undefined) continue;
    const { promptId } = open;
    return { place, beginning: { tie, ...(promptId !== undefined && { promptId }), ...labelsOf(open) } };
  }
  return undefined;
}

/**
 * The paths that a session's baseline left out, without the nested repositories that record the session's turns
 * themselves.
 */
export function withoutFurther(
  skipped: readonly Skipped[],
  { others: further }: SessionRepositories,
  { worktree }: Place,
): readonly Skipped[] {
  const own = new Set(further.map((one) => toGitPath(`${one.slice(worktree.root.length + 1)}/`)));
  return skipped.filter(({ path }) => !own.has(path));
}
