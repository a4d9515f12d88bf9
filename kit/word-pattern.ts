/**
 * Matches a text that is one of many words. The words are given in one text with blanks or line ends between them, and
 * each may be a pattern itself.
 */
export function oneOf(words: string, flags = ""): RegExp {
  return new RegExp(`^(?:${alternatives(words)})$`, flags);
}

/** Matches a text in which one of many words stands. */
export function anyOf(words: string, flags = ""): RegExp {
  return new RegExp(alternatives(words), flags);
}

/** The words as a part of a pattern. */
export function alternatives(words: string): string {
  return words.trim().replace(/\s+/g, "|");
}

/** A long pattern over several lines: line ends and the blanks that begin a line are no part of it. */
export function pattern(flags = ""): (parts: TemplateStringsArray, ...values: string[]) => RegExp {
  return (parts, ...values) => new RegExp(String.raw(parts, ...values).replace(/\n\s*/g, ""), flags);
}
