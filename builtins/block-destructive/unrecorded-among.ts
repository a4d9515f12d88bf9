import type { CallEvent } from "../../agents/codec/hook-event.ts";
import { findPlace } from "../../shadow-repo/doors/place.ts";
import { findWorktree } from "../../worktree/doors/worktree.ts";
import type { Call } from "../call.ts";
import { recordingFails } from "./recorded.ts";
import { unrecordedIn } from "./unrecorded-in.ts";
import type { Targets } from "./targets.ts";
import { callView } from "../../call/call-view.ts";

/**
 * The files that a call deletes or replaces and that neither a checkpoint nor a copy holds.
 * @returns names for a sentence, relative to the top of the worktree, or without a worktree to the agent's folder
 */
export async function unrecordedAmong(targets: Targets, event: CallEvent, call: Call): Promise<string[]> {
  const { cwd } = event;
  if (cwd === undefined) return [];
  const fails = recordingFails(event, call);
  if (findWorktree(cwd)) {
    const { keptBefore } = await import("./kept-before.ts");
    return unrecordedIn(cwd, targets, call, { fails, kept: (root) => keptBefore(root, event, call) });
  }
  if (findPlace(call.io, cwd) && !fails) return [];
  // Without a worktree, an agent overwrites its own files at each step. A question at each step would teach the user to
  // always say yes.
  if (callView(event).file !== undefined) return [];
  const { unrecordedWithoutGit } = await import("./without-git.ts");
  return unrecordedWithoutGit(cwd, targets, event, call);
}
