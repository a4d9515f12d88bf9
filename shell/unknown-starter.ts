import { inShell } from "../kit/in-shell.ts";
import type { Program } from "./program.ts";
import { kindOf, programName, rowsOf } from "./programs.ts";

/** An option whose value is a script: `--exec 'rm x'`, `-s 'rm x'`. */
const SCRIPT_OPTION = /^-{1,2}(?:[cexs]|exec(?:ute)?|cmd|command|run|script|shell)(?:=|$)/;

/** An option whose value may also be a script's file: `nodemon --exec ./x.sh`. */
const COMMAND_OPTION = /^(?:-x|--?(?:exec(?:ute)?|cmd|command))(?:=|$)/;
const SCRIPT_FILE = /^(?:[.~]{0,2}\/\S+|\S+\.sh)$/;

/**
 * Builtins of a shell that have no row in the table. Their arguments are a script, a name, or a text that is not run.
 */
const BUILTIN =
  /^(?:trap|alias|unalias|bind|complete|hash|type|which|whence|where|whereis|man|tldr|help|info|apropos)$/;

/** Whether a row's names are unlikely to be ordinary arguments of another program, unlike `test`, `env` and `set`. */
const ACTS = ({ names, kind, deletes, empties, destroys, isShell, sends, reads }: Program): boolean =>
  names === "git" || isShell === true || kind === "query" || [deletes, empties, destroys, sends, reads].some(Boolean);

/** Kinds of programs that print a file's content, even if their names may be ordinary arguments. */
const SHOWS = /^(?:show|part|select|search)$/;

/**
 * The script that a program without a row may run: its arguments from the first one on that names a program in the
 * table, as in `tool -- rm x`; `undefined` if there is none.
 */
export function startedByUnknown(name: string, own: readonly string[]): string | undefined {
  if (own.length === 0 || rowsOf(name).length > 0 || BUILTIN.test(name)) return undefined;
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
