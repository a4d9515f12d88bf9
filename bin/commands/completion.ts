import { Argument, Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { SHELLS } from "../../terminal/completion-scripts.ts";

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
