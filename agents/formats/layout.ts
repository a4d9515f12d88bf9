/** The layout of a text: inserted lines look like the rest. */
export interface Layout {
  readonly eol: string;
  /** One step of indentation. */
  readonly unit: string;
}

/** The layout of a text; two spaces and a newline if it does not show one. */
export function layoutOf(text: string): Layout {
  const eol = /\r?\n/.exec(text)?.[0] ?? "\n";
  const unit = /^(\t|[ ]{1,8})(?=\S)/m.exec(text)?.[1] ?? "  ";
  return { eol, unit };
}

/** A text and the mark of its encoding in front, which parsers do not want to see. */
export function splitBom(text: string): [bom: string, rest: string] {
  return text.startsWith("\uFEFF") ? ["\uFEFF", text.slice(1)] : ["", text];
}

/** The whitespace at the beginning of the line in which an offset lies. */
export function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))![0];
}
