import { inShell } from "../kit/in-shell.ts";
import { filesRead } from "./effects.ts";
import { isMadeToAct, isShell, kindOf, columnOf } from "./programs.ts";
import { ofAwk } from "./lines-of-awk.ts";
import { runBySed } from "./lines-of-sed.ts";
import { linesIn } from "./made-lines.ts";
import { withLinesOfPerl } from "./lines-of-perl.ts";
import { operandsOf, valuesOf } from "./parse-options.ts";
import type { CodeContext } from "./code-context.ts";
import { scriptsInCode } from "./scripts-in-code.ts";
import { startedByUnknown } from "./unknown-starter.ts";
import { writingsInCode } from "./writings-in-code.ts";

/**
 * Finds scripts in a command that the parser does not see: code in its arguments, a process in place of a file, a trap.
 * @param own the words after the program's name
 * @param fed the known texts of the command's input
 * @param context the value of a variable of the command's environment, and the texts of files
 */
export function scriptsInside(
  name: string,
  own: readonly string[],
  fed: readonly string[],
  context: Pick<CodeContext, "variable" | "textOf"> = {},
): readonly string[] {
  const scripts: string[] = [];
  for (const find of FINDERS) scripts.push(...find(name, own, fed, context));
  return scripts;
}

const NONE: readonly string[] = [];

type Finder = (
  name: string,
  own: readonly string[],
  fed: readonly string[],
  context: Pick<CodeContext, "variable" | "textOf">,
) => readonly string[];

const FINDERS: readonly Finder[] = [
  inInputOfShell,
  (name, own) => {
    const script = startedByUnknown(name, own);
    return script === undefined ? NONE : [script];
  },
  (name, own) => (name === "trap" ? own.slice(0, own.length > 1 ? 1 : 0) : NONE),
  (name, own) => (name === "mapfile" || name === "readarray" ? valuesOf(own, "C") : NONE),
  (name, own, fed) => (/^apply_?patch$/.test(name) ? [...own, ...fed].flatMap(scriptsInPatch) : NONE),
  (name, own) => {
    const inWord = columnOf(name, "runsWord");
    return inWord ? own.flatMap((word) => inWord.exec(word)?.[1] ?? []) : NONE;
  },
  (name, _own, fed) => {
    const inLine = columnOf(name, "runsLine");
    return inLine ? fed.flatMap((text) => linesBehind(text, inLine)) : NONE;
  },
  removedByTar,
  ranForLines,
  inCode,
];

/** The input of a shell that runs it, and the output of a process in place of its file. */
function inInputOfShell(name: string, own: readonly string[], fed: readonly string[]): readonly string[] {
  if (!isShell(name) && !columnOf(name, "runsText")) return NONE;
  const file = own.find((word) => !/^[-+]/.test(word));
  const readsInput = file === "/dev/stdin" || own.some((word) => /^-\w*s$/.test(word));
  // A word with blanks is no file here, but the output of `<(…)`.
  return [...(file !== undefined && /\s/.test(file) ? [file] : []), ...(readsInput ? fed : [])];
}

/** The scripts that sed and awk run, by the lines of their files or their input. */
function ranForLines(
  name: string,
  own: readonly string[],
  fed: readonly string[],
  { textOf }: Pick<CodeContext, "textOf">,
): readonly string[] {
  if (!/^(?:g?sed|[gm]?awk)$/.test(name) || !isMadeToAct(name, own)) return NONE;
  const texts = filesRead(name, own).files.flatMap((file) => textOf?.(file) ?? []);
  const lines = linesIn([...texts, ...fed]);
  return name.endsWith("sed") ? runBySed(own, lines) : ofAwk(own, lines).runs;
}

/** The removal of the files that `tar --remove-files` has put into an archive. */
function removedByTar(name: string, own: readonly string[]): readonly string[] {
  if (name !== "tar" || !own.includes("--remove-files")) return NONE;
  const start = valuesOf(own, "C --directory").map((folder) => `cd ${inShell(folder)} && `);
  return [`${start.join("")}rm -r -- ${operandsOf(own, "fC --file --directory").map(inShell).join(" ")}`];
}

/** The scripts in code that a command gets: in its words, or in its input if it has no file to run. */
function inCode(
  name: string,
  own: readonly string[],
  fed: readonly string[],
  around: Pick<CodeContext, "variable" | "textOf">,
): readonly string[] {
  if (kindOf(name) !== "code" && !columnOf(name, "wordsAreCode")) return NONE;
  const place = own.findIndex((word) => INLINE.test(word));
  const given = own.slice(place === -1 ? own.indexOf("-") + 1 : place + 2);
  const isFed = own[0] === "-" || own.every((word) => word.startsWith("-"));
  const context = { given, ...around, ...(!isFed && { fed }) };
  if (isFed || place === -1) return [...own, ...(isFed ? fed : [])].flatMap((code) => codeScripts(code, context));
  // `perl -n` runs the code for each line of its files or its input.
  const isForLines = own.slice(0, place + 1).some((word) => EACH_LINE.test(word));
  const read = isForLines ? given.flatMap((file) => around.textOf?.(file) ?? []) : [];
  const forLines = { ...context, fed: read.length > 0 ? read : fed };
  return own.flatMap((code, at) =>
    isForLines && at === place + 1
      ? codeScripts(`for $_ ($stdin) {\n${code}\n}`, forLines)
      : codeScripts(code, context),
  );
}

/** Matches the options of Perl and Ruby by which code runs for each line: `-n`, `-lne`, `-pi`. */
const EACH_LINE = /^-[a-zA-Z0-9]{0,4}[np]/;
/** Matches an option that is followed by code. */
const INLINE = /^(?:-\w{0,3}[ceEr]|--(?:eval|print)|-p)$/;

/** The scripts that code runs, and its deletions and writings, each as a script for a shell. */
export function codeScripts(code: string, context: CodeContext): readonly string[] {
  const whole = withLinesOfPerl(code);
  return [...scriptsInCode(whole, context), ...writingsInCode(whole, context)];
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
