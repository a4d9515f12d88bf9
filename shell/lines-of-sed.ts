import { operandsOf, valuesOf } from "./parse-options.ts";

/** A substitution of sed: `s/PATTERN/TEXT/FLAGS`. */
interface Substitution {
  readonly pattern: string;
  readonly text: string;
  readonly flags: string;
}

/** The most substitutions of one command, and the most texts that are made of one line. */
const [MOST, MOST_TEXTS] = [16, 8] as const;
/** Patterns that match the whole line, in basic and extended form. */
const WHOLE = /^\^?\\?\(?\.[*+]?\\?\+?\\?\)?\$?$/;
const SPECIAL = /[.*[\]^$\\+?(){}|]/;

/** The scripts of a command of sed. */
function scriptsOfSed(own: readonly string[]): readonly string[] {
  const given = valuesOf(own, "e --expression");
  return given.length > 0 ? given : operandsOf(own, "f --file").slice(0, 1);
}

/**
 * The lines that sed may print for some lines. A pattern is not run: what it may match is the whole line, so that one
 * line can give several.
 */
export function linesOfSed(own: readonly string[], lines: readonly string[]): readonly string[] {
  const all = scriptsOfSed(own).flatMap(substitutionsIn);
  return all.length === 0 ? lines : lines.flatMap((line) => substituted(line, all));
}

/** The scripts for a shell that sed runs: by the command `e`, or by the flag `e` of a substitution. */
export function runBySed(own: readonly string[], lines: readonly string[]): readonly string[] {
  const scripts = scriptsOfSed(own);
  const commands = scripts.flatMap((script) =>
    [...script.matchAll(/(?:^|[;{}\n\d$/!])\s*e\s+([^\n]+)/g)].map(([, command]) => command!),
  );
  const all = scripts.flatMap(substitutionsIn);
  return all.some(({ flags }) => flags.includes("e"))
    ? [...commands, ...lines.flatMap((line) => substituted(line, all))]
    : commands;
}

function substituted(line: string, all: readonly Substitution[]): readonly string[] {
  let texts: readonly string[] = [line];
  for (const one of all) texts = texts.flatMap((text) => replaced(text, one)).slice(0, MOST_TEXTS);
  return texts;
}

function replaced(line: string, { pattern, text }: Substitution): readonly string[] {
  const filled = text.replace(/\\([\s\S])|&/g, (whole, letter: string | undefined) => {
    if (whole === "&" || /\d/.test(letter!)) return line;
    return letter === "n" ? "\n" : letter!;
  });
  if (pattern === "^") return [filled + line];
  if (pattern === "$") return [line + filled];
  if (WHOLE.test(pattern)) return [filled];
  if (!SPECIAL.test(pattern)) return [line.replaceAll(pattern, () => filled)];
  // A text without a blank names no command, so the line may stay as it is, or lose what matches.
  return /\s\S|\S\s/.test(text) ? [filled, filled + line] : [line];
}

/** The substitutions in a script of sed. */
function substitutionsIn(script: string): readonly Substitution[] {
  const found: Substitution[] = [];
  const starts = /(?:^|[;{}\n\d$/!\s])s([^\w\s\\;])/g;
  for (let match = starts.exec(script); match && found.length < MOST; match = starts.exec(script)) {
    const mark = match[1]!;
    const pattern = upTo(script, starts.lastIndex, mark);
    const text = pattern && upTo(script, pattern.end + 1, mark);
    if (!text) continue;
    const [flags = ""] = /^[\w]*/.exec(script.slice(text.end + 1)) ?? [];
    found.push({ pattern: pattern.text, text: text.text, flags });
    starts.lastIndex = text.end + 1 + flags.length;
  }
  return found;
}

/** The text up to the next mark without a backslash before it. */
function upTo(script: string, from: number, mark: string): { readonly text: string; readonly end: number } | undefined {
  for (let at = from; at < script.length; at += 1) {
    if (script[at] === "\\") at += 1;
    else if (script[at] === mark) return { text: script.slice(from, at).replaceAll(`\\${mark}`, mark), end: at };
  }
  return undefined;
}
