import { callView } from "../call/call-view.ts";
import { ancestorsOf } from "../kit/ancestors.ts";
import type { Io } from "../kit/io.ts";
import { allPending, peekPending } from "../shadow-repo/doors/record.ts";
import type { Place } from "../shadow-repo/doors/place.ts";
import { callerOf } from "../worktree/doors/person.ts";
import type { SnapshotEvent } from "./snapshot-key.ts";

type HookProcess = Pick<Io, "pid" | "caller" | "platform">;

/** Words in the names of tools that start another agent: `task`, `transfer_task`, `dispatch_agent`. */
const DELEGATES = /^(?:tasks?|agents?|subagents?|delegate|transfer|handoff|spawn|dispatch)$/;

/** The id of the process that runs the hook for a tool which starts another agent; `undefined` for any other tool. */
export function delegatingCaller(event: SnapshotEvent, io: HookProcess) {
  const isDelegating = callView(event).words.some((word) => DELEGATES.test(word));
  return isDelegating ? starterPid(io) : undefined;
}

/**
 * The session for which another session works: an agent that is started by a tool (docker-agent's `transfer_task`,
 * Copilot CLI's `task`) gets a session of its own, whose events come from the same process. `undefined` for most
 * sessions, which work for the user.
 */
export function delegatingSession(
  session: string,
  { shadow }: Pick<Place, "shadow">,
  io: HookProcess,
): string | undefined {
  if (peekPending(shadow, { kind: "turn", session })) return undefined;
  const open = allPending(shadow).filter(({ key, caller }) => caller !== undefined && key?.session !== session);
  if (open.length === 0) return undefined;
  const caller = starterPid(io);
  return open.find((one) => one.caller === caller)?.key?.session;
}

function starterPid({ pid, caller = pid, platform }: HookProcess): number | undefined {
  return callerOf(ancestorsOf(caller, platform))?.pid;
}
