import { ALNUM, DIGIT, FLAGS, LETTER, LOWER, UPPER } from "../charset.ts";

/**
 * Whether a text looks random: `7msfe9yiixoam` does, `retry-after-token` does not.
 *
 * One of three signs is enough: letters and digits alternate, the letter case changes more often than in camelCase, or
 * many neighbouring letters are pairs that words do not have. Only the first 128 characters count.
 */
export function isRandom(text: string, from = 0, to = text.length): boolean {
  const end = Math.min(to, from + 128);
  const length = end - from;
  if (length < 8) return false;
  let letters = 0;
  let turns = 0;
  let caseTurns = 0;
  let pairs = 0;
  let rarePairs = 0;
  let before = 0;
  let beforeCode = 0;
  for (let i = from; i < end; i++) {
    const code = text.charCodeAt(i);
    const flags = code < 128 ? (FLAGS[code] as number) : 0;
    if (flags & LETTER) {
      letters += 1;
      if (before & DIGIT) turns += 1;
      if (before & LETTER) {
        const sameCase = (flags & (LOWER | UPPER)) === (before & (LOWER | UPPER));
        if (!sameCase) caseTurns += 1;
        // Where lower case turns to upper case a new word begins, so the two letters are no pair.
        if (sameCase || before & UPPER) {
          pairs += 1;
          if (isRarePair(beforeCode | 32, code | 32)) rarePairs += 1;
        }
      }
    } else if (flags & DIGIT && before & LETTER) turns += 1;
    if ((flags & ALNUM) !== 0 || flags === 0) before = flags;
    else before = 0;
    beforeCode = code;
  }
  return turnsOften(turns, length) || (letters >= 12 && caseTurns * 2 > letters) || isRare(rarePairs, pairs);
}

function turnsOften(turns: number, length: number): boolean {
  return turns >= 3 && turns * 8 >= length;
}

function isRare(rarePairs: number, pairs: number): boolean {
  return pairs >= 6 && rarePairs * 4 >= pairs;
}

/**
 * For each letter, the letters that follow it in 96 % of the letter pairs in English words and names in code: one bit
 * for each following letter, the lowest bit for `a`. Computing this table from a text would take a hook longer than
 * judging a token.
 */
const FOLLOWERS = [
  0x17ebd7f, 0x016493f, 0x11e4dbf, 0x016493f, 0x1eff97f, 0x112493f, 0x01669d1, 0x01a4111, 0x2aef87f, 0x0040010,
  0x0040111, 0x11c4919, 0x014d113, 0x13ced7d, 0x07efd6f, 0x01ec991, 0x0100000, 0x13efd7d, 0x11cddb5, 0x11e4995,
  0x00eb95f, 0x0004111, 0x0066191, 0x0088114, 0x004a110, 0x0000011,
];

function isRarePair(first: number, second: number): boolean {
  return (((FOLLOWERS[first - 97] as number) >> (second - 97)) & 1) === 0;
}
