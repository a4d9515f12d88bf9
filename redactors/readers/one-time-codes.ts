import { addFinding, perScan, type Scan } from "../scan.ts";

/** Words that announce a list of codes, each of which opens an account once: `Your emergency scratch codes are:`. */
export const CODE_WORDS =
  "recovery␣codes recovery_codes recovery-codes recoverycodes backup␣codes backup_codes backup-codes backupcodes " +
  "scratch␣codes scratch_codes";

/** The most characters behind the words in which codes stand, and those up to the first code. */
const [MOST, FIRST] = [1200, 240] as const;
/** The least codes of a list, and the least characters of a code. */
const [LEAST_CODES, LEAST] = [4, 6] as const;
/** A code: one to four groups of letters of one case and digits, with dashes between. */
const CODE = /(?<![\w./@-])[0-9A-Za-z]{4,12}(?:-[0-9A-Za-z]{4,12}){0,3}(?![\w/@-]|\.\w)/g;
/** The text between two codes of a list: blanks, quotes, frames, signs of items, an item's number. */
const BETWEEN = /^(?:[\s,;"'`*•·|│[\]()-]|\\[nrt"]|\d{1,2}[.):])*$/;

/** The end of the list that was read last. */
const lastCodes = perScan(() => ({ end: 0 }));

/**
 * Finds the codes in a list behind the words for codes that open an account once. All codes of a list have the same
 * number of characters in their groups, and most have a digit; words of a text do not.
 */
export function findOneTimeCodes(scan: Scan, _start: number, end: number): void {
  const last = lastCodes(scan);
  if (end <= last.end) return;
  const rest = scan.text.slice(end, end + MOST);
  let list: { readonly start: number; readonly end: number }[] = [];
  for (const { 0: code, index } of rest.matchAll(CODE)) {
    const before = list.at(-1);
    const goesOn =
      before !== undefined &&
      shapeOf(code) === shapeOf(rest.slice(before.start, before.end)) &&
      BETWEEN.test(rest.slice(before.end, index));
    if (!goesOn && list.length >= LEAST_CODES) break;
    if (!goesOn && index > FIRST) return;
    list = goesOn
      ? [...list, { start: index, end: index + code.length }]
      : [{ start: index, end: index + code.length }];
  }
  const codes = list.map((one) => rest.slice(one.start, one.end));
  const withDigit = codes.filter((code) => /\d/.test(code)).length;
  if (codes.length < LEAST_CODES || codes[0]!.length < LEAST || withDigit * 4 < codes.length * 3) return;
  if (new Set(codes).size < codes.length || codes.some((code) => /[a-z]/.test(code) && /[A-Z]/.test(code))) return;
  for (const one of list) addFinding(scan, "recovery-code", end + one.start, end + one.end, "medium");
  last.end = end + list.at(-1)!.end;
}

/** The number of characters in each group of a code: `5-5`. */
function shapeOf(code: string): string {
  return code
    .split("-")
    .map(({ length }) => length)
    .join("-");
}
