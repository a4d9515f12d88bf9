import { pattern } from "../../kit/word-pattern.ts";
import { unwrapCommand, type Command } from "../../shell/doors/script.ts";
import { isMadeToAct, isShell, kindOf } from "../../shell/doors/programs.ts";
import type { CallPattern } from "./call-pattern.ts";
import { plainCommands, type PlainCommand } from "./plain-commands.ts";

/** How deep shells may start shells: `bash -lc 'npm test'`. */
const DEEPEST = 3;

/**
 * Whether every command of a script begins like one of the patterns. @param depth how many nested shells run the script
 */
export function isNamedScript(script: string, patterns: readonly CallPattern[], depth = 0): boolean {
  const commands = depth < DEEPEST ? plainCommands(script) : undefined;
  return commands?.every((one) => isFilter(one) || isNamedCommand(one.command, patterns, depth)) ?? false;
}

/** Assignments before a command that change nothing but the form of its output or its mode: `CI=1 npm test`. */
const HARMLESS =
  /^(?:CI|NO_COLOR|FORCE_COLOR|NODE_ENV|TZ|TERM|COLUMNS|LANG|LC_\w+|PYTHONUNBUFFERED|RUST_BACKTRACE)=[\w.:,@-]*$/;

function isNamedCommand({ all }: Command, patterns: readonly CallPattern[], depth: number): boolean {
  const words = all.slice(all.findIndex((word) => !HARMLESS.test(word)));
  const [shell = "", flag = "", script] = words;
  if (
    isShell(shell.replace(/^(?:\/usr)?\/bin\//, "")) &&
    /^-l?c$/.test(flag) &&
    script !== undefined &&
    words.length === 3
  )
    return isNamedScript(script, patterns, depth + 1);
  return patterns.some((one) => one.words.length > 0 && begins(words, one.words));
}

/** Options by which programs of all kinds run another program, or write to a file. */
const RUNS_MORE = pattern("s")`
  ^--(?:exec|output|upload-pack|receive-pack|open-files-in-pager|ext-diff|pre|pager|eval|rsh|to-command
  |use-compress-program|checkpoint-action|proxy-command|script-shell|node-options|prefix)(?:=.*)?$
`;
/** Options with which a program takes code from the command line. */
const TAKES_CODE = /^-\w*[ceEprR]|^--(?:eval|print|command|require|import|loader|experimental-loader)(?:=|$)/;

/**
 * Whether a command begins with the words of a pattern, and its further words neither hold a command that the program
 * would run (`find … -exec`) nor a script or code.
 */
function begins(words: readonly string[], named: readonly string[]): boolean {
  if (!named.every((word, at) => words[at] === word)) return false;
  const [whole, part] = [unwrapCommand(words), unwrapCommand(named)];
  const [name = "", ...own] = whole.words;
  const more = words.slice(named.length);
  if (name !== part.words[0] || (whole.script !== undefined && !named.includes(whole.script))) return false;
  if (isMadeToAct(name, own) && !isMadeToAct(name, part.words.slice(1))) return false;
  return !more.some((word) => RUNS_MORE.test(word) || (kindOf(name) === "code" && TAKES_CODE.test(word)));
}

/** Whether a command only passes on a part of its input, and opens no file: `| tail -20`. */
function isFilter({ command: { all }, isFed }: PlainCommand): boolean {
  const [name = "", ...own] = all;
  return isFed && /^(?:head|tail|wc|cat)$/.test(name) && own.every((word) => /^-\w+$|^\d+$/.test(word));
}
