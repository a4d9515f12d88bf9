import { programKind } from "../shell/program-kind.ts";
import { isShell } from "../shell/unwrap-command.ts";
import { isThere } from "./places.ts";
import { scriptsInCode } from "./read-code.ts";

/**
 * Scripts that a command holds in another way than the parser knows: code, a file that is a process, a trap.
 * @param own the words behind its name
 * @param fed what is known of its input
 * @param folder that it runs in; `undefined` where that is not known
 */
export function scriptsInside(
  name: string,
  own: readonly string[],
  fed: readonly string[],
  folder: string | undefined,
): readonly string[] {
  const scripts: string[] = [];
  if (isShell(name) || /^(?:source|\.)$/.test(name)) {
    const file = own.find((word) => !/^[-+]/.test(word));
    if (file !== undefined && /\s/.test(file) && !isThere(file, folder)) scripts.push(file);
    if (file === "/dev/stdin" || own.some((word) => /^-\w*s$/.test(word))) scripts.push(...fed);
  }
  if (name === "trap" && own.length > 1) scripts.push(own[0]!);
  if (/^(?:at|batch)$/.test(name)) scripts.push(...fed);
  if (name === "env") scripts.push(...own.flatMap((word) => /^(?:-\w*S|--split-string=)(.+)$/s.exec(word)?.[1] ?? []));
  const isCode = programKind(name) === "code" || name === "osascript";
  // A file's name holds no code, and code that is fed to code is data.
  if (isCode)
    scripts.push(...[...own, ...(own.every((word) => word.startsWith("-")) ? fed : [])].flatMap(scriptsInCode));
  return scripts;
}
