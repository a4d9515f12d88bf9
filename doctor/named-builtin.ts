import type { Registered } from "../agents/formats/config-file.ts";
import { builtinNamed } from "../builtins/doors/table.ts";
import { faultInRequest } from "../hook/plan.ts";
import { printable } from "../kit/text.ts";
import { readRegularFile } from "../kit/files.ts";
import { pattern } from "../kit/word-pattern.ts";
import { broken, type Check } from "./check.ts";
import { splitWords } from "./start-line.ts";

/** Matches `hook`, snapveil's options, the name of a builtin, and the rest of the command up to a shell operator. */
const NAMED = pattern()`
  \bhook["']?(?:\s+--(?:agent|event)(?:=|\s+)\S+)*\s+([a-z]+(?:_[a-z]+)*)(?![\w.\-])
  ((?:'[^'\n]*'|"[^"\n]*"|[^\n;|&<>'"])*)([<>]?)
`;
/**
 * Matches a command line that starts snapveil directly, so that the word after `hook` can only be the name of a
 * builtin.
 */
const STARTS_US = /snapveil\S*\s+hook\b/;

/** The largest script of snapveil, in bytes. */
const MOST = 4096;

/**
 * The builtin in a registered command line, which makes the hook run only this builtin; `undefined` if there is none.
 * If the line is the path of a script, the script is read.
 */
export function namedBuiltin(command: string): string | undefined {
  const name = find(command)?.[1];
  return name === undefined ? undefined : builtinNamed(name)?.name;
}

/** Command lines with an unknown builtin or with wrong arguments → the fault. */
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

/** The builtin and arguments in a registered command line; `undefined` if only a shell could expand it. */
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
    return ""; // the command line is no path
  }
}
