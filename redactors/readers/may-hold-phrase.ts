/** Small letters and blanks, as many as the shortest seed has: twelve words of three letters. */
export const LEAST_STRETCH = /[a-z ]{47}/g;
export const NO_STRETCH = /[^a-z ]/g;

/** Twelve words in a row, as long as those of a seed: in prose shorter ones stand between them. */
const ROW = /(?:[a-z]{3,8} ){11}[a-z]{3,8}/;

/** Whether a wallet's seed may stand bare in a text. */
export function mayHoldPhrase(text: string): boolean {
  return ROW.test(text);
}
