import { Command } from "commander";

import { BUILTINS } from "../../builtins/doors/table.ts";

/** The `hook` command for the help only. `bin/main.ts` answers hooks before any command is loaded. */
export function hookCommand(): Command {
  return new Command("hook")
    .description("answer one event, read as JSON on standard input (this is what an agent runs)")
    .option("--agent <name>", "the agent whose dialect to speak; without it, the payload decides")
    .option("--event <name>", "the event's name, if the payload has none")
    .argument("[builtin]", `run only this one: ${BUILTINS.map((builtin) => builtin.name).join(", ")}`)
    .argument("[args...]", "handed to the builtin as they are")
    .addHelpText(
      "after",
      `\nExamples:\n  echo '{"hook_event_name":"turn_start","cwd":"'$PWD'"}' | snapveil hook add_git_status\n` +
        `  echo '{"hook_event_name":"UserPromptSubmit","session_id":"one","cwd":"'$PWD'","prompt":"Tidy up"}' |\n` +
        "    snapveil hook --agent claude-code snapshot",
    );
}
