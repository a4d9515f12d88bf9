import { COMMANDS, commandPrompt, type CommandWords, type PluginCommand } from "../../agents/shims/commands.ts";

const CLAUDE: CommandWords = { program: '"${CLAUDE_PLUGIN_ROOT}/dist/snapveil"', typed: "$ARGUMENTS" };
/**
 * The words of commands for Copilot CLI. Copilot CLI runs no command line in a command's text and replaces no variables
 * in the text, but it tells the model the folder of the command.
 */
const COPILOT: CommandWords = { program: '"BASE/../../dist/snapveil"', typed: "$ARGUMENTS" };
/** The folder for Copilot CLI's commands: Claude Code would load them from any folder below `commands`. */
export const COPILOT_COMMANDS = ".copilot-plugin/commands";
/**
 * The words of commands for Gemini CLI and Qwen Code, which have no variable for the extension's folder. Each of the
 * two agents has a fixed folder for extensions, and only Qwen Code sets QWEN_CODE in its shell.
 */
const GEMINI: CommandWords = {
  program: 'at=.gemini; [ -z "$QWEN_CODE" ] || at=.qwen; "$HOME/$at/extensions/snapveil/dist/snapveil"',
  typed: "{{args}}",
};

/**
 * The commands as Markdown for Claude Code and similar agents and for Copilot CLI, and as TOML for Gemini CLI, by their
 * paths.
 */
export function commandFiles(): Record<string, string> {
  return Object.fromEntries(
    COMMANDS.flatMap((command) => [
      [`commands/${command.name}.md`, claudeMarkdown(command)],
      [`${COPILOT_COMMANDS}/${command.name}.md`, copilotMarkdown(command)],
      [`commands/snapveil/${command.name}.toml`, toml(command)],
    ]),
  );
}

function claudeMarkdown(command: PluginCommand): string {
  const { looks, acts } = command;
  const allowed = [looks, ...(acts === undefined ? [] : [acts])];
  const tools = `allowed-tools: ${allowed.map((words) => `Bash(${CLAUDE.program} ${words}:*)`).join(", ")}`;
  return `${heading(command, tools)}${commandPrompt(command, CLAUDE, `!\`${CLAUDE.program} ${looks}\``)}`;
}

function copilotMarkdown(command: PluginCommand): string {
  const base = "BASE stands for the base directory that was named above.\n\n";
  return `${heading(command)}${base}${commandPrompt(command, COPILOT)}`;
}

function heading({ does, takes }: PluginCommand, ...more: readonly string[]): string {
  const lines = [
    "---",
    `description: ${does}`,
    ...(takes === undefined ? [] : [`argument-hint: "[${takes}]"`]),
    ...more,
    "disable-model-invocation: true",
    "---",
  ];
  return `${lines.join("\n")}\n\n`;
}

function toml(command: PluginCommand): string {
  const prompt = commandPrompt(command, GEMINI, `!{${GEMINI.program} ${command.looks}}`);
  return `description = ${JSON.stringify(command.does)}\nprompt = '''\n${prompt}'''\n`;
}
