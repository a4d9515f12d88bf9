import { printable } from "../../../kit/text.ts";
import type { Skipped, TreeChange } from "../../engine.ts";
import type { GitPath } from "../../git-path.ts";
import { byBeginning, changesOf, type History, type StoredCheckpoint } from "../../journal/history.ts";
import type { Shadow } from "../../open/open-shadow.ts";
import { same } from "../plan/plan-restore.ts";
import type { Named } from "./restore-result.ts";
import type { Stories } from "./request.ts";

/** The paths that a step is not to take back, with the reasons, and further sentences about its paths. */
export interface Attribution extends Named {
  /** Paths that stay as they are, by checkpoint. */
  readonly staying: readonly Skipped[];
  /** Paths that the command asks to leave, of which the step stays in effect. */
  readonly waiting: readonly Skipped[];
  readonly stayingPaths: ReadonlyMap<string, readonly GitPath[]>;
  readonly doubts: ReadonlyMap<GitPath, string>;
  /** Paths that the steps' calls changed, and not these alone: the other part is nobody's who is known. */
  readonly inPart: ReadonlySet<GitPath>;
}

const NOBODYS = "no call of the session changed it: perhaps you did, or a program that watches";
const BETWEEN = "no call of the session made all of its changes: perhaps you edited it, too, or a program that watches";

/**
 * Who changed the paths of some of the chosen steps, told by the calls that are checkpoints of their own. A path that a call of
 * another session changed while the step went on, and no call of this session, is not this step's; where calls went on at
 * the same time, the stories tell. One that calls of both changed is parted by `spareOthers`. One that no call changed at
 * all is doubtful. A turn without calls tells less: it takes nothing from a session that has no calls either.
 */
export async function attribute(
  shadow: Shadow,
  { checkpoints }: History,
  steps: readonly StoredCheckpoint[],
  { takenWith, stories, onlyAgent }: Attributing,
): Promise<Attribution> {
  const staying = new Map<GitPath, string>();
  const waiting = new Map<GitPath, string>();
  const doubts = new Map<GitPath, string>();
  const leave = new Map<string, GitPath[]>();
  const inPart = new Set<GitPath>();
  const known = steps.flatMap((step) => surroundingsOf(step, checkpoints));
  const changes = await changesBy(shadow, [
    ...new Set(known.flatMap(({ step, own, others }) => [step, ...own, ...others])),
  ]);
  for (const { step, own, others } of known) {
    // Of steps that are taken back together none is in the way of another.
    const taken = new Set(takenWith(step).map(({ id }) => id));
    const mine = step.scope === "tool" ? [step] : own.toSorted(byBeginning);
    for (const [path, change] of changes.get(step)!) {
      const parts = mine.map((call) => ({ call, change: changes.get(call)!.get(path) }));
      const finding = findAuthor(step, {
        path,
        change,
        touching: parts.filter((part): part is Part => part.change !== undefined),
        touchedBy: others.filter((one) => changes.get(one)!.has(path)),
        taken,
        isOthers: stories.get(path)?.own.length === 0,
      });
      const { stays, waits, doubt } = judge(finding, step, onlyAgent);
      if (doubt !== undefined) doubts.set(path, doubt);
      if (finding.by === "calls in part") inPart.add(path);
      if (stays !== undefined) staying.set(path, stays);
      else if (waits !== undefined) waiting.set(path, waits);
      else continue;
      leave.set(step.id, [...(leave.get(step.id) ?? []), path]);
    }
  }
  const listed = (some: ReadonlyMap<GitPath, string>) => [...some].map(([path, why]) => ({ path, why }));
  return { staying: listed(staying), waiting: listed(waiting), stayingPaths: leave, doubts, inPart };
}

/** What attribution is told beside the steps. */
export interface Attributing {
  /** The checkpoints that are taken back together with a step, itself included. */
  readonly takenWith: (step: StoredCheckpoint) => readonly StoredCheckpoint[];
  readonly stories: Stories;
  readonly onlyAgent: boolean;
}

/** A step, and the steps that went on while it did. */
interface Surroundings {
  readonly step: StoredCheckpoint;
  /** The calls of its session. */
  readonly own: readonly StoredCheckpoint[];
  /** The steps of other sessions that tell who changed a path. */
  readonly others: readonly StoredCheckpoint[];
}

/** The surroundings of a step; none if nothing tells who changed its paths. */
function surroundingsOf(step: StoredCheckpoint, checkpoints: readonly StoredCheckpoint[]): Surroundings[] {
  if (step.scope !== "turn" && step.scope !== "tool") return [];
  const near = checkpoints.filter((one) => one.id !== step.id && overlaps(one, step));
  const own = near.filter((one) => one.session === step.session && isCall(one));
  const live = near.filter(({ session, undoneBy }) => session !== step.session && undoneBy === undefined);
  const others = [...live.filter(isCall), ...live.filter((one) => isTurnWithoutCalls(one, step))];
  return others.length === 0 && !step.callsSeen ? [] : [{ step, own, others }];
}

/** A path that a step changed, with all that tells who changed it. */
interface TouchedPath {
  readonly path: GitPath;
  readonly change: TreeChange;
  /** The session's own calls that changed it. */
  readonly touching: readonly Part[];
  /** Steps of other sessions that changed it while the step went on. */
  readonly touchedBy: readonly StoredCheckpoint[];
  /** The ids of all steps that are taken back together. */
  readonly taken: ReadonlySet<string>;
  /** The stories of files tell that the steps changed nothing in it. */
  readonly isOthers: boolean;
}

/**
 * Who changed a path while a step went on: the step alone or with others, another session without it, nobody who is
 * known, or the step's calls only in part.
 */
type Finding =
  | { readonly by: "step" | "nobody" | "calls in part" }
  | { readonly by: "another session"; readonly other: StoredCheckpoint };

function findAuthor(
  step: StoredCheckpoint,
  { path, change, touching, touchedBy, taken, isOthers }: TouchedPath,
): Finding {
  const isUnended = step.unended?.includes(path) === true;
  const isOwn = touching.length > 0 && !isOthers;
  const other = touchedBy.find(({ id }) => !taken.has(id));
  if (other) return isOwn || (isUnended && !isOthers) ? { by: "step" } : { by: "another session", other };
  const isExplained = touchedBy.length > 0 || (step.isOpen && isUnended) || isWhole(change, touching);
  if (!step.callsSeen || isExplained) return { by: "step" };
  return { by: isOwn ? "calls in part" : "nobody" };
}

/** Why a step is not to take a path back, or not now, or why that is doubtful; none of these if the step simply takes the path back. */
interface Verdict {
  readonly stays?: string;
  /** The step stays in effect in this path, which a later undo takes back. */
  readonly waits?: string;
  readonly doubt?: string;
}

function judge(finding: Finding, step: StoredCheckpoint, onlyAgent: boolean): Verdict {
  if (finding.by === "step") return {};
  if (finding.by === "another session") return judgeOther(finding.other, step);
  if (finding.by === "nobody") return onlyAgent ? { waits: NOBODYS } : { doubt: NOBODYS };
  return onlyAgent
    ? { waits: `${BETWEEN}; undo --step takes back its calls one by one` }
    : { doubt: `${BETWEEN}; redo brings it back` };
}

/** A call is sure to have changed the path, and so is a session beside one that announces its calls; else nobody knows. */
function judgeOther(other: StoredCheckpoint, step: StoredCheckpoint): Verdict {
  const who = other.scope === "tool" ? "a call of another session" : "another session";
  return other.scope === "tool" || step.callsSeen
    ? { stays: `${who} changed it (${sessionOf(other)})` }
    : { doubt: `${who} changed it, too (${sessionOf(other)}); redo brings it back` };
}

function isCall({ scope, isOpen, session }: StoredCheckpoint): boolean {
  return scope === "tool" && !isOpen && session !== null;
}

/**
 * Whether a step is a turn without calls, which alone tells the author of a change; a turn that goes on may just have
 * made none yet.
 */
function isTurnWithoutCalls(one: StoredCheckpoint, step: StoredCheckpoint): boolean {
  return one.scope === "turn" && !one.callsSeen && !(one.isOpen && step.callsSeen);
}

/** Whether one step went on while the other did. Records of an earlier release have no such moments. */
function overlaps(one: StoredCheckpoint, other: StoredCheckpoint): boolean {
  if (!one.began || !other.began || one.endedAt === undefined || other.endedAt === undefined) return false;
  return one.began[0] <= other.endedAt && other.began[0] <= one.endedAt;
}

/** A call, and its change of a path. */
interface Part {
  readonly call: StoredCheckpoint;
  readonly change: TreeChange;
}

/** Whether the changes of some calls lead, one after the other, from one side of a step's change to the other. */
function isWhole({ before, after }: TreeChange, parts: readonly Part[]): boolean {
  const next = [...parts.map(({ change }) => change.before), after];
  const reached = [before, ...parts.map(({ change }) => change.after)];
  // Calls at the same time hold each other's changes, so nothing can be told from their states.
  const areApart = parts.every(({ call }, at) => at === 0 || !overlaps(parts[at - 1]!.call, call));
  return parts.length > 0 && (!areApart || reached.every((state, at) => same(state, next[at])));
}

async function changesBy(
  { engine }: Shadow,
  checkpoints: readonly StoredCheckpoint[],
): Promise<ReadonlyMap<StoredCheckpoint, ReadonlyMap<GitPath, TreeChange>>> {
  if (checkpoints.length === 0) return new Map();
  const all = await engine.diffAll(checkpoints.map(({ before, after }) => [before, after] as const));
  return new Map(
    checkpoints.map((one, at) => [one, new Map(changesOf(one, all[at]!).map((each) => [each.path, each]))]),
  );
}

/** Another session, in the words of a sentence about one of its steps. */
export function sessionOf({ session, agent }: StoredCheckpoint): string {
  const name = printable((session ?? "").slice(0, 8));
  return agent === undefined ? name : `${printable(agent)} ${name}`;
}
