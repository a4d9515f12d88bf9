import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

import type { Io } from "../kit/io.ts";
import { makeFolder } from "../kit/make-folder.ts";
import { block, nothing, type Outcome } from "../agents/codec/outcome.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { dataDir } from "../worktree/data-dir.ts";
import { forgetOldFiles } from "../worktree/forget-old-files.ts";
import type { Call } from "./call.ts";
import { parsePositive } from "./parse-positive.ts";

/**
 * `max_iterations` for agents without a counter: one on disk for each session and prompt. Counted on the event that the
 * dialect names for it; the start of a turn begins anew, for agents that do not tell their prompts apart. Says nothing
 * without a limit, a session or a place for state.
 */
export default function countRounds(event: HookEvent, { args, io }: Call): Outcome {
  const limit = parsePositive(args[0]);
  const place = dataDir(io);
  if (limit === undefined || !place || !event.sessionId) return nothing;
  const folder = join(place, "rounds");
  const file = join(folder, nameOf([event.dialect, event.sessionId, event.promptId ?? ""]));
  if (event.name === "turn_start" || event.name === "user_prompt_submit") {
    rmSync(file, { force: true });
    return nothing;
  }
  if (!event.countsRound) return nothing;
  const rounds = countOne(folder, file, io) + (event.countsRound === "next" ? 1 : 0);
  if (rounds <= limit) return nothing;
  return block(`Agent terminated: max_iterations builtin reached its limit of ${limit} round(s) for this prompt.`);
}

/** An identifier can hold anything, so it is not used as a file's name. */
function nameOf(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

/** The count is the file's length: hooks of one agent run at the same time, and appending a byte is atomic. */
function countOne(folder: string, file: string, io: Io): number {
  makeFolder(folder);
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0 } = constants;
  const descriptor = openSync(file, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  try {
    writeSync(descriptor, ".");
    const count = fstatSync(descriptor).size;
    if (count === 1) forgetOldFiles(folder, io);
    return count;
  } finally {
    closeSync(descriptor);
  }
}
