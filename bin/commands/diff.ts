import type { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { changesCommand } from "./changes-command.ts";

export function diffCommand(io: Io): Command {
  return changesCommand(io, {
    name: "diff",
    description: "what a checkpoint changed, without an id what has changed since the last one",
    id: ["[id]", "the checkpoint; anything that is no hexadecimal id is a path"],
    examples:
      "  snapveil diff                    since the last checkpoint\n" +
      "  snapveil diff ID src/ --stat     what a checkpoint changed, only how many lines\n" +
      "  snapveil diff ID --since         what has changed since that checkpoint",
    async read(first, rest, { since }) {
      const id = first !== undefined && /^[0-9a-f]{4,64}$/i.test(first) ? first : undefined;
      const paths = first === undefined || id !== undefined ? rest : [first, ...rest];
      if (id !== undefined && !since) {
        const { showCheckpoint } = await import("../../shadow-repo/look/show-checkpoint.ts");
        return showCheckpoint(io, io.cwd, { checkpoint: id, paths });
      }
      const { diffPresent } = await import("../../shadow-repo/look/diff-present.ts");
      return diffPresent(io, io.cwd, { paths, ...(id !== undefined && { checkpoint: id }) });
    },
  }).option("--since", "what has changed since the checkpoint, up to now");
}
