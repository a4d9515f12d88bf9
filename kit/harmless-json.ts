/**
 * A value as JSON text. What JSON leaves as it is but a terminal may obey (C1 controls, characters that turn the
 * direction of text) is written as escapes, which mean the same.
 */
export function harmlessJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
