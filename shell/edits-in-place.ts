import { hasOption, operandsOf, valuesOf } from "./parse-options.ts";

/** Matches functions of Perl and Ruby that print. */
const PRINTS = /\b(?:print|printf|say|puts|putc|p|write)\b|<<|\bSTDOUT\b/;
/** `DELETES_ALL` matches an editor's command that deletes every line, `WRITES` a command that saves the file. */
const DELETES_ALL = /^:?\s*(?:%|1,\$|,|g\/\^?(?:\.\*)?\/)\s*d(?:elete)?\b/;
const WRITES = /^:?\s*(?:w|wq|wa|wqa|x|xa|xit|up|update|exit)!?$/;

/** Whether sed empties the file: `sed -i d f`, `sed -i '1,$d' f`, `sed -ni '' f`. */
export function sedLeavesNothing(own: readonly string[]): boolean {
  if (!own.some((word) => /^-\w*i|^--in-?place/.test(word))) return false;
  if (own.some((word) => /^(?:1,\$)?d$/.test(word))) return true;
  const given = valuesOf(own, "e --expression");
  const scripts = given.length > 0 ? given : operandsOf(own).slice(0, 1);
  return hasOption(own, "n", "--quiet", "--silent") && !scripts.some((script) => /p/.test(script));
}

/**
 * Whether Perl or Ruby empties the file, because with `-n` the code prints no line: `perl -i -ne '' f`. With a word
 * such as `-i.bak` the result is `false`: the letters after `-i` are the suffix of a backup, which holds the old
 * content.
 */
export function codeLeavesNothing(own: readonly string[]): boolean {
  const code = valuesOf(own, "eE");
  return (
    code.length > 0 &&
    own.some((word) => /^-\w*i$/.test(word)) &&
    hasOption(own, "n") &&
    !hasOption(own, "p") &&
    !code.some((text) => PRINTS.test(text))
  );
}

/** Whether an editor empties the file: `ex -c '%d|x' f`, `vim -es +%d +wq f`. */
export function editorLeavesNothing(own: readonly string[]): boolean {
  const behindPlus = own.flatMap((word) => /^\+(.+)/s.exec(word)?.[1] ?? []);
  const commands = [...valuesOf(own, "c --cmd"), ...behindPlus].flatMap((text) => text.split("|"));
  return commands.some((one) => DELETES_ALL.test(one)) && commands.some((one) => WRITES.test(one.trim()));
}
