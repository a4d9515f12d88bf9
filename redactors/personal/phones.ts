import { pattern } from "../../kit/word-pattern.ts";
import { PATCH } from "../views/patterns.ts";

/**
 * Digits and letters of any script, for a class of characters. A number or an address that touches one of these is a
 * part of something else. Unicode's property classes are not used, since they take long to load.
 */
export const LETTERS = String.raw`\w\u00c0-\u1fff\u3040-\ud7ff`;

type Span = readonly [start: number, end: number];

/** The gap between two groups of digits: a blank, a dot, a dash, brackets around one of the groups. */
const GAP = String.raw`(?:[ \u00a0]?\(|\)[ \u00a0-]?|[ \u00a0./-])?`;
/** A number with its country's code: `+49 30 1234567`, `+1 (415) 555-2671`, `tel:+4930…`. */
const INTERNATIONAL = new RegExp(String.raw`(?<![${LETTERS}+.])\+[1-9](?:${GAP}\d){6,14}(?![${LETTERS}])`, "gu");
/**
 * A number as people write it in North America, with brackets, dashes or dots. Groups of digits with blanks between do
 * not match, since any table has such groups.
 */
const AMERICAN = pattern("g")`
  (?<![${LETTERS}+.-])(?<!\d )(?:1[ .-])?
  (?:\([2-9]\d{2}\)[ -]?[2-9]\d{2}[ .-]\d{4}|[2-9]\d{2}([.-])[2-9]\d{2}\1\d{4})
  (?![${LETTERS}])(?![.-]\d)
`;
/** A number without its country's code, behind a word for a phone. */
const NAMED = pattern("dgi")`
  \b(?:(?:tele|cell|mobile[ _-]?|hand[iy])?phone(?:[ _-]?(?:number|no\.?|nr\.?))?|tel|mobile|cell|fax|handy
  |telefon(?:nummer)?|telefono|téléphone|whatsapp)
  ["'\]]{0,2}\s{0,4}(?:[:=]|=>|is)\s{0,4}["']?(\(?\d(?:${GAP}\d){6,14})(?![${LETTERS}])
`;

/** Codes of countries and networks, of one to three digits, by ITU-T E.164. */
const CODES = pattern()`
  ^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]
  |2[1-689]\d|3[578]\d|42\d|5[09]\d|6[7-9]\d|8[0578]\d|9[679]\d)
`;

export function findPhones(text: string): Span[] {
  const isPatch = PATCH.test(text);
  const international = [...text.matchAll(INTERNATIONAL)]
    // In a patch, a plus at the beginning of a line marks an added line and is no part of a number.
    .filter(({ 0: whole, index }) => isNumber(whole) && !(isPatch && (index === 0 || text[index - 1] === "\n")))
    .map(({ 0: whole, index }): Span => [index, index + whole.length]);
  const american = [...text.matchAll(AMERICAN)].map(({ 0: whole, index }): Span => [index, index + whole.length]);
  const named = [...text.matchAll(NAMED)]
    .filter(([, number]) => !/^(\d)\1*$/.test(number!.replace(/\D/g, "")))
    .map((match): Span => match.indices![1]!);
  return [...international, ...american, ...named];
}

/**
 * Whether digits behind a plus begin with an existing country code, and have the length and form of numbers with this
 * code.
 */
function isNumber(written: string): boolean {
  const digits = written.replace(/\(0\)/, "").replace(/\D/g, "");
  const code = CODES.exec(digits)?.[0];
  if (code === undefined || digits.length > 15) return false;
  const national = digits.slice(code.length);
  return code === "1" ? /^[2-9]\d{2}[2-9]\d{6}$/.test(national) : /^(?:[1-9]\d{5,}|0[1-9]\d{6,})$/.test(national);
}
