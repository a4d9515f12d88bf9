/**
 * Character classes as bits, so that one table look-up and one `&` test whether a character is in one of several
 * classes. Characters outside ASCII belong to no class.
 */
export const DIGIT = 1;
export const LOWER = 2;
export const UPPER = 4;
export const HEX_LOWER = 8;
export const HEX_UPPER = 16;
export const UNDERSCORE = 32;
export const DASH = 64;
export const DOT = 128;
export const PLUS_SLASH = 256;
export const EQUALS = 512;
export const TILDE = 1024;
/** ASCII's blanks and line ends; `isWideBlank` finds blanks beyond ASCII. */
export const BLANK = 2048;
export const QUOTE = 4096;
/** Characters that end a bare value in code, prose and markup. */
export const STOP = 8192;
export const COLON = 32768;

export const LETTER = LOWER | UPPER;
export const ALNUM = DIGIT | LETTER;
/** Characters of a name in code and configuration: `db.client-secret_2`. */
export const NAME = ALNUM | UNDERSCORE | DASH | DOT;

export const FLAGS: Uint16Array = fill();

/** The class bits of the character at `at`; 0 outside the text and outside ASCII. */
export function flagsAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? (FLAGS[code] as number) : 0;
}

/** Blanks and line ends beyond ASCII, except U+2000 to U+200A. Web pages and Japanese texts have them. */
const WIDE = "\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff";

export function isWideBlank(code: number): boolean {
  return code > 127 && ((code >= 0x2000 && code <= 0x200a) || WIDE.includes(String.fromCharCode(code)));
}

/** The end of the run that starts at `at` and consists of characters of `mask`; at most `limit`. */
export function runEnd(text: string, at: number, mask: number, limit: number): number {
  const stop = Math.min(text.length, limit);
  let end = at;
  while (end < stop) {
    const code = text.charCodeAt(end);
    if (code > 127 || ((FLAGS[code] as number) & mask) === 0) break;
    end += 1;
  }
  return end;
}

/** The start of the run that ends at `at` and consists of characters of `mask`; at least `limit`. */
export function runStart(text: string, at: number, mask: number, limit: number): number {
  let start = at;
  while (start > limit) {
    const code = text.charCodeAt(start - 1);
    if (code > 127 || ((FLAGS[code] as number) & mask) === 0) break;
    start -= 1;
  }
  return start;
}

/**
 * Every run of characters of one kind, however long. V8 throws a RangeError if a repetition in a pattern matches more
 * than some sixteen million characters, so a second pattern finds the run's end.
 * @param beginning a global pattern for a fixed number of characters of this kind
 * @param other a global pattern for one character of another kind
 */
export function* longRuns(text: string, beginning: RegExp, other: RegExp): Generator<{ 0: string; index: number }> {
  for (beginning.lastIndex = 0; ; ) {
    const begun = beginning.exec(text);
    if (begun === null) return;
    other.lastIndex = beginning.lastIndex;
    const end = other.exec(text)?.index ?? text.length;
    yield { 0: text.slice(begun.index, end), index: begun.index };
    beginning.lastIndex = end;
  }
}

function fill(): Uint16Array {
  const flags = new Uint16Array(128);
  const set = (characters: string, flag: number): void => {
    for (let i = 0; i < characters.length; i++) {
      const code = characters.charCodeAt(i);
      flags[code] = (flags[code] as number) | flag;
    }
  };
  set("0123456789", DIGIT | HEX_LOWER | HEX_UPPER);
  set("abcdefghijklmnopqrstuvwxyz", LOWER);
  set("ABCDEFGHIJKLMNOPQRSTUVWXYZ", UPPER);
  set("abcdef", HEX_LOWER);
  set("ABCDEF", HEX_UPPER);
  set("_", UNDERSCORE);
  set("-", DASH);
  set(".", DOT);
  set("+/", PLUS_SLASH);
  set("=", EQUALS);
  set("~", TILDE);
  set(":", COLON);
  set(" \t\n\v\f\r", BLANK);
  set("\"'`", QUOTE);
  set(" \t\n\v\f\r\"'`<>,;()[]{}|&\\\0\x1b", STOP);
  return flags;
}

/**
 * Matches twelve words of 3 to 8 letters in a row, as in the seed phrase of a wallet. Prose has shorter words among the
 * others.
 */
export const SEED_ROW = /(?<![a-z])(?:[a-z]{3,8} ){11}[a-z]{3,8}/;
