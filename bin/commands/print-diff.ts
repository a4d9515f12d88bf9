import type { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/printable.ts";
import type { CheckpointDiff } from "../../shadow-repo/checkpoint-diff.ts";
import { describeStat } from "../describe-stat.ts";

export interface DiffOptions {
  readonly stat?: boolean;
  readonly json?: boolean;
}

/** The options of the commands that show changes. */
export function withDiffOptions(command: Command): Command {
  return command.option("--stat", "only the files and how many lines changed").option("--json", "print the files as JSON");
}

/** Changes as the options ask: JSON, a summary, or the summary and the patch. */
export function printDiff(io: Io, diff: CheckpointDiff, { stat, json }: DiffOptions): void {
  const { patch, ...data } = diff;
  if (json) return io.writeStdout(`${JSON.stringify(data, null, 2)}\n`);
  io.writeStdout(describeStat(diff.files));
  if (!stat && patch !== "") io.writeStdout(`\n${io.interactive ? harmless(patch) : patch}`);
}

/** A patch as a terminal may show it: a file's content must not move the cursor, nor forge lines. */
function harmless(patch: string): string {
  return patch.replace(/[^\t\n]+/g, printable);
}
