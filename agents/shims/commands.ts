/**
 * snapveil's commands for use inside agents. Command files of the plugins are generated from this list, and plugins
 * that register commands contain it.
 */

export interface PluginCommand {
  readonly name: string;
  readonly does: string;
  /** The arguments with which the program only shows what the command would change. */
  readonly looks: string;
  /**
   * The arguments with which the program changes files; they are used only after the person has agreed. Absent: the
   * command changes nothing.
   */
  readonly acts?: string;
  /** The meaning of a number that is typed after the command. Absent: the command takes no number. */
  readonly takes?: string;
}

export const COMMANDS: readonly PluginCommand[] = [
  {
    name: "undo",
    does: "Put the files back to the state before the newest turn",
    looks: "undo --dry-run",
    acts: "undo --yes",
    takes: "how many turns to take back",
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

/**
 * The command that starts snapveil in an agent's prompt, and the placeholder for the text that the person typed after
 * the command.
 */
export interface CommandWords {
  readonly program: string;
  readonly typed: string;
}

/**
 * The prompt that makes the model show a command's output and ask before anything changes.
 * @param line the placeholder that the agent replaces by the output of `looks`; absent: the prompt tells the model to
 * run the command
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
