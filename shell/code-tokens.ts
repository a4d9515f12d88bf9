import { pattern } from "../kit/word-pattern.ts";

const TOKEN = pattern("gy")`
  ([ \t\r\n]*)(?:([fFrRbBuU]{0,2})("(?:[^"\\\n]|\\.){0,2000}"|'(?:[^'\\\n]|\\.){0,2000}'
  |\x60(?:[^\x60\\]|\\.){0,2000}\x60)|([$@]?[A-Za-z_][\w$]{0,80})|(==|=>|=~|!=|[^]))
`;

/** A piece of code of Python, Node, Perl, Ruby or PHP. */
export interface Token {
  readonly kind: "text" | "name" | "punctuation";
  /** The text of a quoted piece without its quotes, or the piece as it stands. */
  readonly text: string;
  readonly source: string;
  /** The blanks before the piece. */
  readonly before: string;
  /**
   * The first quote of a quoted text; `prefix` is the letters before it, like the `f` of Python. Both are "" for other
   * pieces.
   */
  readonly quote: string;
  readonly prefix: string;
}

export function tokensOf(code: string): Token[] {
  return [...code.matchAll(TOKEN)].map(([, before = "", prefix = "", whole, name, sign = ""]) => {
    if (whole !== undefined)
      return {
        kind: "text",
        text: whole.slice(1, -1).replace(/\\(.)/gs, "$1"),
        source: prefix + whole,
        before,
        prefix,
        quote: whole[0]!,
      };
    const text = name ?? sign;
    return { kind: name === undefined ? "punctuation" : "name", text, source: text, before, prefix: "", quote: "" };
  });
}

/** A text in quotes, as `quotesIn` reads it. */
export function inQuotes(text: string): string {
  const quote = text.includes("\n") ? "`" : '"';
  return quote + text.replace(/[\\"`]/g, "\\$&") + quote;
}
