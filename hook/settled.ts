import { closeSync, existsSync, openSync } from "node:fs";

import { nameOfAll } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { makeFolder } from "../kit/files.ts";
import type { Events, HookEvent } from "../agents/codec/hook-event.ts";
import type { Outcome } from "../agents/codec/outcome.ts";
import { dataDir, forgetOldFiles } from "../worktree/doors/data-dir.ts";

/**
 * The events without the outputs that were rewritten when their own calls ended. Some agents show the outputs of a
 * round once more before the model gets them, and nobody knows whether before or after the rewrite: a turn that is
 * clean by now must not be stopped for them.
 */
export function withoutSettled(io: Io, [first, ...rest]: Events): Events {
  const left = (event: HookEvent): HookEvent => {
    if (event.name !== "tool_response_transform" || !event.toolUseIds || !Array.isArray(event.toolResponse))
      return event;
    const { toolUseIds: ids } = event;
    const folder = folderOf(io);
    const isSettled = (id: string | undefined) => id && folder && existsSync(`${folder}/${nameOfCall(event, id)}`);
    return {
      ...event,
      toolResponse: event.toolResponse.map((output, index) => (isSettled(ids[index]) ? null : output)),
    };
  };
  return [left(first), ...rest.map(left)];
}

/**
 * Remembers a call with rewritten output in an empty file, if the agent will show that output again. If the disk is not
 * writable, the call is judged once more, which stops a turn too many and lets nothing through.
 */
export function rememberSettled(io: Io, [event]: Events, delivered: Outcome): void {
  const folder = folderOf(io);
  if (
    event.name !== "tool_response_transform" ||
    !event.isShownAgain ||
    !event.toolUseId ||
    delivered.rewrite?.toolResponse === undefined ||
    folder === undefined
  )
    return;
  try {
    makeFolder(folder);
    closeSync(openSync(`${folder}/${nameOfCall(event, event.toolUseId)}`, "w", 0o600));
    forgetOldFiles(folder, io);
  } catch {
    // no room, or no right to write there
  }
}

function folderOf(io: Io): string | undefined {
  const data = dataDir(io);
  return data && `${data}/settled`;
}

function nameOfCall({ dialect, sessionId = "" }: HookEvent, toolUseId: string): string {
  return nameOfAll([dialect, sessionId, toolUseId]);
}
