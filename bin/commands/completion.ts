import { Argument, Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { SHELLS } from "../../terminal/completion-scripts.ts";
import { completeWords } from "../complete-words.ts";

const EXAMPLES = `
Checkpoints, sessions and agents are completed too, as they are at that moment.

Examples:
  source <(snapveil completion bash)         in ~/.bashrc
  source <(snapveil completion zsh)          in ~/.zshrc, after compinit
  snapveil completion fish | source          in ~/.config/fish/config.fish`;

export function completionCommand(io: Io): Command {
  return new Command("completion")
    .description("print a script that makes your shell complete snapveil's words")
    .addArgument(new Argument("<shell>", "your shell").choices(Object.keys(SHELLS)))
    .addHelpText("after", EXAMPLES)
    .action((shell: keyof typeof SHELLS) => io.writeStdout(SHELLS[shell]));
}

/**
 * The hidden command that the shells' completion scripts call. It prints a word, a tab and its meaning on each line.
 */
export function completeWordsCommand(io: Io): Command {
  return new Command("complete-words")
    .argument("[words...]")
    .action(async (words: string[], _, { parent }: Command) => {
      const { candidates, files } = await completeWords(io, parent!, words);
      const lines = candidates.map(({ word, meaning }) => `${word}\t${meaning}\n`);
      io.writeStdout(`${lines.join("")}${files ? ":files\n" : ""}`);
    });
}
