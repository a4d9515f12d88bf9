import { builtinNamed } from "../builtins/registry.ts";
import { readRegularFile } from "../kit/read-regular-file.ts";
import { pattern } from "../kit/word-pattern.ts";
import { splitWords } from "./start-line.ts";

/** `hook`, options of ours, a builtin's name; then the rest of the line up to what is the shell's. */
const NAMED = pattern()`
  \bhook["']?(?:\s+--(?:agent|event)(?:=|\s+)\S+)*\s+([a-z]+(?:_[a-z]+)*)(?![\w.\-])
  ((?:'[^'\n]*'|"[^"\n]*"|[^\n;|&<>'"])*)([<>]?)
`;
/** A line in which the word behind `hook` can only be a builtin's name. */
const STARTS_US = /snapveil\S*\s+hook\b/;

/** Bytes of a script of ours. */
const MOST = 4096;

/**
 * The builtin that a registered line names and that then runs alone. Where the line is the path of a script, the script
 * says it.
 */
export function namedBuiltin(command: string): string | undefined {
  const name = find(command)?.[1];
  return name === undefined ? undefined : builtinNamed(name)?.name;
}

/** The name and the arguments that a registered line gives; `undefined` where only a shell could tell them. */
export function requestOf(command: string): { builtin: string; args: readonly string[] } | undefined {
  const [, builtin, rest = "", redirection] = find(command) ?? [];
  if (builtin === undefined || (!builtinNamed(builtin) && !STARTS_US.test(command))) return undefined;
  if (/[$`\\]/.test(rest) || /[*?]/.test(rest.replace(/'[^']*'|"[^"]*"/g, ""))) return undefined;
  return { builtin, args: splitWords(redirection ? rest.replace(/\s\d$/, "") : rest) };
}

function find(command: string): RegExpExecArray | null {
  return NAMED.exec(command) ?? NAMED.exec(textOf(command));
}

function textOf(path: string): string {
  try {
    return readRegularFile(path, MOST).bytes.toString("utf8");
  } catch {
    return ""; // the line is no path
  }
}
