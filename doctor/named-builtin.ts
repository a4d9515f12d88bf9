import type { Registered } from "../agents/formats/config-file.ts";
import { builtinNamed } from "../builtins/doors/table.ts";
import { faultInRequest } from "../hook/plan.ts";
import { printable } from "../kit/text.ts";
import { readRegularFile } from "../kit/files.ts";
import { pattern } from "../kit/word-pattern.ts";
import { broken, type Check } from "./check.ts";
import { splitWords } from "./start-line.ts";

/** `hook`, options of ours, a builtin's name; then the rest of the line up to the shell's part. */
const NAMED = pattern()`
  \bhook["']?(?:\s+--(?:agent|event)(?:=|\s+)\S+)*\s+([a-z]+(?:_[a-z]+)*)(?![\w.\-])
  ((?:'[^'\n]*'|"[^"\n]*"|[^\n;|&<>'"])*)([<>]?)
`;
/** A line in which the word behind `hook` can only be a builtin's name. */
const STARTS_US = /snapveil\S*\s+hook\b/;

/** Bytes of a script of ours. */
const MOST = 4096;

/**
 * The builtin that a registered line names and that then runs alone. If the line is the path of a script, the script
 * names it.
 */
export function namedBuiltin(command: string): string | undefined {
  const name = find(command)?.[1];
  return name === undefined ? undefined : builtinNamed(name)?.name;
}

/** Lines that name an unknown builtin, or give a builtin arguments that it does not take, each with its fault. */
export async function faultyLines(registered: readonly Registered[]): Promise<ReadonlyMap<string, Check>> {
  const checks = new Map<string, Check>();
  for (const { command, event } of registered) {
    const request = checks.has(command) ? undefined : requestOf(command);
    const fault = request && (await faultInRequest(request));
    if (fault === undefined) continue;
    const line = `The line${event === "" ? "" : ` for ${printable(event)}`}`;
    checks.set(command, broken("arguments", `${line} is wrong: ${fault}`, "Mend that line where it is registered."));
  }
  return checks;
}

/** The name and the arguments that a registered line gives; `undefined` if only a shell could tell them. */
function requestOf(command: string): { builtin: string; args: readonly string[] } | undefined {
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
