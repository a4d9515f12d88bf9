import { closingBracket, closingQuote } from "./closing.ts";
import { expandText, LIST, readExpansion, runOf, unescaped, type Meanings } from "./expansion.ts";

/** A word that assigns a value to a variable. */
export const ASSIGNS = /^[A-Za-z_]\w{0,80}(?:\[[^\]]{0,80}\])?\+?=/;

/**
 * Matches the beginning of a Windows path, after which a backslash separates folders instead of escaping the next
 * character.
 */
const OF_WINDOWS = /^(?:["']?[A-Za-z]:|HK[A-Z_]{2,24}|%\w{1,40}%|\$env:\w{1,40}|~)(?:$|[\\/])/;

/** A word with more characters is tested for a Windows path only once, not at each backslash. */
const LONGEST_BEGINNING = 48;

/** Matches characters that have no special meaning in a word. */
const PLAIN = /[^\s;&|<>()$`'"\\!@+*?]+/y;

/** A word of which a part is read. */
interface OpenWord {
  readonly text: string;
  readonly meanings: Meanings;
  readonly isArgument: boolean;
  /** Split a value without quotes into words at its blanks, as a shell does for arguments. */
  readonly isSplit: boolean;
  /** The offset up to which the text is read. */
  at: number;
  /** The value of the word so far. */
  word: string;
  /**
   * Whether a word longer than `LONGEST_BEGINNING` begins as a Windows path; `undefined` if not yet tested. Kept, so
   * that the word is not tested again at each backslash.
   */
  isLongOfWindows: boolean | undefined;
}

/**
 * Reads one word and returns its value (without quotes, with the values of known variables and substitutions) and the
 * offset after it.
 * @param isArgument the word follows a program: there `!(a|b)` is a pattern; before a program it negates a group
 * @param isSplit blanks in a value without quotes become `LIST`
 */
export function parseShellWord(
  text: string,
  from: number,
  meanings: Meanings,
  isArgument = false,
  isSplit = false,
): [string, number] {
  // Most words are one run of plain characters.
  const run = runOf(PLAIN, text, from);
  const at = from + run.length;
  if (at >= text.length || PIECES[text[at]!] === undefined) return [run, Math.min(at, text.length)];
  const open: OpenWord = { text, meanings, isArgument, isSplit, at, word: run, isLongOfWindows: undefined };
  while (open.at < text.length) {
    const readPiece = PIECES[text[open.at] as string];
    if (readPiece === undefined || !readPiece(open)) break;
    const next = runOf(PLAIN, text, open.at);
    // A shell reads `~` as the home folder at the beginning of a word only, and `"$unset"~` is a file named `~`.
    if (open.word === "" && next[0] === "~") open.word = "./";
    open.word += next;
    open.at += next.length;
  }
  return [open.word, Math.min(open.at, text.length)];
}

/**
 * Functions that read a piece of a word, by its first character. Each returns false if the word ends before that piece.
 * A character that has no function here and that `PLAIN` does not match is a blank or an operator and ends the word.
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

/** Whether the backslash at the current offset separates folders of a Windows path. */
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

/** Reads a backslash and the character after it. A backslash at the end of a line joins the line with the next one. */
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

/** Reads `'…'`. */
function readLiteral(open: OpenWord, start: number): boolean {
  const { text } = open;
  const end = text.indexOf("'", start);
  open.word += text.slice(start, end === -1 ? undefined : end);
  open.at = end === -1 ? text.length : end + 1;
  return true;
}

/** Reads `$'…'`. */
function readEscapes(open: OpenWord, start: number): boolean {
  const end = closingQuote(open.text, start, "'");
  open.word += unescaped(open.text.slice(start, end), true);
  open.at = end + 1;
  return true;
}

/** Reads `"…"` or `$"…"`. */
function readQuoted(open: OpenWord, start: number): boolean {
  const end = closingQuote(open.text, start, '"');
  open.word += expandText(open.text.slice(start, end), open.meanings);
  open.at = end + 1;
  return true;
}

/** Reads `<(…)` or `>(…)` at the start of a word or after `=`; in other positions `<` and `>` are redirections. */
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

/**
 * Reads a variable or a substitution. The value is not split in an assignment; without a known value, the variable or
 * substitution stays as written.
 */
function readValue(open: OpenWord): boolean {
  const { text, at, word, meanings, isSplit } = open;
  const [value, next] = readExpansion(text, at, meanings);
  const between = isSplit ? separators(meanings) : BLANKS;
  const isSeveral = isSplit && value.search(between) !== -1 && value !== text.slice(at, next) && !ASSIGNS.test(word);
  open.word += isSeveral ? value.replace(between, LIST) : value;
  open.at = next;
  return true;
}

/** Matches the separators of words in a value: blanks, and the characters that the script has put into `IFS`. */
function separators({ variable }: Meanings): RegExp {
  const others = (variable?.("IFS") ?? "").replace(/\s/g, "").slice(0, 8);
  return others === "" ? BLANKS : new RegExp(`[\\s${others.replace(/[\\\]^-]/g, "\\$&")}]+`, "g");
}

const BLANKS = /\s+/g;

/** Reads a pattern of file names such as `!(a|b)`; without a bracket the character stands for itself. */
function readPattern(open: OpenWord): boolean {
  const { text, at, isArgument } = open;
  if (!isArgument || text[at + 1] !== "(") return readPlain(open);
  const end = closingBracket(text, at + 2);
  open.word += text.slice(at, end + 1);
  open.at = end + 1;
  return true;
}
