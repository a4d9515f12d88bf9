import { isLatin } from "./is-latin.ts";

/** Whether the text holds what `stripEscapes` takes out. */
export function hasEscapes(text: string): boolean {
  return text.includes("\x1b[") || text.includes("\xad") || (!isLatin(text) && INVISIBLE.test(text));
}

/** None of them is in Latin-1. */
const INVISIBLE = /[\u200b-\u200f\u2060\ufeff]/;

/** Whether the text holds what `decodePercent` decodes. */
export function hasPercentCodes(text: string): boolean {
  return text.includes("%") && /%(?:3[ad]|2[26])/i.test(text);
}

/** Whether letters or slashes stand escaped, as JSON may have them: then what `unescapeJson` reads can hold more than the text. */
export function hasHiddenLetters(text: string): boolean {
  return text.includes("\\") && /\\(?:u[02f]|\/)/i.test(text);
}
