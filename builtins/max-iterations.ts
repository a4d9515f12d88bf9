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

/**
 * Ends the agent's run at the first request to the model beyond the limit, the first argument. Without a limit it does
 * nothing.
 */
export default function maxIterations(event: HookEvent, { args, io }: Call): Outcome {
  const limit = parsePositive(args[0]);
  if (limit === undefined) return nothing;
  const iteration = asNumber(event.raw["iteration"]);
  if (iteration === undefined && !event.sendsRounds) return countedRounds(event, limit, io);
  if (iteration === undefined || iteration <= limit) return nothing;
  return block(`Agent terminated: max_iterations builtin reached its limit of ${limit} model call(s).`);
}

/**
 * Counts rounds for agents that do not count them: on disk, for each session and prompt, at the event that the dialect
 * names. The start of a turn resets the count, for agents that give their prompts no ids. Does nothing without a
 * session, or if the data folder is unknown.
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

/**
 * Adds one to a count, and returns it. The count is the length of a file, since hooks of one agent run at the same time
 * and appending a byte is atomic.
 */
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
