import { pattern } from "../kit/word-pattern.ts";

/**
 * Matches comments that fill whole lines: `// …`, `/* … *\/`, `# …`, the documentation of Perl (`=pod … =cut`) and Ruby
 * (`=begin … =end`), and the texts in three quotes by which Python describes a module or a function. A comment behind
 * code is left, since its sign may stand in a text. JavaScript begins a private member with `#`, as in `#root = 1` and
 * `#find(`. Each match ends where the next one may begin, so the search is linear.
 */
const COMMENT = pattern("gm")`
  ^[ \t]*(?:\/\/[^\n]*|\/\*[^]*?(?:\*\/|(?=^[ \t]*\/\*))|#(?![\w$]+\s*[=(;])[^\n]*)
  |(?<=(?:(?<![^])|:)\s{0,80})[rRuU]?(?:"""(?:(?!""")[^])*"""|'''(?:(?!''')[^])*''')(?=[ \t]*$)
  |^=(?:cut|end)\b[^\n]*|^=[a-z]\w*\b[^]*?(?=^=[a-z])
`;

/** Code without the comments that fill whole lines. Its lines keep their numbers. */
export function withoutComments(code: string): string {
  return code.replace(COMMENT, (comment) => comment.replace(/[^\n]+/g, ""));
}
