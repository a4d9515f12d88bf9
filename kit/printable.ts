/**
 * A file's name as one harmless line: control characters, which could move the cursor or forge a line, are shown
 * as escapes, and so are characters that turn the direction of text.
 */
export function printable(name: string): string {
  return name.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffd]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
