import { hasOption, operandsOf, valuesOf } from "./parse-options.ts";

/** Functions with which a line is printed, in Perl and Ruby. */
const PRINTS = /\b(?:print|printf|say|puts|putc|p|write)\b|<<|\bSTDOUT\b/;
/** A command of an editor that deletes every line; the next pattern is a command that writes the file. */
const DELETES_ALL = /^:?\s*(?:%|1,\$|,|g\/\^?(?:\.\*)?\/)\s*d(?:elete)?\b/;
const WRITES = /^:?\s*(?:w|wq|wa|wqa|x|xa|xit|up|update|exit)!?$/;

/** `sed -i d f`, `sed -i '1,$d' f`, `sed -ni '' f` */
export function sedLeavesNothing(own: readonly string[]): boolean {
  if (!own.some((word) => /^-\w*i|^--in-?place/.test(word))) return false;
  if (own.some((word) => /^(?:1,\$)?d$/.test(word))) return true;
  const given = valuesOf(own, "e --expression");
  const scripts = given.length > 0 ? given : operandsOf(own).slice(0, 1);
  return hasOption(own, "n", "--quiet", "--silent") && !scripts.some((script) => /p/.test(script));
}

/** `perl -i -ne '' f`: no line is printed. Behind `-i` in the same word stands the end of a copy's name. */
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

/** `ex -c '%d|x' f`, `vim -es +%d +wq f` */
export function editorLeavesNothing(own: readonly string[]): boolean {
  const behindPlus = own.flatMap((word) => /^\+(.+)/s.exec(word)?.[1] ?? []);
  const commands = [...valuesOf(own, "c --cmd"), ...behindPlus].flatMap((text) => text.split("|"));
  return commands.some((one) => DELETES_ALL.test(one)) && commands.some((one) => WRITES.test(one.trim()));
}
