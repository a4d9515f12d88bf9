import { closingBracket, closingQuote } from "./closing.ts";
import { expandText, LIST, readExpansion, runOf, unescaped, type Meanings } from "./expansion.ts";

/** A word that gives a variable a value. */
export const ASSIGNS = /^[A-Za-z_]\w{0,80}(?:\[[^\]]{0,80}\])?\+?=/;

/** The beginning of a path of Windows, in which a backslash stands between folders. */
const OF_WINDOWS = /^(?:["']?[A-Za-z]:|HK[A-Z_]{2,24}|%\w{1,40}%|\$env:\w{1,40}|~)(?:$|[\\/])/;

/** Characters that the beginning of a path of Windows may have. */
const LONGEST_BEGINNING = 48;

/** Characters that stand for themselves in a word. */
const PLAIN = /[^\s;&|<>()$`'"\\!@+*?]+/y;

/** A word that is being read. */
interface OpenWord {
  readonly text: string;
  readonly meanings: Meanings;
  readonly isArgument: boolean;
  /** A value without quotes is as many words as it has parts between blanks. */
  readonly isSplit: boolean;
  /** The place up to which the text is read. */
  at: number;
  /** The word as its program gets it, so far. */
  word: string;
  /** Whether a long word is a path of Windows: it is not looked at anew at each of its backslashes. */
  isLongOfWindows: boolean | undefined;
}

/**
 * One word as its program gets it: without quotes, with known variables and substitutions in their places.
 * @param isArgument the word stands behind a program: `!(a|b)` is a pattern there, and a negation of a group before one
 * @param isSplit blanks in a value without quotes become `LIST`
 */
export function parseShellWord(
  text: string,
  from: number,
  meanings: Meanings,
  isArgument = false,
  isSplit = false,
): [string, number] {
  const open: OpenWord = { text, meanings, isArgument, isSplit, at: from, word: "", isLongOfWindows: undefined };
  while (open.at < text.length) {
    const run = runOf(PLAIN, text, open.at);
    open.word += run;
    open.at += run.length;
    if (open.at === text.length) break;
    const readPiece = PIECES[text[open.at] as string];
    if (readPiece === undefined || !readPiece(open)) break;
  }
  return [open.word, Math.min(open.at, text.length)];
}

/**
 * The pieces of a word, by the character with which each begins. A piece is read; false if the word ends before it. A
 * character that is neither here nor plain is a blank or an operator, and ends the word.
 */
const PIECES: Readonly<Record<string, ((open: OpenWord) => boolean) | undefined>> = {
  "\\": (open) => (isOfWindows(open) ? readSeparator(open) : readEscaped(open)),
  "'": (open) => readLiteral(open, open.at + 1),
  '"': (open) => readQuoted(open, open.at + 1),
  $: (open) => {
    const next = open.text[open.at + 1];
    if (next === "'") return readEscapes(open, open.at + 2);
    return next === '"' ? readQuoted(open, open.at + 2) : readValue(open);
  },
  "`": readValue,
  "<": readProcess,
  ">": readProcess,
  "!": readPattern,
  "@": readPattern,
  "+": readPattern,
  "*": readPattern,
  "?": readPattern,
};

/** Whether the backslash at a place stands between folders of Windows. */
function isOfWindows(open: OpenWord): boolean {
  const { text, word, at } = open;
  const isPath =
    word.length <= LONGEST_BEGINNING ? OF_WINDOWS.test(word) : (open.isLongOfWindows ??= OF_WINDOWS.test(word));
  return isPath && (/[\w.*$%\\-]/.test(text[at + 1] ?? "") || (word.length === 2 && word[1] === ":"));
}

function readSeparator(open: OpenWord): boolean {
  open.word += "\\";
  open.at += open.text[open.at + 1] === "\\" ? 2 : 1;
  return true;
}

/** A character behind a backslash; a backslash before the end of a line joins the line with the next one. */
function readEscaped(open: OpenWord): boolean {
  const next = open.text[open.at + 1];
  if (next === undefined) return readPlain(open);
  if (next !== "\n") open.word += next;
  open.at += 2;
  return true;
}

function readPlain(open: OpenWord): boolean {
  open.word += open.text[open.at] as string;
  open.at += 1;
  return true;
}

/** `'…'` */
function readLiteral(open: OpenWord, start: number): boolean {
  const { text } = open;
  const end = text.indexOf("'", start);
  open.word += text.slice(start, end === -1 ? undefined : end);
  open.at = end === -1 ? text.length : end + 1;
  return true;
}

/** `$'…'` */
function readEscapes(open: OpenWord, start: number): boolean {
  const end = closingQuote(open.text, start, "'");
  open.word += unescaped(open.text.slice(start, end), true);
  open.at = end + 1;
  return true;
}

/** `"…"` and `$"…"` */
function readQuoted(open: OpenWord, start: number): boolean {
  const end = closingQuote(open.text, start, '"');
  open.word += expandText(open.text.slice(start, end), open.meanings);
  open.at = end + 1;
  return true;
}

/** `<(…)` and `>(…)`, at the beginning of a word or behind `=`; elsewhere the sign is a redirection. */
function readProcess(open: OpenWord): boolean {
  const { text, at, word, meanings } = open;
  if (text[at + 1] !== "(" || !(word === "" || word.endsWith("="))) return false;
  const end = closingBracket(text, at + 2);
  const script = text.slice(at + 2, end);
  if (text[at] === ">") meanings.outlet?.(script);
  open.word += (text[at] === "<" ? meanings.output?.(script) : undefined) ?? text.slice(at, end + 1);
  open.at = end + 1;
  return true;
}

/** The value of a variable or a substitution. An assignment takes it whole, and an unknown one stays as it is written. */
function readValue(open: OpenWord): boolean {
  const { text, at, word, meanings, isSplit } = open;
  const [value, next] = readExpansion(text, at, meanings);
  const between = isSplit ? separators(meanings) : BLANKS;
  const isSeveral = isSplit && value.search(between) !== -1 && value !== text.slice(at, next) && !ASSIGNS.test(word);
  open.word += isSeveral ? value.replace(between, LIST) : value;
  open.at = next;
  return true;
}

/** What stands between the words of a value: blanks, and the other characters that the script puts into `IFS`. */
function separators({ variable }: Meanings): RegExp {
  const others = (variable?.("IFS") ?? "").replace(/\s/g, "").slice(0, 8);
  return others === "" ? BLANKS : new RegExp(`[\\s${others.replace(/[\\\]^-]/g, "\\$&")}]+`, "g");
}

const BLANKS = /\s+/g;

/** `!(a|b)` and its kin, which are patterns for names; without brackets the sign stands for itself. */
function readPattern(open: OpenWord): boolean {
  const { text, at, isArgument } = open;
  if (!isArgument || text[at + 1] !== "(") return readPlain(open);
  const end = closingBracket(text, at + 2);
  open.word += text.slice(at, end + 1);
  open.at = end + 1;
  return true;
}
