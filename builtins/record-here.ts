import type { HookEvent } from "../agents/codec/hook-event.ts";
import { beyondStates } from "../call/beyond-states.ts";
import { defined } from "../kit/defined.ts";
import type { Unreached } from "../shadow-repo/doors/checkpoint.ts";
import type { GitPath, Place } from "../shadow-repo/doors/place.ts";
import {
  forgetTitle,
  recordInTime,
  startMaintenance,
  type PendingKey,
  type ToolCall,
  type UnrecordedFile,
} from "../shadow-repo/doors/record.ts";
import type { Call } from "./call.ts";
import { delegatingCaller } from "./delegated-work.ts";
import { filesBeside } from "./snapshot-beside.ts";
import { keyOf, type SnapshotEvent } from "./snapshot-key.ts";
import { keepPromptTitle, labelsOfEvent } from "./snapshot-labels.ts";

/**
 * The part of the worktree that is recorded: the event's folder if the agent works in that alone (`recordsFolder`),
 * else the whole worktree, wherever the session's shell is.
 */
export function scopeOf({ recordsFolder }: SnapshotEvent, { prefix }: Place): GitPath {
  return recordsFolder ? prefix : "";
}

/** The files that are not recorded, and the repositories in which the session's turn is not recorded. */
interface Recorded {
  readonly skipped: readonly UnrecordedFile[];
  readonly unreached?: readonly Unreached[];
}

/** Records an event in the worktree of its folder. */
export async function recordHere(event: SnapshotEvent, session: string, place: Place, call: Call): Promise<Recorded> {
  const { io } = call;
  const key = keyOf(event, session);
  const scope = scopeOf(event, place);
  switch (event.name) {
    case "session_start":
      return recordBaseline(event, session, { place, scope }, call);
    case "user_prompt_submit":
    case "user_followup_submit":
      await keepPromptTitle(event, session, place, call);
      return { skipped: [] };
    case "turn_start": {
      const { beginTurn } = await import("./snapshot-further.ts");
      return beginTurn(event, session, { place, scope }, call);
    }
    // `tool_input_transform` records, too: if the agent approves a call without a question, no other event comes before
    // the call.
    case "tool_input_transform":
    case "pre_tool_use":
      return key ? recordCall(event, key, { place, scope }, call) : { skipped: [] };
    case "turn_end":
    case "post_tool_use":
      return { skipped: (key && (await recordInTime(io, place, { kind: "after", key, call: callOf(event) }))) ?? [] };
    case "session_end":
      try {
        return {
          skipped:
            (event.endsWithNext &&
              (await recordInTime(io, place, { kind: "after", key: { kind: "turn", session }, call: {} }))) ||
            [],
        };
      } finally {
        await recordInTime(io, place, { kind: "close", session });
        endIn(place, session, call);
      }
  }
}

/** The worktree in which an event is recorded, and the folder of it below which files are. */
interface Scoped {
  readonly place: Place;
  readonly scope: GitPath;
}

async function recordBaseline(
  event: HookEvent<"session_start">,
  session: string,
  { place, scope }: Scoped,
  call: Call,
): Promise<Recorded> {
  const skipped = (await recordInTime(call.io, place, { kind: "baseline", session, prefix: scope })) ?? [];
  if (!skipped.some(({ path }) => path.endsWith("/"))) return { skipped };
  const { reachOf, withoutFurther } = await import("./snapshot-further.ts");
  const reach = reachOf(event, session, place, call);
  return { skipped: reach ? withoutFurther(skipped, reach, place) : skipped };
}

async function recordCall(
  event: HookEvent<"tool_input_transform" | "pre_tool_use">,
  key: PendingKey,
  { place, scope }: Scoped,
  call: Call,
): Promise<Recorded> {
  const { io } = call;
  const { recordWritten } = await import("./snapshot-joined.ts");
  const unreached = await recordWritten({ event, key, own: place }, call);
  const { promptId, toolName } = event;
  const beginning = {
    ...defined({ promptId, toolName, caller: delegatingCaller(event, io) }),
    ...(call.isRefused && { isRefused: true as const }),
    ...(await labelsOfEvent(event, place.worktree.root, call)),
    ...(await beyondStates(event, place.worktree.root, io)),
  };
  const keeps = !call.standsIn;
  const beside = keeps ? await filesBeside(event, key.session, place, call) : [];
  const skipped = await recordInTime(io, place, {
    kind: "before",
    key,
    prefix: scope,
    beginning,
    options: { keeps, beside },
  });
  return { skipped: skipped ?? [], unreached };
}

/** Ends a session in a worktree. */
export function endIn(place: Place, session: string, { io }: Call): void {
  forgetTitle(place.shadow, session);
  startMaintenance(io, place, session);
}

/** The call of an event, as a checkpoint names it. */
export function callOf({ toolName, toolUseId }: SnapshotEvent): ToolCall {
  return defined({ toolName, toolUseId });
}
