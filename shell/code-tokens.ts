import { pattern } from "../kit/word-pattern.ts";

/** A text in double quotes may hold a text in double quotes between `#{` and `}`, as Ruby allows. */
const TOKEN = pattern("gy")`
  ([ \t\r\n]*)(?:([fFrRbBuU]{0,2})
  ("""(?:(?!""")[^]){0,4000}"""|'''(?:(?!''')[^]){0,4000}'''
  |"(?:#\{[^}\n]{0,200}\}|[^"\\\n#]|#(?!\{[^}\n]{0,200}\})|\\.){0,2000}"|'(?:[^'\\\n]|\\.){0,2000}'
  |\x60(?:[^\x60\\]|\\.){0,2000}\x60)|([$@]?[A-Za-z_][\w$]{0,80})|(==|=>|=~|!=|[^]))
`;

/** A token of code in Python, Node, Perl, Ruby or PHP. */
export interface Token {
  readonly kind: "text" | "name" | "punctuation";
  /** The content of a quoted text without its quotes; for other tokens the token itself. */
  readonly text: string;
  readonly source: string;
  /** The blanks before the token. */
  readonly before: string;
  /**
   * The quote of a quoted text; `prefix` is the letters before the quote, such as Python's `f`. Both are "" for other
   * tokens.
   */
  readonly quote: string;
  readonly prefix: string;
}

export function tokensOf(code: string): Token[] {
  return [...code.matchAll(TOKEN)].map(([, before = "", prefix = "", whole, name, sign = ""]) => {
    if (whole !== undefined) {
      const quotes = /^(?:"""|''')/.test(whole) ? 3 : 1;
      const inside = whole.slice(quotes, -quotes).replace(/\\(.)/gs, "$1");
      // Python's texts in three quotes are written in the form of other languages, which `quotesIn` reads.
      const source = prefix + (quotes === 3 ? inQuotes(inside) : whole);
      return { kind: "text", text: inside, source, before, prefix, quote: whole[0]! };
    }
    const text = name ?? sign;
    return { kind: name === undefined ? "punctuation" : "name", text, source: text, before, prefix: "", quote: "" };
  });
}

/** Stands between the texts of which a variable holds one, where these are written as one quoted text. */
export const OR = "\u0001";

/** Quotes a text in the form that `quotesIn` reads. */
export function inQuotes(text: string): string {
  return `"${text.replace(/[\\"`\n]/g, "\\$&")}"`;
}
