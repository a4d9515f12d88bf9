import { ALNUM, DIGIT, FLAGS, LETTER, LOWER, UPPER } from "./charset.ts";

/**
 * Whether a machine made this text up: `7msfe9yiixoam` yes, `retry-after-token` no.
 *
 * Three signs, any of which is enough: letters and digits take turns, upper and lower case take turns
 * more often than camelCase does, or neighbouring letters are pairs that words do not have.
 * Only the first 128 characters are looked at.
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
        // A new word starts where lower case turns to upper: that pair says nothing.
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
  if (turns >= 3 && turns * 8 >= length) return true;
  if (letters >= 12 && caseTurns * 2 > letters) return true;
  return pairs >= 6 && rarePairs * 4 >= pairs;
}

/** For each letter the letters that follow it in 96 % of English words and names in code. */
const FOLLOWERS =
  "abcdefgiklmnprstuvwy abcdefilorsu abcdefhiklorstuy abcdefilorsu abcdefgilmnopqrstvwxy abcdefiloruy aeghilnorsu aeiortu abcdefglmnoprstvxz es aeis adeilostuy abeimopsu acdefgiklnopstuvy abcdfgiklmnoprstuvw aehiloprstu u acdefgiklmnoprstuvy acefhiklmopstuy acehilorstuy abcdegilmnprst aeio aehinors ceipt einps ae";

let common: Uint32Array | undefined;

function isRarePair(first: number, second: number): boolean {
  common ??= Uint32Array.from(FOLLOWERS.split(" "), (letters) => {
    let bits = 0;
    for (let i = 0; i < letters.length; i++) bits |= 1 << (letters.charCodeAt(i) - 97);
    return bits >>> 0;
  });
  return (((common[first - 97] as number) >>> (second - 97)) & 1) === 0;
}
