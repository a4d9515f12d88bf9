import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import type { CheckpointDiff } from "../../shadow-repo/look/checkpoint-diff.ts";
import { describeStat } from "../../terminal/describe-stat.ts";
import { diffView } from "../../terminal/diff-view.ts";
import { displayOf } from "../display-of.ts";
import { showText } from "../show-text.ts";
import { writeJson } from "../write-json.ts";

export interface ChangesCommand {
  readonly name: string;
  readonly description: string;
  /** The first argument as commander writes it, and what it means. */
  readonly id: readonly [argument: string, meaning: string];
  readonly examples: string;
  read(id: string | undefined, paths: string[], options: ChangesOptions): Promise<CheckpointDiff>;
}

interface ChangesOptions {
  readonly stat?: boolean;
  readonly json?: boolean;
  /** `diff` only. */
  readonly since?: boolean;
}

/** A command that shows changes: as JSON, as a summary, or as the summary and the patch. */
export function changesCommand(io: Io, { name, description, id, examples, read }: ChangesCommand): Command {
  return new Command(name)
    .description(description)
    .argument(...id)
    .argument("[paths...]", "only these files or folders")
    .option("--stat", "only the files and how many lines changed")
    .option("--json", "print the files as JSON")
    .addHelpText("after", `\nExamples:\n${examples}`)
    .action(async (first: string | undefined, paths: string[], options: ChangesOptions) => {
      const { patch, ...data } = await read(first, paths, options);
      if (options.json) return writeJson(io, data);
      const display = displayOf(io);
      const summary =
        data.checkpoint === null
          ? "There is no checkpoint here yet that the files could be compared with.\n"
          : describeStat(data.files, display);
      if (options.stat || patch === "") return showText(io, summary, display);
      showText(io, display ? `${summary}${diffView(patch, display).join("\n")}\n` : `${summary}\n${patch}`, display);
    });
}
