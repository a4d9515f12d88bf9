import type { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { changesCommand } from "./changes-command.ts";

export function showCommand(io: Io): Command {
  return changesCommand(io, {
    name: "show",
    description: "what a checkpoint changed",
    id: ["<id>", "the checkpoint, as `snapveil checkpoints` shows it"],
    examples:
      "  snapveil show ID              files, then the changes in colour\n" +
      "  snapveil show ID src/ --stat  only how many lines, below one folder",
    async read(checkpoint = "", paths) {
      const { showCheckpoint } = await import("../../shadow-repo/look/checkpoint-diff.ts");
      return showCheckpoint(io, io.cwd, { checkpoint, paths });
    },
  });
}
