/** The line end and the indentation of a text, so that inserted lines look the same. */
export interface Layout {
  readonly eol: string;
  /** The whitespace of one level of indentation. */
  readonly unit: string;
}

/** The layout of a text. Default: a newline, and two spaces per level. */
export function layoutOf(text: string): Layout {
  const eol = /\r?\n/.exec(text)?.[0] ?? "\n";
  const unit = /^(\t|[ ]{1,8})(?=\S)/m.exec(text)?.[1] ?? "  ";
  return { eol, unit };
}

/** Splits a leading byte order mark from a text, because parsers reject it. */
export function splitBom(text: string): [bom: string, rest: string] {
  return text.startsWith("\uFEFF") ? ["\uFEFF", text.slice(1)] : ["", text];
}

/** The whitespace at the start of the line that holds the offset. */
export function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))![0];
}
