import { ALNUM, DASH, runEnd, UNDERSCORE } from "../charset.ts";
import type { Scan } from "../scan.ts";

/** As far as `readCommand` reads, and somewhat more. */
const MAX_COMMAND = 2100;

/** Whether `readCommand` can find anything at a program's name: an option stands on its line, or on those that a `\` joins to it. */
export function mayHaveOptions({ text }: Scan, start: number, end: number): boolean {
  // These two take a password without one.
  if (/securestring|rabbitmqctl/i.test(text.slice(start, end))) return true;
  const nameEnd = runEnd(text, end, ALNUM | DASH | UNDERSCORE, end + 16);
  const rest = text.slice(end - 2, end + MAX_COMMAND);
  // A line's end right behind the name ends no command.
  let stop = nameEnd - end + 2 + (text[nameEnd] === "\r" ? 1 : 0);
  do stop = rest.indexOf("\n", stop + 1);
  while (stop !== -1 && /(?:\\|[\\\r]\r)$/.test(rest.slice(stop - 2, stop)));
  return /\s[-/]/.test(stop === -1 ? rest : rest.slice(0, stop));
}
