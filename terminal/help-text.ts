import { widthOf, wrapped } from "./text-width.ts";

/** The least columns that a description gets beside its subject. */
const LEAST = 20;

/**
 * A command's help within some columns. Lines of prose that follow one another are a paragraph; in an indented line
 * with two columns the second one goes on below itself. A command alone stays on one line, for people copy it.
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
