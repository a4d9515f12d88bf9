import type { CallEvent } from "../../agents/codec/hook-event.ts";
import { callView } from "../../call/call-view.ts";
import { isObject } from "../../kit/json.ts";
import { onlyReads } from "../../call/only-reads.ts";
import { toGitPath } from "../../shadow-repo/doors/place.ts";
import { keptPaths } from "../../shadow-repo/doors/held.ts";
import type { Call } from "../call.ts";
import { withShareOfTime } from "../share-of-time.ts";
import { noteRecordingFails, placeRecordedBefore } from "./recorded.ts";

/** The share of the time left for the answer that the making of copies may take. */
export const SHARE = 0.5;

/**
 * A function that tells whether an ignored file of a worktree, by its path from the top, has a copy from before this
 * call. This function makes the copies, since guards run before `snapshot`, which then uses the same copies. A file
 * that could not be copied has none.
 * @returns `undefined` if no copies are made before this call
 */
export async function keptBefore(
  root: string,
  event: CallEvent,
  call: Call,
): Promise<((path: string) => boolean) | undefined> {
  const kept = await callView(event).once(keptBefore, () => keep(event, call));
  return kept?.root === root ? kept.isKept : undefined;
}

/** Commands that run on, or start, after the call has ended: behind `&`, or started by another program. */
const GOES_ON =
  /(?<![&>|\d])&(?![&>\d])|\b(?:nohup|setsid|disown|at|batch|crontab|systemd-run|tmux|screen|zellij|daemonize)\b/;

/**
 * Whether commands of a call may run after the turn's end. No checkpoint then refers to the copies of files that they
 * delete.
 */
export function mayGoOn(event: CallEvent): boolean {
  const { toolName = "", toolInput } = event;
  const isBackground = ([key, value]: [string, unknown]) => /background/i.test(key) && value === true;
  if (/background/i.test(toolName) || (isObject(toolInput) && Object.entries(toolInput).some(isBackground)))
    return true;
  return callView(event).scriptsRun.some((script) => GOES_ON.test(script));
}

async function keep(event: CallEvent, call: Call) {
  const place = mayGoOn(event) ? undefined : placeRecordedBefore(event, call);
  // No checkpoint is made before a call that only reads.
  if (!place || (await onlyReads(event))) return undefined;
  const scope = event.recordsFolder ? place.prefix : "";
  try {
    const holds = await keptPaths(withShareOfTime(call.io, SHARE), place, scope, call.remark !== undefined);
    return holds && { root: place.worktree.root, isKept: (path: string) => holds(toGitPath(path)) };
  } catch {
    noteRecordingFails(event); // recording fails for the same reason, and `snapshot` reports why
    return undefined;
  }
}
