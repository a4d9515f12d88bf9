import { builtinNamed } from "../builtins/registry.ts";
import { readRegularFile } from "../kit/read-regular-file.ts";

/** `hook`, options of ours, a builtin's name. */
const NAMED = /\bhook["']?(?:\s+--(?:agent|event)(?:=|\s+)\S+)*\s+([a-z]+(?:_[a-z]+)*)/;

/** Bytes of a script of ours. */
const MOST = 4096;

/**
 * The builtin that a registered line names and that then runs alone. Where the line is the path of a script, the script
 * says it.
 */
export function namedBuiltin(command: string): string | undefined {
  const name = NAMED.exec(command)?.[1] ?? NAMED.exec(textOf(command))?.[1];
  return name === undefined ? undefined : builtinNamed(name)?.name;
}

function textOf(path: string): string {
  try {
    return readRegularFile(path, MOST).bytes.toString("utf8");
  } catch {
    return ""; // the line is no path
  }
}
