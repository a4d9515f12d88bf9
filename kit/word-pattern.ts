/**
 * A pattern that matches a text that equals one of many words. The words are given in one text with blanks or line ends
 * between them, and each may be a pattern itself.
 */
export function oneOf(words: string, flags = ""): RegExp {
  return new RegExp(`^(?:${alternatives(words)})$`, flags);
}

/** A pattern that matches a text that contains one of many words. The words are given as for `oneOf`. */
export function anyOf(words: string, flags = ""): RegExp {
  return new RegExp(alternatives(words), flags);
}

/** The words with `|` between them, as a part of a pattern. */
export function alternatives(words: string): string {
  return words.trim().replace(/\s+/g, "|");
}

/** Makes a pattern from a template of several lines; line ends and the blanks that begin a line are left out. */
export function pattern(flags = ""): (parts: TemplateStringsArray, ...values: string[]) => RegExp {
  return (parts, ...values) => new RegExp(String.raw(parts, ...values).replace(/\n\s*/g, ""), flags);
}
