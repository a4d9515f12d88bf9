import type { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { changesCommand } from "./changes-command.ts";

export function diffCommand(io: Io): Command {
  return changesCommand(io, {
    name: "diff",
    description: "what has changed since a checkpoint, without an id since the last one",
    id: ["[id]", "the checkpoint; anything that is no hexadecimal id is a path"],
    examples: "  snapveil diff                 since the last checkpoint\n  snapveil diff ID src/ --stat  since another one, only how many lines",
    async read(first, rest) {
      const { diffPresent } = await import("../../shadow-repo/diff-present.ts");
      const isId = first !== undefined && /^[0-9a-f]{4,64}$/i.test(first);
      const paths = first === undefined || isId ? rest : [first, ...rest];
      return diffPresent(io, io.cwd, { paths, ...(isId && { checkpoint: first }) });
    },
  });
}
