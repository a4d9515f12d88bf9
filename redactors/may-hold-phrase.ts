/** A wallet's seed has 12, 15, 18, 21 or 24 words of three to eight letters. */
export const MIN_WORDS = 12;

/** Whether so many words start at `from`. Prose has a word of one or two letters among any twelve. */
export function mayStartPhrase(text: string, from: number, end: number): boolean {
  let words = 1;
  let length = 0;
  for (let at = from; at < end && words <= MIN_WORDS; at++) {
    if (text.charCodeAt(at) !== 32) length += 1;
    else if (length < 3 || length > 8) return false;
    else {
      words += 1;
      length = 0;
    }
  }
  return words >= MIN_WORDS && (words > MIN_WORDS || length >= 3);
}
