import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import type { CheckpointDiff } from "../../shadow-repo/look/checkpoint-diff.ts";
import { changesCommand } from "./changes-command.ts";

export function diffCommand(io: Io): Command {
  return changesCommand(io, {
    name: "diff",
    description: "what a checkpoint changed, without an id what has changed since the last one",
    id: ["[id]", "the checkpoint; what cannot be an id, or is none and is the name of a file, is a path"],
    examples:
      "  snapveil diff                    since the last checkpoint\n" +
      "  snapveil diff ID src/ --stat     what a checkpoint changed, only how many lines\n" +
      "  snapveil diff ID --since         what has changed since that checkpoint",
    async read(first, rest, { since = false }) {
      if (first === undefined) return changes(io, undefined, rest, since);
      if (!/^[0-9a-f]{4,64}$/i.test(first)) return changes(io, undefined, [first, ...rest], since);
      try {
        return await changes(io, first, rest, since);
      } catch (error) {
        const isFile = existsSync(resolve(io.cwd, first));
        if (!isFile || !(error instanceof UserError) || error.code !== "unknownCheckpoint") throw error;
        return changes(io, undefined, [first, ...rest], since);
      }
    },
  }).option("--since", "what has changed since the checkpoint, up to now");
}

async function changes(
  io: Io,
  checkpoint: string | undefined,
  paths: readonly string[],
  since: boolean,
): Promise<CheckpointDiff> {
  const { diffPresent, showCheckpoint } = await import("../../shadow-repo/look/checkpoint-diff.ts");
  return checkpoint !== undefined && !since
    ? showCheckpoint(io, io.cwd, { checkpoint, paths })
    : diffPresent(io, io.cwd, { paths, ...(checkpoint !== undefined && { checkpoint }) });
}
