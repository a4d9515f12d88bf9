/**
 * snapveil's commands inside agents. Files are printed from them, and the build puts them into plugins that register
 * them.
 */

export interface PluginCommand {
  readonly name: string;
  readonly does: string;
  /** The words behind the program that only look. */
  readonly looks: string;
  /** The words of the command that acts, once the person has said yes. */
  readonly acts?: string;
  /** The text that the person may type behind the command. */
  readonly takes?: string;
}

export const COMMANDS: readonly PluginCommand[] = [
  {
    name: "undo",
    does: "Put the files back to the state before the newest checkpoint",
    looks: "undo --dry-run",
    acts: "undo --yes",
    takes: "how many checkpoints to step back",
  },
  {
    name: "redo",
    does: "Bring back what the last undo took away",
    looks: "redo --dry-run",
    acts: "redo --yes",
    takes: "how many undos to take back",
  },
  { name: "checkpoints", does: "List what can be undone, newest first", looks: "checkpoints" },
  { name: "explain", does: "Say why something was refused or taken out", looks: "explain --last" },
];

/** The parts of an agent's command: its own program, and the text that the person typed behind the command. */
export interface CommandWords {
  readonly program: string;
  readonly typed: string;
}

/**
 * The text for the model, which shows a command's output, and asks before it acts.
 * @param line the place where the agent puts the output of the command that looks; absent if it runs none
 */
export function commandPrompt(command: PluginCommand, words: CommandWords, line?: string): string {
  const { looks, acts, takes } = command;
  const { program, typed } = words;
  const first =
    line === undefined ? `Run this:\n\n${program} ${looks}\n\n` : `\`snapveil ${looks}\` printed this:\n\n${line}\n\n`;
  const show = line === undefined ? "Show what it printed" : "Show it";
  if (acts === undefined) return `${first}${show} to the person as it is, and do nothing else.\n`;
  const typing =
    takes === undefined
      ? ""
      : `\nBehind the command the person typed "${typed}". If that is a number, it says ${takes}: then run ` +
        `\`${program} ${looks}\` with it first and show that instead, and put it behind the other line, too.\n`;
  return (
    `${first}${show} to the person and ask whether to do it. ` +
    `Only if they say yes, run this, and tell what came of it:\n\n${program} ${acts}\n${typing}`
  );
}
