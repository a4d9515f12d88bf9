import { closeSync, existsSync, openSync } from "node:fs";

import { nameOfAll } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { makeFolder } from "../kit/files.ts";
import type { Events, HookEvent } from "../agents/codec/hook-event.ts";
import type { Outcome } from "../agents/codec/outcome.ts";
import { dataDir, forgetOldFiles } from "../worktree/doors/data-dir.ts";

/**
 * Replaces outputs that were already redacted at the end of their call by `null`. Some agents show a hook all outputs
 * of a round once more, with or without the redaction. The turn must not be stopped because of a secret that is already
 * redacted.
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
 * Remembers, in an empty file, that a call's output was redacted, if the agent will show the output again. If the file
 * cannot be written, the output is checked a second time, which may stop a turn needlessly but leaks nothing.
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
    // The disk is full or not writable.
  }
}

function folderOf(io: Io): string | undefined {
  const data = dataDir(io);
  return data && `${data}/settled`;
}

function nameOfCall({ dialect, sessionId = "" }: HookEvent, toolUseId: string): string {
  return nameOfAll([dialect, sessionId, toolUseId]);
}
