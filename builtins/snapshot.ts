import { createHash } from "node:crypto";

import { nothing, type Outcome } from "../protocol/outcome.ts";
import type { HookEvent } from "../protocol/hook-event.ts";
import { completeCheckpoint } from "../shadow-repo/complete-checkpoint.ts";
import { findPlace } from "../shadow-repo/place.ts";
import type { PendingKey } from "../shadow-repo/pending.ts";
import { recordBefore } from "../shadow-repo/record-before.ts";
import type { Call } from "./call.ts";

type SnapshotEvent = HookEvent<"session_start" | "turn_start" | "turn_end" | "pre_tool_use" | "post_tool_use" | "session_end">;

/**
 * Records what a turn or a tool call does to the worktree, in the shadow repository: the state before it on one event,
 * a checkpoint where it differs from the state after it on the other. Says nothing and makes no file where there is no
 * session, folder or worktree.
 */
export default async function snapshot(event: SnapshotEvent, { io }: Call): Promise<Outcome> {
  const { sessionId: session, cwd } = event;
  const place = session && cwd ? findPlace(io, cwd) : undefined;
  if (!session || !place) return nothing;
  switch (event.name) {
    case "session_start":
      await recordBefore(io, place); // so that the first turn finds most of the work done
      return nothing;
    case "turn_start":
      await recordBefore(io, place, { kind: "turn", session });
      return nothing;
    case "turn_end":
      await completeCheckpoint(io, place, { kind: "turn", session });
      return nothing;
    case "pre_tool_use": {
      const key = callKey(event, session);
      if (key) await recordBefore(io, place, key);
      return nothing;
    }
    case "post_tool_use": {
      const key = callKey(event, session);
      if (key) await completeCheckpoint(io, place, key, { ...(event.toolName !== undefined && { toolName: event.toolName }), ...(event.toolUseId !== undefined && { toolUseId: event.toolUseId }) });
      return nothing;
    }
    case "session_end":
      return nothing;
  }
}

/**
 * What ties the two events of a tool call together: its id, else its name and input, newest first. docker-agent (whose
 * spelling the canonical names are) gives every real call an id, so there an event without one is none.
 */
function callKey(event: HookEvent<"pre_tool_use" | "post_tool_use">, session: string): PendingKey | undefined {
  if (event.toolUseId) return { kind: "call", session, toolUseId: event.toolUseId };
  if (event.wireName === event.name) return undefined;
  const call = createHash("sha256").update(JSON.stringify([event.toolName ?? "", event.toolInput ?? null])).digest("hex");
  return { kind: "nameless", session, call };
}
