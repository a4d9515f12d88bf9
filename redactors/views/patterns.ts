import { DUMP, SPACED } from "./dumps.ts";

/** Sequences for terminals: CSI; strings (OSC, DCS and the like) up to their terminators; all other escapes; shifts. */
const TERMINAL = [
  String.raw`(?:\x1b\[|\x9b)[0-?]{0,64}[ -/]{0,4}[@-~]`,
  String.raw`(?:\x1b[\]PX^_]|[\x90\x9d-\x9f])[^\x07\x1b\x90\x9c-\x9f\n]{0,1024}(?:\x07|\x1b\\|\x9c)`,
  String.raw`\x1b[ -/]{0,3}[0-~]`,
  String.raw`[\x0e\x0f]`,
].join("|");
/** A sequence for terminals as source code and programs that show control characters spell it. */
const WRITTEN_TERMINAL = String.raw`\\{1,4}(?:x1[bB]|u001[bB]|033|e)(?:\[[0-9;:?]{0,32}[A-Za-z]|\([AB0])`;
/** A character and a backspace: the next character overprints it, as in bold and underlined text of manuals. */
const OVERSTRUCK = String.raw`[^\n\x08]\x08`;
/**
 * Invisible characters: Unicode's default ignorable ones, and the zero byte of each character in UTF-16 that was read
 * byte by byte.
 */
const INVISIBLE = [
  String.raw`[\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f]`,
  String.raw`[\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8]`,
  String.raw`[\udb40-\udb43][\udc00-\udfff]`,
  String.raw`\0(?=[^\0]\0)`,
  String.raw`(?<=\0[^\0])\0`,
].join("|");
const WRITTEN_INVISIBLE = [
  String.raw`\\{1,4}u(?:00[aA][dD]|20(?:0[b-fB-F]|2[a-eA-E]|6[0-9])|[fF][eE][fF][fF])`,
  String.raw`&(?:shy|ZeroWidthSpace|NoBreak|zwn?j);`,
  String.raw`&#(?:173|820[3-7]|8288|65279|x(?:[aA][dD]|200[b-fB-F]|2060|[fF][eE][fF][fF]));`,
  String.raw`<wbr ?/?>`,
].join("|");
/**
 * The end of a line that continues on the next one: a backslash in a shell, in C or in a string, or an equals sign in a
 * mail. A line that is nothing but Base64 ends at its padding.
 */
const WRAPPED = String.raw`\\\r?\n|(?<=[\w+/.-])(?<!(?:^|\n)(?:[\w+/]{4}){0,40}[\w+/]{3})=\r?\n(?=[\w+/.=-])`;
/**
 * Signs that stand for another character: an escape in Markdown, in a string or in a mail; an entity; a shell's quote
 * within quotes. Quotes and backslashes outside of these stay.
 */
const STANDING = [
  String.raw`\\{1,4}(?=[_.*~=#!-])`,
  String.raw`\\{1,4}(?:u00|x)(?!2[27]|5[cC]|60)[2-7][0-9a-fA-F]`,
  String.raw`\\{1,4}u\{0{0,4}(?!2[27]|5[cC]|60)[2-7][0-9a-fA-F]\}`,
  String.raw`\\{1,4}(?!042|047|134|140)(?:0[4-7]|1[0-7])[0-7]`,
  String.raw`=(?:3D|5F|2D)`,
  String.raw`'(?:\\{1,4}'|\\{0,3}"'\\{0,3}")'`,
  String.raw`&(?:#(?:\d{2,3}|x[0-9a-fA-F]{2})|amp|lowbar|hyphen|period|equals|colon|sol|plus|num|excl|commat);`,
].join("|");

/** Every sign that a screen, a browser or a mail program shows differently from how it is written. */
export const SIGNS = new RegExp(
  [TERMINAL, WRITTEN_TERMINAL, OVERSTRUCK, INVISIBLE, WRITTEN_INVISIBLE, WRAPPED, STANDING].join("|"),
  "g",
);

/**
 * The operators that join two quoted texts, in any language. At a line's end two texts may also be joined without an
 * operator. If a token is split, no blank stands beside the quotes where it is joined.
 */
const OPERATOR = String.raw`(?:\+\+?|\.\.?|&|<>|~|\^)`;
/** The text between two joined texts in SQL, which are in single quotes. In other languages `||` means "or". */
const OF_SQL = String.raw`'[ \t]{0,16}(?:\|\|[ \t]{0,16})?(?:\r?\n[ \t]{0,64})?(?:\|\|[ \t]{0,16})?'`;
const WITHIN = String.raw`[\w+/=!@#$%^&*?.~-]`;
/**
 * The quote that opens another text on the same line behind a long text. Short texts side by side are arguments of a
 * command and are not joined.
 */
const OPENING = String.raw`[ \t]{1,4}[fFrRbBuU]{0,2}["']`;
const LONG = String.raw`[\w+/=.-]{10,200}["']`;
const BESIDE = String.raw`["']${OPENING}(?=${LONG})(?<=["']${LONG}${OPENING})`;
/** Neither a text nor a sign that gives a value stands behind, as in lists of packages and in maps without commas. */
const ALONE = String.raw`(?![^"'\x60\n]{1,120}["'\x60](?:[ \t]{1,8}["'\x60]|[ \t]{0,8}[=:]))`;
const OVER = [
  String.raw`[ \t]{0,16}(?:${OPERATOR}[ \t]{0,16})?[\\_]?\r?\n[ \t]{0,64}(?:${OPERATOR}[ \t]{0,16})?`,
  String.raw`[ \t]{0,16}${OPERATOR}[ \t]{0,16}`,
  String.raw`\.concat\(`,
].join("|");
export const SEAMS = new RegExp(
  [
    String.raw`(?<=${WITHIN})(?:(\\{0,3})["'\x60](?:${OVER})[fFrRbBuU@$]{0,2}\1["'\x60]|(["'])\2)(?=${WITHIN})${ALONE}`,
    String.raw`(?<=${WITHIN})${OF_SQL}(?<=\|[^|]{0,90})(?=${WITHIN})`,
    BESIDE,
  ].join("|"),
  "g",
);

/** A percent code that code and prose do not hold by chance. In a URL within a URL its `%` is encoded again (`%25`). */
export const PERCENT_SIGN = /%(?:25){0,2}(?:3[ad]|2[26bdf]|5f)/gi;

/** The beginning of a patch, whose lines have a sign at their start. In JSON a quote stands before the patch. */
export const PATCH = /(?:^|")(?:@@ -|\*\*\* (?:Add|Update|Delete) File: )/m;
export const PATCH_SIGN = /^[+ -]/gm;

/**
 * The text that programs put before each line: numbers (`cat -n`), names and numbers (`grep -n`), a mail's `> `, the
 * time and the author of a line of a log.
 */
const PREFIXES = [
  String.raw`[^\n\d]{0,80}\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,\d]{0,12}(?:Z|[+-]\d\d:?\d\d)? `,
  String.raw`[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d [\w.-]{1,64} [\w./-]{1,64}(?:\[\d+\])?: `,
  String.raw` {0,8}\d{1,6} ?[:|\u2192\t-] ?`,
  String.raw`[\w./-]{1,200}[:-]\d{1,6}[:-]`,
  "> ",
  String.raw`[\w.-]{1,40} {1,12}\| `,
];
/** The word that Gemini CLI puts before the first line of an output for its model. */
const HEAD = "Output: ";
export const PREFIX = new RegExp(`^(?:${[...PREFIXES, HEAD].join("|")})`, "gm");
/** Two lines in a row that have the same kind of prefix. */
export const PREFIXED = new RegExp(`^(?:${PREFIXES.map((one) => `${one}.*\\n${one}`).join("|")}|${HEAD})`, "m");

/** An escape in JSON for a line end, a tab or another character. JSON within JSON has doubled backslashes. */
export const JSON_ESCAPE = /\\{1,7}(?:[nrt/]|u00[0-7][0-9a-f]|u20[06][0-9a-f]|ufeff)/gi;

/**
 * JSON that extends to the end of its line, behind words of a log or the name of an event: `data: {"…`, `payload=[{"…`.
 */
const JSON_ON_LINE = /(?<=^|[\s=:(|>'])[{[][ \t]{0,4}(?:\\{0,7}"|[{[])[^\n]*/gm;

/** The most characters between the JSON of one line and the JSON of the next line, as the words of a log. */
const BETWEEN = 200;

/**
 * The parts of a text that are JSON with escapes in its strings, as `[start, end)`. JSON on consecutive lines is one
 * part.
 */
export function jsonWithEscapes(text: string): (readonly [start: number, end: number])[] {
  if (text.search(JSON_ESCAPE) === -1) return [];
  if (/^\s{0,64}[{["]/.test(text)) return [[0, text.length]];
  const parts: [start: number, end: number][] = [];
  for (const { 0: part, index } of text.matchAll(JSON_ON_LINE)) {
    if (part.search(JSON_ESCAPE) === -1) continue;
    const last = parts.at(-1);
    if (last && index - last[1] <= BETWEEN) last[1] = index + part.length;
    else parts.push([index, index + part.length]);
  }
  return parts;
}

/**
 * Matches a character that each of the `SIGNS` contains. A text without such a character is skipped in a tenth of the
 * time that `SIGNS` takes (12 ms a MB).
 */
const OF_SIGNS = /[\0\b\x0e\x0f\x1b\x80-\x9f\xad\\&]|=[\r\n235]|'"'"|<wbr|[^\0-\xff]/;

/** Whether a text has a view: see `viewsOf`. */
export function hasViews(text: string): boolean {
  return (
    (OF_SIGNS.test(text) && text.search(SIGNS) !== -1) ||
    [SEAMS, PERCENT_SIGN, PATCH, PREFIXED].some((pattern) => text.search(pattern) !== -1) ||
    DUMP.test(text) ||
    text.search(SPACED) !== -1 ||
    text.includes("join(") ||
    jsonWithEscapes(text).length > 0
  );
}
