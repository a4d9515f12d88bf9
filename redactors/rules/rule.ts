import * as is from "../charset.ts";

/**
 * The shape of what follows a prefix, written as parts with blanks between them:
 * a letter for the characters, then how many; text in single quotes stands for itself.
 *
 * | letter | characters |  | letter | characters |
 * |---|---|---|---|---|
 * | d | 0-9 |  | w | A-Z a-z 0-9 _ |
 * | h | 0-9 a-f |  | b | w and - (base64url) |
 * | H | 0-9 a-f A-F |  | e | b and . = |
 * | l | a-z 0-9 |  | B | A-Z a-z 0-9 + / = (base64) |
 * | u | A-Z 0-9 |  | x | e and + / ~ |
 * | a | A-Z a-z 0-9 |  | c | A-Z a-z |
 * | X | 0-9 A-F |  |  |  |
 *
 * `a36` is exactly 36, `a20..64` 20 to 64, `a20+` 20 or more (512 at most).
 * `"h24 '-' h34"` is 24 hex digits, a dash, 34 hex digits. Parts are greedy and never go back, so the work is linear.
 */
export type Shape = string;

/**
 * One parsed part of a shape: a literal text, or a class of characters with the least and the greatest number of them.
 */
export interface RulePart {
  readonly literal: string;
  readonly mask: number;
  readonly min: number;
  readonly max: number;
}

const MOST = 512;

const CLASSES: Readonly<Record<string, number>> = {
  d: is.DIGIT,
  h: is.HEX_LOWER,
  H: is.HEX_LOWER | is.HEX_UPPER,
  X: is.HEX_UPPER,
  l: is.DIGIT | is.LOWER,
  u: is.DIGIT | is.UPPER,
  a: is.ALNUM,
  c: is.LETTER,
  w: is.ALNUM | is.UNDERSCORE,
  b: is.ALNUM | is.UNDERSCORE | is.DASH,
  e: is.ALNUM | is.UNDERSCORE | is.DASH | is.DOT | is.EQUALS,
  B: is.ALNUM | is.PLUS_SLASH | is.EQUALS,
  x: is.ALNUM | is.UNDERSCORE | is.DASH | is.DOT | is.EQUALS | is.PLUS_SLASH | is.TILDE,
};

/** Parses a shape. Throws on an unknown part, which is a mistake in a table that the tests find. */
export function parseShape(shape: Shape): readonly RulePart[] {
  return shape.split(" ").map((part) => {
    if (part.startsWith("'")) return { literal: part.slice(1, -1), mask: 0, min: 0, max: 0 };
    const mask = CLASSES[part.slice(0, 1)];
    const [low = "", high] = part.slice(1).replace("+", `..${MOST}`).split("..");
    const min = Number(low);
    const max = high === undefined ? min : Number(high);
    if (mask === undefined || !(min >= 0) || !(max >= min) || low === "")
      throw new Error(`"${part}" is not a part of a shape`);
    return { literal: "", mask, min, max };
  });
}

/**
 * The end of the shape that starts at `at`, or -1 if the text at `at` does not have the shape.
 *
 * A token that a terminal has wrapped continues behind a newline and an indent. The next line is read only while a part
 * has fewer characters than it needs.
 */
export function matchShape(text: string, at: number, parts: readonly RulePart[]): number {
  let end = at;
  for (const part of parts) {
    if (part.literal !== "") {
      if (!text.startsWith(part.literal, end)) return -1;
      end += part.literal.length;
      continue;
    }
    const start = end;
    end = is.runEnd(text, start, part.mask, start + part.max);
    if (end - start >= part.min) continue;
    end = end - start >= LEAST_BEFORE_WRAP ? afterWrap(text, end, part, end - start) : -1;
    if (end === -1) return -1;
  }
  return end;
}

const LEAST_BEFORE_WRAP = 8;
const MAX_INDENT = 16;
/**
 * The text behind the first word of the next line, if the word is not the rest of a token: more of a name, or an
 * operator.
 */
const BEGINS_LINE = /^(?:[\w-]|[ \t]{0,4}[=:])/;

function afterWrap(text: string, at: number, part: RulePart, have: number): number {
  let next = text[at] === "\r" ? at + 1 : at;
  if (text[next] !== "\n") return -1;
  next += 1;
  const indent = Math.min(text.length, next + MAX_INDENT);
  while (next < indent && (text[next] === " " || text[next] === "\t")) next += 1;
  const end = is.runEnd(text, next, part.mask, next + part.max - have);
  return have + end - next >= part.min && !BEGINS_LINE.test(text.slice(end, end + 8)) ? end : -1;
}

/**
 * The characters that must not touch a token. Without an edge a token is also found inside other text, which is right
 * if its prefix cannot occur by chance.
 *
 * - `left`: no letter or digit directly before the token.
 * - `both`: as `left`, and its last part must not go on behind it.
 * - `after`: the prefix is a name, not a part of the secret, and stays.
 */
type Edge = "left" | "both" | "after";

/**
 * One token format: the kind, prefixes with blanks between them (`␣` is a blank in a prefix), the shape of the text
 * behind the prefix, and the edge. The kind is the rule's name and stands in the marker: `[a-z0-9-]+`.
 *
 * `["npm-token", "npm_", "a36"]`
 */
export type Rule = readonly [kind: string, prefixes: string, shape: Shape, edge?: Edge];
