import { homeOf, type Io } from "../kit/io.ts";
import type { Json } from "../kit/json.ts";
import { Folders, startFolder } from "./folders.ts";
import { followScript, targetOf } from "./follow-script.ts";
import type { Command } from "./parse-shell.ts";
import { shellArguments } from "./shell-arguments.ts";
import { ShellVariables } from "./shell-variables.ts";
import { splitName } from "./unwrap-command.ts";

/** A command of a call of the shell. */
export interface CallCommand extends Command {
  /** The folder that it runs in, as far as the script's own words tell. */
  readonly folder: string;
  /** What is known of its input. */
  readonly input: readonly string[];
  /** What it prints goes into a word, into another command or into a file. */
  readonly isTaken: boolean;
}

interface ShellCall {
  readonly toolInput?: Json;
  readonly cwd?: string;
}

/**
 * Shows each command that a call of the shell would run, in order and with its folder: `cd` counts for what stands
 * behind it, in brackets up to their end.
 * @param visit what it gives back is what the command prints, as far as that is known
 * @param opens is told of each command that has scripts of its own, which are followed next
 * @throws TooMuchScript if a script makes more of itself than can be read
 */
export function followCall(
  { toolInput, cwd }: ShellCall,
  env: Io["env"],
  visit: (command: CallCommand) => readonly string[],
  opens?: (command: Command) => void,
): void {
  const home = homeOf(env);
  const start = startFolder(toolInput, cwd);
  if (start === undefined) return;
  for (const script of shellArguments(toolInput).scripts) {
    const variables = new ShellVariables({ env: { ...env, IFS: " " } });
    const folders = new Folders(start, home, variables);
    followScript(script, variables, {
      command(whole, input, pipeline, inWord) {
        folders.open(whole);
        const command = splitName(whole);
        const isTaken = inWord === true || pipeline.at(-1) !== whole || targetOf(whole) !== undefined;
        const prints = visit({ ...command, folder: folders.likely, input, isTaken });
        folders.change(command.words);
        return prints;
      },
      inner: (does) => (does === "begin" ? folders.enter() : folders.leave()),
      ...(opens && { scripts: opens }),
    });
  }
}
