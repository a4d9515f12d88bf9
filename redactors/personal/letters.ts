/**
 * Digits and letters of any script, inside of a class of characters: one beside a number or an address makes that a
 * part of something else. Without property classes of Unicode, which take long to load.
 */
export const LETTERS = String.raw`\w\u00c0-\u1fff\u3040-\ud7ff`;
