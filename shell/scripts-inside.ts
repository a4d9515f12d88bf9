import { inShell } from "../kit/in-shell.ts";
import { isShell, kindOf, columnOf } from "./programs.ts";
import { operandsOf, valuesOf } from "./parse-options.ts";
import { scriptsInCode } from "./scripts-in-code.ts";
import { startedByUnknown } from "./unknown-starter.ts";
import { writingsInCode } from "./writings-in-code.ts";

/**
 * Finds scripts in a command that the parser does not see: code in its arguments, a process in place of a file, a trap.
 * @param own the words after the program's name
 * @param fed the known texts of the command's input
 */
export function scriptsInside(name: string, own: readonly string[], fed: readonly string[]): readonly string[] {
  const scripts: string[] = [];
  if (isShell(name) || columnOf(name, "runsText")) {
    const file = own.find((word) => !/^[-+]/.test(word));
    // A word with blanks is no file here, but the output of `<(…)`.
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
  // A command with a file runs that file, and its input is data for the code.
  if (kindOf(name) === "code" || columnOf(name, "wordsAreCode"))
    for (const code of [...own, ...(own.every((word) => word.startsWith("-")) ? fed : [])])
      scripts.push(...scriptsInCode(code), ...writingsInCode(code));
  return scripts;
}

/** The lines of a text that start with a match, without the match. */
function linesBehind(text: string, beginning: RegExp): string[] {
  return text.split("\n").flatMap((line) => (beginning.test(line) ? [line.replace(beginning, "")] : []));
}

const HEADER = /^\*\*\* (Delete|Add) File: (.+?)\s*$/gm;

/** Files that a patch in Codex's format deletes or adds, written as commands. */
export function scriptsInPatch(text: string): string[] {
  return [...text.matchAll(HEADER)].map(([, verb, file]) =>
    verb === "Delete" ? `rm -- ${inShell(file!)}` : `cat > ${inShell(file!)}`,
  );
}
