/** A command inside the agent. */
interface PluginCommand {
  readonly name: string;
  readonly does: string;
  /** The words behind the program that only look. */
  readonly looks: string;
  /** The words that do it, once the person has said yes. */
  readonly acts?: string;
  /** The text that the person may type behind the command. */
  readonly takes?: string;
}

const COMMANDS: readonly PluginCommand[] = [
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
interface Words {
  readonly program: string;
  readonly typed: string;
}

const CLAUDE: Words = { program: '"${CLAUDE_PLUGIN_ROOT}/dist/snapveil"', typed: "$ARGUMENTS" };
/**
 * Commands of Gemini CLI and Qwen Code have no variable for the extension's folder. It always lies in the same place, and
 * Qwen Code says to its shell who it is.
 */
const GEMINI: Words = {
  program: 'at=.gemini; [ -z "$QWEN_CODE" ] || at=.qwen; "$HOME/$at/extensions/snapveil/dist/snapveil"',
  typed: "{{args}}",
};

/** The commands as Markdown for Claude Code and its kin, and as TOML for Gemini CLI. */
export function commandFiles(): Record<string, string> {
  return Object.fromEntries(
    COMMANDS.flatMap((command) => [
      [`commands/${command.name}.md`, markdown(command)],
      [`commands/snapveil/${command.name}.toml`, toml(command)],
    ]),
  );
}

function markdown(command: PluginCommand): string {
  const { does, looks, acts, takes } = command;
  const allowed = [looks, ...(acts === undefined ? [] : [acts])];
  const head = [
    "---",
    `description: ${does}`,
    ...(takes === undefined ? [] : [`argument-hint: "[${takes}]"`]),
    `allowed-tools: ${allowed.map((words) => `Bash(${CLAUDE.program} ${words}:*)`).join(", ")}`,
    "disable-model-invocation: true",
    "---",
  ];
  return `${head.join("\n")}\n\n${shown(command, `!\`${CLAUDE.program} ${looks}\``)}${task(command, CLAUDE)}`;
}

function toml(command: PluginCommand): string {
  const prompt = shown(command, `!{${GEMINI.program} ${command.looks}}`) + task(command, GEMINI);
  return `description = ${JSON.stringify(command.does)}\nprompt = '''\n${prompt}'''\n`;
}

function shown({ looks }: PluginCommand, line: string): string {
  return `\`snapveil ${looks}\` printed this:\n\n${line}\n\n`;
}

function task({ looks, acts, takes }: PluginCommand, { program, typed }: Words): string {
  if (acts === undefined) return "Show it to the person as it is, and do nothing else.\n";
  const typing =
    takes === undefined
      ? ""
      : `\nBehind the command the person typed "${typed}". If that is a number, it says ${takes}: then run ` +
        `\`${program} ${looks}\` with it first and show that instead, and put it behind the other line, too.\n`;
  return (
    "Show it to the person and ask whether to do it. Only if they say yes, run this, and tell what came of it:\n\n" +
    `${program} ${acts}\n${typing}`
  );
}
