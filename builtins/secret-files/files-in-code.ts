import { pattern } from "../../kit/word-pattern.ts";
import { kindOf } from "../../shell/doors/programs.ts";
import { OR, quotesIn, scriptsInCode, withPlainPaths } from "../../shell/doors/code.ts";
import { filesRead } from "../../shell/doors/effects.ts";

/** Matches an option or a verb of an interpreter that is followed by code. */
const INLINE = /^(?:-\w{0,3}[cepErn]|--(?:eval|print)|-m|eval|runner)$/;
/** Options by which a program changes the lines of a file in place. */
const IN_PLACE = /^-\w{0,3}i/;
/** Matches code before the name of a file, if the code does not read or not print the file. */
const ASKS = pattern("i")`
  (?:exists\w*|is_?file|access\w*|l?stat\w*|unlink\w*|remove|rm\w*|chmod\w*|write\w*|append\w*|touch|dotenv\w*
  |dotenv_path\s?=\s?|path\s?:\s?)\s?\(?\s?$|\bfrom\s$
`;
/** Matches code behind the name of a file, if the code does not read or not print the file. */
const ASKS_BEHIND = /^\s?\)\s?\.\s?(?:exists|is_file|stat|unlink|write\w*|touch|chmod)\b/;
/** Matches code before the name of a file that the code opens. */
const OPENS = /open\w*\s?\(?\s?$/i;
/** Matches code behind the name of a file that the code opens for writing. */
const WRITES = /^\s?,\s?(?:mode\s?=\s?)?["'`](?:[wax][bt+]{0,2}["'`]|>)/;

/** The files that the code of a command names and may read, and those that the command passes to the code. */
export function filesInCode(name: string, own: readonly string[], fed: readonly string[]): readonly string[] {
  const { code, given } = codeOf(name, own, fed);
  return [...code.flatMap(namesIn), ...given];
}

function codeOf(name: string, own: readonly string[], fed: readonly string[]): { code: string[]; given: string[] } {
  if (kindOf(name) !== "code") return { code: [], given: [] };
  const at = own.findIndex((word) => INLINE.test(word));
  const isFed = own[0] === "-" || own.every((word) => word.startsWith("-"));
  if (at === -1) return { code: isFed ? [...fed] : [], given: [] };
  const [code = "", ...given] = own.slice(at + 1);
  const isChanged = /^(?:perl|ruby)$/.test(name) && own.some((word) => IN_PLACE.test(word));
  const files = isChanged ? [] : given.filter((word) => !word.startsWith("-"));
  return { code: [code], given: files };
}

function namesIn(given: string): string[] {
  const code = withPlainPaths(given);
  const started = scriptsInCode(given).flatMap((script) => {
    const [name = "", ...own] = script.split(/\s+/);
    return filesRead(name, own).files;
  });
  const named = [...quotesIn(code)].flatMap(({ start, end, text }) => {
    const before = code.slice(Math.max(0, start - 40), start);
    const behind = code.slice(end, end + 40);
    const isWritten = OPENS.test(before) && WRITES.test(behind);
    return isWritten || ASKS.test(before) || ASKS_BEHIND.test(behind)
      ? []
      : text.split(OR).map((one) => one.replace(/^\+?<\s*/, ""));
  });
  return [...named, ...started];
}
