/**
 * Marks stand for contents that are not known in the texts that one command passes to another: in a pipe, in `$(…)` or
 * in a variable. No script can hold a mark.
 */
const MARK = /\u0002[^\u0002]{1,40}\u0002/g;
const OF_FILE = /\u0002(file|value)(\d+)\u0002/g;

/** A file whose content is passed on. */
export interface MarkedFile {
  /** The number of the file. */
  readonly file: number;
  /** Only values that a search named are passed on, not the whole content. */
  readonly isPicked: boolean;
}

/** The mark of a file's content. */
export function markOf({ file, isPicked }: MarkedFile): string {
  return `\u0002${isPicked ? "value" : "file"}${file}\u0002`;
}

/** Each mark in the texts, once. */
export function marksIn(texts: readonly string[]): readonly string[] {
  let found: Set<string> | undefined;
  for (const text of texts) {
    if (!text.includes("\u0002")) continue;
    for (const [mark] of text.matchAll(MARK)) (found ??= new Set()).add(mark);
  }
  return found ? [...found] : NONE;
}

/** The files whose content stands in the texts. */
export function filesMarked(texts: readonly string[]): readonly MarkedFile[] {
  return marksIn(texts).flatMap((mark) =>
    Array.from(mark.matchAll(OF_FILE), ([, kind, file]) => ({ file: Number(file), isPicked: kind === "value" })),
  );
}

/** A text of which a command passes on only values that its arguments name. */
export function picked(text: string): string {
  return text.replace(OF_FILE, "\u0002value$2\u0002");
}

/** A text with the marks written as a shell would write the contents: `$(…)`. */
export function withoutMarks(text: string): string {
  return text.includes("\u0002") ? text.replace(OF_FILE, "$(…)").replace(MARK, "$(env)") : text;
}

const NONE: readonly string[] = [];
