/**
 * What a text from a repository may not bring along: controls, which a terminal obeys, marks that turn the direction of
 * text, and letters that nobody sees (tags, U+E0000 on). Tabs and line ends are told apart below.
 */
const HARMFUL =
  "[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f" +
  "\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]|\\udb40[\\udc00-\\udc7f]";

/** A file's name as one harmless line: what is harmful in it is shown as escapes, and so are tabs and line ends. */
export function printable(name: string): string {
  return name.replace(new RegExp(`${HARMFUL}|[\\t\\n\\r\\ufffd]`, "g"), escaped);
}

/** The same for a text of several lines, whose tabs and line ends stay. */
export function printableText(text: string): string {
  return text.replace(new RegExp(`${HARMFUL}|\\r(?!\\n)`, "g"), escaped);
}

function escaped(characters: string): string {
  return characters
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
