import { printable } from "../../kit/text.ts";
import type { Skipped } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import { changesOf, type History, type StoredCheckpoint } from "../journal/history.ts";
import type { Shadow } from "../open/open-shadow.ts";
import type { Named } from "./restore-result.ts";

/** The paths that a step is not to take back, with the reasons, and further sentences about its paths. */
export interface Attribution extends Named {
  /** By checkpoint: paths that stay as they are. */
  readonly staying: readonly Skipped[];
  readonly leave: ReadonlyMap<string, readonly GitPath[]>;
  readonly doubts: ReadonlyMap<GitPath, string>;
}

const NOBODYS = "no call of the session changed it: perhaps you did, or a program that watches";

/**
 * Who changed the paths of some steps, told by the calls that are checkpoints of their own. A path that a call of
 * another session changed while the step went on, and no call of this session, is not this step's. One that calls of
 * both changed is doubtful, and so is one that no call changed at all. A turn without calls tells less: it takes nothing
 * from a session that has no calls either.
 */
export async function attribute(
  shadow: Shadow,
  { checkpoints }: History,
  steps: readonly StoredCheckpoint[],
  onlyAgent: boolean,
): Promise<Attribution> {
  const staying = new Map<GitPath, string>();
  const doubts = new Map<GitPath, string>();
  const leave = new Map<string, GitPath[]>();
  for (const step of steps) {
    if (step.scope !== "turn" && step.scope !== "tool") continue;
    const near = checkpoints.filter((one) => one.id !== step.id && overlaps(one, step));
    const own = near.filter((one) => one.session === step.session && isCall(one));
    const live = near.filter(({ session, undoneBy }) => session !== step.session && undoneBy === undefined);
    const others = [...live.filter(isCall), ...live.filter((one) => isTurnWithoutCalls(one, step))];
    if (others.length === 0 && !step.callsSeen) continue;
    const paths = await pathsOf(shadow, [step, ...own, ...others]);
    const ownPaths = new Set(step.scope === "tool" ? paths.get(step) : own.flatMap((one) => paths.get(one)!));
    const unended = new Set(step.unended);
    for (const path of paths.get(step)!) {
      const other = others.find((one) => paths.get(one)!.includes(path));
      const isOwn = ownPaths.has(path);
      const who = other?.scope === "tool" ? "a call of another session" : "another session";
      if (other && !isOwn && (other.scope === "tool" || step.callsSeen))
        stay(step, path, `${who} changed it (${sessionOf(other)})`);
      else if (other) doubts.set(path, `${who} changed it, too (${sessionOf(other)}); redo brings it back`);
      else if (!isOwn && step.callsSeen && !unended.has(path)) {
        if (onlyAgent) stay(step, path, NOBODYS);
        else doubts.set(path, NOBODYS);
      }
    }
  }
  return { staying: [...staying].map(([path, why]) => ({ path, why })), leave, doubts };

  function stay({ id }: StoredCheckpoint, path: GitPath, why: string): void {
    staying.set(path, why);
    leave.set(id, [...(leave.get(id) ?? []), path]);
  }
}

function isCall({ scope, isOpen, session }: StoredCheckpoint): boolean {
  return scope === "tool" && !isOpen && session !== null;
}

/** A turn says whose a change is only if it has no calls; one that goes on may just have made none yet. */
function isTurnWithoutCalls(one: StoredCheckpoint, step: StoredCheckpoint): boolean {
  return one.scope === "turn" && !one.callsSeen && !(one.isOpen && step.callsSeen);
}

/** Whether one went on while the other did. Records of an earlier release have no such moments. */
function overlaps(one: StoredCheckpoint, other: StoredCheckpoint): boolean {
  if (!one.began || !other.began || one.endedAt === undefined || other.endedAt === undefined) return false;
  return one.began[0] <= other.endedAt && other.began[0] <= one.endedAt;
}

async function pathsOf(
  { engine }: Shadow,
  checkpoints: readonly StoredCheckpoint[],
): Promise<ReadonlyMap<StoredCheckpoint, readonly GitPath[]>> {
  const all = await engine.diffAll(checkpoints.map(({ before, after }) => [before, after] as const));
  return new Map(checkpoints.map((one, at) => [one, changesOf(one, all[at]!).map(({ path }) => path)]));
}

function sessionOf({ session, agent }: StoredCheckpoint): string {
  const name = printable((session ?? "").slice(0, 8));
  return agent === undefined ? name : `${printable(agent)} ${name}`;
}
