import { widthOf, wrapped } from "./text-width.ts";

/** The least width of a description beside its subject, in columns. */
const LEAST = 20;

/**
 * The help of a command, wrapped. Consecutive unindented lines are a paragraph. In an indented line with two columns
 * only the second column is wrapped, and its further lines start in the same column. A line with only a command is not
 * wrapped, so that a person can copy it.
 */
export function fitHelp(text: string, columns: number): string {
  const lines: string[] = [];
  let paragraph: string[] = [];
  for (const line of [...text.split("\n"), ""]) {
    if (/^\S/.test(line)) {
      paragraph.push(line);
      continue;
    }
    if (paragraph.length > 0) lines.push(...wrapped(paragraph.join(" "), columns));
    paragraph = [];
    lines.push(...hanging(line, columns));
  }
  return lines.slice(0, -1).join("\n");
}

function hanging(line: string, columns: number): string[] {
  const [, head = "", text] = /^(\s+\S.*?\s{2,})(\S.*)$/.exec(line) ?? [];
  if (text === undefined || widthOf(line) <= columns) return [line];
  const room = columns - widthOf(head);
  const indent = room < LEAST ? 6 : widthOf(head);
  const rest = wrapped(text, Math.max(LEAST, columns - indent));
  const below = (some: readonly string[]) => some.map((one) => " ".repeat(indent) + one);
  return room < LEAST ? [head.trimEnd(), ...below(rest)] : [head + rest[0]!, ...below(rest.slice(1))];
}
