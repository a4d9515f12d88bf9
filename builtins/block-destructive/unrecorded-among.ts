import type { CallEvent } from "../../agents/codec/hook-event.ts";
import { findPlace } from "../../shadow-repo/place.ts";
import { findWorktree } from "../../worktree/find-worktree.ts";
import type { Call } from "../call.ts";
import { recordingFails } from "./recorded.ts";
import { unrecordedIn } from "./unrecorded-in.ts";
import type { Targets } from "./targets.ts";
import { callView } from "../../call/call-view.ts";

/**
 * The files that a call takes away or replaces and no checkpoint holds.
 * @returns names to quote, from the top of the worktree, or from the folder that is in none
 */
export async function unrecordedAmong(targets: Targets, event: CallEvent, call: Call): Promise<string[]> {
  const { cwd } = event;
  if (cwd === undefined) return [];
  const fails = recordingFails(event, call);
  if (findWorktree(cwd)) return unrecordedIn(cwd, targets, call, fails);
  if (findPlace(call.io, cwd) && !fails) return [];
  // Without a worktree an agent writes its own files anew with each of its steps: a question each time would teach to
  // say yes.
  if (callView(event).file !== undefined) return [];
  const { unrecordedWithoutGit } = await import("./without-git.ts");
  return unrecordedWithoutGit(cwd, targets, event, call);
}
