import type { TextView } from "./rewrite.ts";

/**
 * The beginning of a dump, whose lines begin with an offset that 16 divides: `00000010: 4442 5f50  DB_P` of xxd,
 * `00000010  44 42  |DB|` of hexdump, `0000020   D   B` of od.
 */
export const DUMP = /(?:^|["\n])[ \t]{0,8}[0-9a-fA-F]{4,7}0:? {1,3}(?:[0-9a-fA-F]{2}|\S {3})/;
/** The offset of a line. In JSON the first line may stand in the middle of one. */
const OFFSET = /^((?:[{[].{0,200}?\\{0,7}")?[ \t]{0,8}[0-9a-fA-F]{5,8}(:?) {1,3})(.*)$/;
/** Bytes in hex, one or two together, with blanks between: those of xxd, and those of hexdump and od. */
const [OF_XXD, BYTES] = ["", "{1,2}"].map(
  (blanks) => new RegExp(`^(?:[0-9a-fA-F]{2}){1,2}(?: ${blanks}(?:[0-9a-fA-F]{2}){1,2})*`),
) as [RegExp, RegExp];
/** The blanks before the characters that are printed beside the bytes, and hexdump's or od's sign before these. */
const [BESIDE_XXD, BESIDE] = [/^ {2,64}/, /^ {1,64}[|>]/] as const;
/** od's cells of four characters: a character, an escape such as `\n`, or a byte in octal digits. */
const CELLS = /^(?: {3}[ -~]| {2}\\[0abfnrtv]| [0-3][0-7]{2})+$/;
const ESCAPES: Readonly<Record<string, string>> = { "\\n": "\n", "\\r": "\r", "\\t": "\t" };

/** A character of a dumped file, and the one or two stretches of the dump that show it. */
interface Shown {
  readonly character: string;
  readonly bytes: readonly [start: number, end: number];
  readonly beside?: number;
}

/** Views of the files that dumps in a text show, one for each row of lines with bytes. */
export function dumps(text: string): TextView[] {
  if (!DUMP.test(text)) return [];
  const views: TextView[] = [];
  let shown: Shown[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    const own = shownIn(line.replace(/\r$/, ""), start);
    if (own.length > 0) shown.push(...own);
    else if (shown.length > 0) {
      views.push(viewOf(shown));
      shown = [];
    }
    start += line.length + 1;
  }
  return shown.length > 0 ? [...views, viewOf(shown)] : views;
}

/** The characters that a line of a dump shows, which begins at `start`; none for any other line. */
function shownIn(line: string, start: number): Shown[] {
  const [, lead = "", colon, rest = ""] = OFFSET.exec(line) ?? [];
  if (rest === "") return [];
  const from = start + lead.length;
  const bytes = (colon === "" ? BYTES : OF_XXD).exec(rest)?.[0];
  if (bytes === undefined) return CELLS.test(line.slice(7)) && colon === "" ? inCells(line, start) : [];
  const places = Array.from(bytes.matchAll(/[0-9a-fA-F]{2}/g), ({ index }) => index);
  const gap = (colon === "" ? BESIDE : BESIDE_XXD).exec(rest.slice(bytes.length))?.[0].length;
  const beside = gap === undefined ? undefined : from + bytes.length + gap;
  // Without a colon and characters beside, od and hexdump print two bytes as one number, the second byte first.
  const isSwapped = gap === undefined && /^[0-9a-fA-F]{4}/.test(bytes);
  return places.map((_, nth): Shown => {
    const place = places[isSwapped ? nth ^ 1 : nth] ?? places[nth]!;
    return {
      character: String.fromCharCode(Number.parseInt(bytes.slice(place, place + 2), 16)),
      bytes: [from + place, from + place + 2],
      ...(beside !== undefined && { beside: beside + nth }),
    };
  });
}

function inCells(line: string, start: number): Shown[] {
  return Array.from({ length: (line.length - 7) / 4 }, (_, nth): Shown => {
    const at = 7 + 4 * nth;
    const cell = line.slice(at, at + 4).trim();
    const isOctal = /^[0-3][0-7]{2}$/.test(cell);
    const character = isOctal ? String.fromCharCode(Number.parseInt(cell, 8)) : (ESCAPES[cell] ?? (cell || " "));
    return { character: character[0]!, bytes: [start + at + 4 - Math.max(1, cell.length), start + at + 4] };
  });
}

/** A view of dumped characters. A span of it is the bytes, and the characters beside, of each line that shows it. */
function viewOf(shown: readonly Shown[]): TextView {
  return {
    text: shown.map(({ character }) => character).join(""),
    toOriginal([start, end]) {
      const bytes: [number, number][] = [];
      const beside: [number, number][] = [];
      for (const one of shown.slice(start, end)) {
        extend(bytes, one.bytes, 2);
        if (one.beside !== undefined) extend(beside, [one.beside, one.beside + 1], 0);
      }
      return [...bytes, ...beside].toSorted(([first], [second]) => first - second);
    },
  };
}

/** Adds a stretch to the last one if at most `gap` characters (od: a cell's blanks) lie between. */
function extend(all: [number, number][], [start, end]: readonly [number, number], gap: number): void {
  const last = all.at(-1);
  if (last !== undefined && start - last[1] <= Math.max(gap, 3) && start >= last[0]) last[1] = Math.max(last[1], end);
  else if (last !== undefined && end <= last[0] && last[0] - end <= 3) last[0] = start;
  else all.push([start, end]);
}

/** Single characters with one blank between, as `sed 's/./& /g'` prints a text, or one a line, as `fold -w1` does. */
export const SPACED = /(?<![^\s])[!-~]([ \n])(?:[!-~]\1){14,4000}[!-~](?![^\s])/g;
