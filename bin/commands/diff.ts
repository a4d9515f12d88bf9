import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { printDiff, withDiffOptions, type DiffOptions } from "./print-diff.ts";

export function diffCommand(io: Io): Command {
  const command = new Command("diff")
    .description("what has changed since a checkpoint, without an id since the last one")
    .argument("[id]", "the checkpoint; anything that is no hexadecimal id is a path")
    .argument("[paths...]", "only these files or folders");
  return withDiffOptions(command)
    .addHelpText("after", "\nExamples:\n  snapveil diff\n  snapveil diff ID src/ --stat")
    .action(async (first: string | undefined, rest: string[], options: DiffOptions) => {
      const { diffPresent } = await import("../../shadow-repo/diff-present.ts");
      const isId = first !== undefined && /^[0-9a-f]{4,64}$/i.test(first);
      const paths = first === undefined || isId ? rest : [first, ...rest];
      printDiff(io, await diffPresent(io, io.cwd, { paths, ...(isId && { checkpoint: first }) }), options);
    });
}
