/**
 * Digits and letters of any script, inside of a class of characters: what stands beside a number or an address makes it
 * a part of something else. Without property classes of Unicode, which take long to load.
 */
export const LETTERS = String.raw`\w\u00c0-\u1fff\u3040-\ud7ff`;
