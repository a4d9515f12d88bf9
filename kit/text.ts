/**
 * A text without the byte order mark that some editors and shells put before it. Uses no pattern, since each hook would
 * have to compile it.
 */
export function stripBom(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

/** The offset of the line break at or after an offset; the text's length if there is none. */
export function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/** The most words that `shortened` shows. */
const SHOWN = 3;

/** The first three words, and the number of further words: `a, b, c and 2 more`. */
export function shortened(words: readonly string[]): string {
  return words.slice(0, SHOWN).join(", ") + (words.length > SHOWN ? ` and ${words.length - SHOWN} more` : "");
}

/** `1 file`, `3 files`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * A name from a settings file, for a sentence that quotes it. If the name has a character that no name of snapveil has,
 * it is replaced by `(an odd name)`, since it could be a secret or a forged line.
 */
export function plainName(name: string): string {
  return /^[A-Za-z_-]{1,40}$/.test(name) ? name : "(an odd name)";
}

/**
 * Matches characters that are harmful in a repository's text: controls, which a terminal obeys, marks that change the
 * direction of text, and invisible letters (tags, U+E0000 on). Tabs and line ends are not matched.
 */
const HARMFUL =
  "[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f" +
  "\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]|\\udb40[\\udc00-\\udc7f]";

/** A file's name as one harmless line: harmful characters, tabs and line ends are shown as escapes. */
export function printable(name: string): string {
  return name.replace(new RegExp(`${HARMFUL}|[\\t\\n\\r\\ufffd]`, "g"), escaped);
}

/** A text of several lines with its harmful characters shown as escapes; tabs and line ends stay. */
export function printableText(text: string): string {
  return text.replace(new RegExp(`${HARMFUL}|\\r(?!\\n)`, "g"), escaped);
}

/** Matches the invisible letters that `HARMFUL` does not match, and the sequences that set a terminal's colours. */
const UNSEEN = "\\u001b\\[[0-9;?]*[ -/]*[@-~]|[\\u00ad\\u034f\\u061c\\u180e\\u200c\\u200d]|\\udb40[\\udd00-\\uddef]";

/** A text of several lines without harmful and invisible characters; tabs become blanks. */
export function withoutHarmful(text: string): string {
  return text
    .replace(new RegExp(`${UNSEEN}|${HARMFUL}`, "g"), "")
    .replace(/\t/g, " ")
    .replace(/\r\n?/g, "\n");
}

function escaped(characters: string): string {
  return characters
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

/** The first bytes of a UTF-8 text, at most `most`. No character is cut in two. */
export function firstBytes(bytes: Buffer, most: number): Buffer {
  let end = Math.min(most, bytes.length);
  while (end < bytes.length && end > 0 && isInside(bytes, end)) end -= 1;
  return bytes.subarray(0, end);
}

/** The last bytes of a UTF-8 text, at most `most`. No character is cut in two. */
export function lastBytes(bytes: Buffer, most: number): Buffer {
  let start = Math.max(0, bytes.length - most);
  while (start > 0 && start < bytes.length && isInside(bytes, start)) start += 1;
  return bytes.subarray(start);
}

function isInside(bytes: Buffer, at: number): boolean {
  return (bytes[at]! & 0xc0) === 0x80;
}
