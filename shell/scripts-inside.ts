import { inShell } from "../kit/in-shell.ts";
import { isShell, kindOf, columnOf } from "./programs.ts";
import { operandsOf, valuesOf } from "./parse-options.ts";
import { scriptsInCode } from "./scripts-in-code.ts";
import { startedByUnknown } from "./unknown-starter.ts";
import { writingsInCode } from "./writings-in-code.ts";

/**
 * Scripts that a command holds in another form than the parser knows: code, a file that is a process, a trap.
 * @param own the words behind its name
 * @param fed the known part of its input
 */
export function scriptsInside(name: string, own: readonly string[], fed: readonly string[]): readonly string[] {
  const scripts: string[] = [];
  if (isShell(name) || columnOf(name, "runsText")) {
    const file = own.find((word) => !/^[-+]/.test(word));
    // No file has such a name: the output of a process stands in its place.
    if (file !== undefined && /\s/.test(file)) scripts.push(file);
    if (file === "/dev/stdin" || own.some((word) => /^-\w*s$/.test(word))) scripts.push(...fed);
  }
  const started = startedByUnknown(name, own);
  if (started !== undefined) scripts.push(started);
  if (name === "trap" && own.length > 1) scripts.push(own[0]!);
  if (name === "mapfile" || name === "readarray") scripts.push(...valuesOf(own, "C"));
  if (/^apply_?patch$/.test(name)) scripts.push(...[...own, ...fed].flatMap(scriptsInPatch));
  const [inWord, inLine] = [columnOf(name, "runsWord"), columnOf(name, "runsLine")];
  if (inWord) scripts.push(...own.flatMap((word) => inWord.exec(word)?.[1] ?? []));
  if (inLine) scripts.push(...fed.flatMap((text) => linesBehind(text, inLine)));
  if (name === "tar" && own.includes("--remove-files")) {
    const start = valuesOf(own, "C --directory").map((folder) => `cd ${inShell(folder)} && `);
    scripts.push(`${start.join("")}rm -r -- ${operandsOf(own, "fC --file --directory").map(inShell).join(" ")}`);
  }
  // The name of a file holds no code, and code that is fed to code is data.
  if (kindOf(name) === "code" || columnOf(name, "wordsAreCode"))
    for (const code of [...own, ...(own.every((word) => word.startsWith("-")) ? fed : [])])
      scripts.push(...scriptsInCode(code), ...writingsInCode(code));
  return scripts;
}

/** The lines of a text that begin so, without that beginning. */
function linesBehind(text: string, beginning: RegExp): string[] {
  return text.split("\n").flatMap((line) => (beginning.test(line) ? [line.replace(beginning, "")] : []));
}

const HEADER = /^\*\*\* (Delete|Add) File: (.+?)\s*$/gm;

/** Files that a patch of Codex's removes, or writes as a whole, as commands. */
export function scriptsInPatch(text: string): string[] {
  return [...text.matchAll(HEADER)].map(([, verb, file]) =>
    verb === "Delete" ? `rm -- ${inShell(file!)}` : `cat > ${inShell(file!)}`,
  );
}
