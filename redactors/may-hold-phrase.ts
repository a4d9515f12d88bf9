/** A wallet's seed has 12, 15, 18, 21 or 24 words of three to eight letters. */
export const MIN_WORDS = 12;

/** Words that nearly every sentence has, and no seed. */
export const PROSE = " the and for are but not was has had been were from with which its ";

/**
 * Whether a stretch of small letters and blanks, `[start, end)`, can hold a seed: enough words of the right length in a
 * row, and none of them prose's.
 */
export function mayHoldPhrase(text: string, start: number, end: number): boolean {
  let words = 0;
  let from = start;
  for (let at = start; at <= end; at++) {
    if (at < end && text.charCodeAt(at) !== 32) continue;
    const length = at - from;
    words = length >= 3 && length <= 8 && (length > 5 || !PROSE.includes(` ${text.slice(from, at)} `)) ? words + 1 : 0;
    if (words === MIN_WORDS) return true;
    from = at + 1;
  }
  return false;
}

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
