import { SOME } from "./found-by.ts";
import { operandsOf, valuesOf } from "./parse-options.ts";

/** What code of awk prints and runs. */
export interface OfAwk {
  readonly prints: readonly string[];
  /** Scripts for a shell: the arguments of `system`, and the other ends of pipes. */
  readonly runs: readonly string[];
}

/** The most statements of one code that are read. */
const MOST = 32;
const TEXT = String.raw`"(?:[^"\\]|\\.)*"`;
/** An expression that joins texts, fields and names, up to a pipe, a redirection or the end of the statement. */
const JOINED = String.raw`((?:${TEXT}|[\w$,.+\-()\s[\]]){0,400})`;
const PRINTS = new RegExp(String.raw`\bprint(f)?\b${JOINED}(?:(\|&?|>>?)\s*(${TEXT}|\w+))?`, "g");
const SYSTEM = new RegExp(String.raw`\bsystem\s*\(${JOINED}\)`, "g");
const READ = new RegExp(String.raw`(${TEXT}(?:[\s\w$.]|${TEXT}){0,40})\|&?\s*getline\b`, "g");
const PARTS = new RegExp(String.raw`(${TEXT})|\$(\w+|\([^)]*\))|(,)|([A-Za-z_]\w*)`, "g");

/** The code in the arguments of awk. */
function codeOf(own: readonly string[]): string {
  const given = valuesOf(own, "e --source");
  return (given.length > 0 ? given : operandsOf(own, "fFvi --file --assign --include").slice(0, 1)).join("\n");
}

/** What awk prints and runs for some lines of its input; without any, for an unknown one. */
export function ofAwk(own: readonly string[], given: readonly string[]): OfAwk {
  const code = codeOf(own);
  const [separator = " "] = valuesOf(own, "F --field-separator");
  const lines = given.length > 0 ? given : [SOME];
  const [prints, runs]: [string[], string[]] = [[], []];
  const each = (expression: string, isFormat = false) => {
    const read = /\$/.test(expression) || expression.trim() === "" ? lines : lines.slice(0, 1);
    return read.map((line) => textOf(expression, line, separator, isFormat));
  };
  for (const [, isFormat, expression = "", sign, target = ""] of some(code, PRINTS)) {
    const texts = each(expression, isFormat !== undefined);
    if (sign === undefined) prints.push(...texts);
    else if (sign.startsWith("|")) runs.push(...pipedTo(target, texts));
  }
  for (const [, expression = ""] of some(code, SYSTEM)) runs.push(...each(expression));
  for (const [, expression = ""] of some(code, READ)) runs.push(...each(expression));
  return { prints, runs };
}

function some(code: string, pattern: RegExp): readonly RegExpExecArray[] {
  return [...code.matchAll(pattern)].slice(0, MOST);
}

/** The script of a pipe: the lines themselves if a shell reads these. */
function pipedTo(target: string, texts: readonly string[]): readonly string[] {
  const program = unquoted(target);
  return /^(?:\S*\/)?(?:ba|z|da|k)?sh$/.test(program) ? texts : [program];
}

/** The text of an expression for one line. */
function textOf(expression: string, line: string, separator: string, isFormat: boolean): string {
  const fields = separator === " " ? line.trim().split(/\s+/) : line.split(separator);
  let text = "";
  const values: string[] = [];
  for (const [, quoted, field, comma, name] of expression.matchAll(PARTS)) {
    if (comma !== undefined && isFormat) values.push("");
    else if (comma !== undefined) text += " ";
    else {
      const value = quoted !== undefined ? unquoted(quoted) : field !== undefined ? fieldOf(field, line, fields) : SOME;
      if (isFormat && values.length > 0) values.push(values.pop()! + value);
      else if (name !== "printf") text += value;
    }
  }
  if (expression.trim() === "") return line;
  return isFormat ? text.replace(/%[-\d.]*[a-z]/g, () => values.shift() ?? SOME) : text;
}

function fieldOf(field: string, line: string, fields: readonly string[]): string {
  if (field === "0") return line;
  if (field === "NF") return fields.at(-1) ?? "";
  // The whole line stands for a field that is not known, as a name does for a line in which other facts stand, too.
  return /^\d+$/.test(field) ? (fields[Number(field) - 1] ?? line) : line;
}

function unquoted(text: string): string {
  return text.replace(/^"|"$/g, "").replace(/\\(.)/g, (_, letter: string) => (letter === "n" ? "\n" : letter));
}
