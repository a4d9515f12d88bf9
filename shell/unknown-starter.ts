import { inShell } from "../kit/in-shell.ts";
import type { Program } from "./program.ts";
import { kindOf, programName, rowsOf } from "./programs.ts";

/** An option behind which a script stands: `--exec 'rm x'`, `-s 'rm x'`. */
const SCRIPT_OPTION = /^-{1,2}(?:[cexs]|exec(?:ute)?|cmd|command|run|script|shell)(?:=|$)/;

/** Options behind which a script may be one word, a file: `nodemon --exec ./x.sh`. */
const COMMAND_OPTION = /^(?:-x|--?(?:exec(?:ute)?|cmd|command))(?:=|$)/;
const SCRIPT_FILE = /^(?:[.~]{0,2}\/\S+|\S+\.sh)$/;

/** Words of a shell that have no row: a script stands in their words, or a name, or text that nothing runs. */
const BUILTIN =
  /^(?:trap|alias|unalias|bind|complete|hash|type|which|whence|where|whereis|man|tldr|help|info|apropos)$/;

/** Whether a row names a program that nobody takes for a word of another program, unlike `test`, `env` and `set`. */
const ACTS = ({ names, kind, deletes, empties, destroys, isShell, sends, reads }: Program): boolean =>
  names === "git" || isShell === true || kind === "query" || [deletes, empties, destroys, sends, reads].some(Boolean);

/** Kinds of programs that show a file, even if their name could be a word of another program. */
const SHOWS = /^(?:show|part|select|search)$/;

/**
 * The script that a program without a row may start: the words behind it, from one that names a program with a row on:
 * `tool -- rm x`. The command itself stays as it is.
 */
export function startedByUnknown(name: string, own: readonly string[]): string | undefined {
  if (rowsOf(name).length > 0 || BUILTIN.test(name)) return undefined;
  const option = own.findIndex((word) => SCRIPT_OPTION.test(word));
  const script = own[option]?.includes("=") ? own[option].replace(/^[^=]*=/, "") : own[option + 1];
  const isFile = COMMAND_OPTION.test(own[option] ?? "") && SCRIPT_FILE.test(script ?? "");
  if (option !== -1 && script !== undefined && (isFile || /\s/.test(script))) return script;
  const dashes = own.indexOf("--") + 1;
  if (dashes > 0 && rowsOf(programName(own[dashes] ?? "")).length > 0) return scriptFrom(own, dashes);
  const isProgram = (word: string) => !word.startsWith("-") && rowsOf(programName(word)).some(ACTS);
  const isShown = (word: string) => !word.startsWith("-") && SHOWS.test(kindOf(programName(word)) ?? "");
  const acting = own.findIndex(isProgram);
  return scriptFrom(own, acting === -1 ? own.findIndex(isShown) : acting);
}

function scriptFrom(words: readonly string[], at: number): string | undefined {
  return at === -1 ? undefined : words.slice(at).map(inShell).join(" ");
}
