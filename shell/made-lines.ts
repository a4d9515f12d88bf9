import { unescaped } from "./expansion.ts";
import { hasOption, operandsOf, valuesOf } from "./parse-options.ts";

/** The most texts of a value of JSON. */
const MOST = 1000;
const QUOTED = /"((?:[^"\\]|\\[^])*)"/g;

export function linesIn(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.split("\n")).filter((line) => line.trim() !== "");
}

/** The lines of `paste`, which joins those of several files. @param texts the text of each file */
export function columnsOf(own: readonly string[], texts: readonly string[]): readonly string[] {
  const [mark = "\t"] = valuesOf(own, "d --delimiters");
  const columns = texts.map((text) => linesIn([text]));
  if (columns.length < 2) return columns[0] ?? [];
  const longest = Math.max(...columns.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => columns.map((lines) => lines[at] ?? "").join(mark));
}

/** A text with the letters that `tr` puts in the place of others. Of ranges and classes nothing is replaced. */
export function lettersOf(own: readonly string[], text: string): string {
  const [given = "", other = ""] = operandsOf(own).map((word) => unescaped(word));
  if (/[[-]/.test(given) || own.length > 2) return text;
  const letters = Array.from(other);
  const isDeletion = hasOption(own, "d", "--delete");
  const to = (at: number) => (isDeletion ? "" : (letters[at] ?? letters.at(-1) ?? ""));
  return Array.from(given).reduce((changed, letter, at) => changed.replaceAll(letter, () => to(at)), text);
}

/**
 * The texts that `jq` may print: each text of its input, alone and in the quoted texts of the filter: `"rm " + .`,
 * `"rm \\(.)"`.
 */
export function textsOfJq(own: readonly string[], fed: readonly string[]): readonly string[] {
  const values = fed.flatMap(textsInJson);
  const quoted = own.flatMap((word) => [...word.matchAll(QUOTED)].map(([, text]) => text!));
  const made = quoted
    .filter((text) => text.includes(" "))
    .flatMap((text) =>
      values.map((value) => (/\\\(/.test(text) ? text.replace(/\\\([^)]*\)/g, () => value) : text + value)),
    );
  return made.length > 0 ? made : values;
}

function textsInJson(text: string): readonly string[] {
  try {
    return textsOf(JSON.parse(text)).slice(0, MOST);
  } catch {
    return linesIn([text]);
  }
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
