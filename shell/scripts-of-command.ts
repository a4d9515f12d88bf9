import type { Budget } from "./budget.ts";
import type { Command } from "./parse-shell.ts";
import { isShell } from "./programs.ts";
import type { Redirect } from "./redirections.ts";

const NONE: readonly string[] = [];
/** Targets of output that are no files. */
const NOWHERE = /^(?:\/dev\/(?:null|stdout|stderr|tty|fd\/\d)|&?\d|NUL|\$null|-)$/i;

/** The file that a command's standard output is redirected to; `undefined` if there is no such file. */
export function targetOf({ redirects }: Command): Redirect | undefined {
  return redirects.length === 0 ? undefined : redirects.findLast(({ file, errors }) => !errors && !NOWHERE.test(file));
}

/** The scripts that a command runs in a shell: the script in its arguments, or its input. */
export function scriptsOf({ words, script }: Command, fed: readonly string[]): readonly string[] {
  if (script !== undefined) return [script];
  const name = words[0] ?? "";
  // `ssh` without a command passes its input to the shell of the other machine. The input of `sftp` is read as a
  // script, too, because it has commands such as `rm` and `rmdir`.
  if (name === "ssh" || name === "sftp") return fed;
  return isShell(name) && words.slice(1).every((word) => /^[-+]/.test(word)) ? fed : NONE;
}

/** Whether a command runs its script in the shell that it stands in, with all variables, and starts no other. */
export function isInSameShell([name = ""]: readonly string[]): boolean {
  return /^(?:eval|source|\.|trap|iex|invoke-expression)$/i.test(name);
}

/** A script once for each line that `xargs` reads, which replaces each `{}`. */
export function filledWith(script: string, fed: readonly string[], budget: Budget): string {
  const parts = script.split("{}");
  if (parts.length === 1) return script;
  const lines = fed.flatMap((text) => text.split("\n")).filter((line) => line !== "");
  budget.spend(script.length * lines.length);
  budget.spend(parts.length * lines.reduce((sum, line) => sum + line.length, 0));
  return lines.length === 0 ? parts.join("") : lines.map((line) => parts.join(line)).join("\n");
}
