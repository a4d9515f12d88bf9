import { closeSync, constants, fstatSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

import { nameOfAll } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { asNumber } from "../kit/json.ts";
import { makeFolder } from "../kit/files.ts";
import { block, nothing, type Outcome } from "../agents/codec/outcome.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { dataDir, forgetOldFiles } from "../worktree/doors/data-dir.ts";
import { parsePositive, type Call } from "./call.ts";

/** Ends the run at the first model call past the limit (first argument); says nothing without a limit. */
export default function maxIterations(event: HookEvent, { args, io }: Call): Outcome {
  const limit = parsePositive(args[0]);
  if (limit === undefined) return nothing;
  const iteration = asNumber(event.raw["iteration"]);
  if (iteration === undefined && !event.sendsRounds) return countedRounds(event, limit, io);
  if (iteration === undefined || iteration <= limit) return nothing;
  return block(`Agent terminated: max_iterations builtin reached its limit of ${limit} model call(s).`);
}

/**
 * Counts rounds for agents without a counter, on disk for each session and prompt. Counted on the event that the
 * dialect names for it; the start of a turn begins anew, for agents that do not tell their prompts apart. Says nothing
 * without a session or a place for state.
 */
function countedRounds(event: HookEvent, limit: number, io: Io): Outcome {
  const place = dataDir(io);
  if (!place || !event.sessionId) return nothing;
  const folder = join(place, "rounds");
  const name = nameOfAll([event.dialect, event.sessionId, event.promptId ?? ""]);
  if (event.name === "turn_start" || event.name === "user_prompt_submit") {
    rmSync(join(folder, name), { force: true });
    return nothing;
  }
  if (!event.countsRound) return nothing;
  const rounds = countOne(folder, name, io) + (event.countsRound === "next" ? 1 : 0);
  if (rounds <= limit) return nothing;
  return block(`Agent terminated: max_iterations builtin reached its limit of ${limit} round(s) for this prompt.`);
}

/** The count is the file's length: hooks of one agent run at the same time, and appending a byte is atomic. */
function countOne(folder: string, name: string, io: Io): number {
  makeFolder(folder);
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0 } = constants;
  const descriptor = openSync(join(folder, name), O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  try {
    writeSync(descriptor, ".");
    const count = fstatSync(descriptor).size;
    if (count === 1) forgetOldFiles(folder, io);
    return count;
  } finally {
    closeSync(descriptor);
  }
}
