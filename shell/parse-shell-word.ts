import { TooMuchScript } from "./budget.ts";
import { changedBy } from "./changed-value.ts";
import { closingBracket, closingQuote } from "./closing.ts";

/** Stands between the words of a list: `"$@"` and `"${files[@]}"` are as many words as the list has. */
export const LIST = "\u001f";

/** A list as one text, as an assignment or a file's name has it. */
export function joinedList(word: string): string {
  return word.replaceAll(LIST, " ");
}

/** The beginning of a path of Windows, in which a backslash stands between folders. */
const OF_WINDOWS = /^(?:["']?[A-Za-z]:|HK[A-Z_]{2,24}|%\w{1,40}%|\$env:\w{1,40}|~)(?:$|[\\/])/;

/** Characters that the beginning of a path of Windows may have. */
const LONGEST_BEGINNING = 48;

/** Characters that stand for themselves, in a word and between double quotes. */
const PLAIN = /[^\s;&|<>()$`'"\\!@+*?]+/y;
const PLAIN_TEXT = /[^\\$`]+/y;

/** The values of variables and substitutions. Without this, both stay as they are written. */
export interface Meanings {
  /** The value of a variable, if it is known. */
  variable?(name: string): string | undefined;
  /** The output of `$(…)`, `${ …; }`, `` `…` `` or `<(…)`, if it is known. */
  output?(script: string): string | undefined;
  /** Takes the script of `>(…)`, a command that is fed. */
  outlet?(script: string): void;
  /** Counts the steps of work that takes more steps than the text has characters. */
  spend?(steps: number): void;
}

/**
 * One word as its program gets it: without quotes, with known variables and substitutions in their places.
 * @param isArgument the word stands behind a program: `!(a|b)` is a pattern there, and a negation of a group before one
 */
export function parseShellWord(text: string, from: number, meanings: Meanings, isArgument = false): [string, number] {
  let word = "";
  let at = from;
  // A long word is not put together anew at each of its backslashes.
  let isLongOfWindows: boolean | undefined;
  const isOfWindows = () => {
    if (word.length <= LONGEST_BEGINNING) return OF_WINDOWS.test(word);
    return (isLongOfWindows ??= OF_WINDOWS.test(word));
  };
  while (at < text.length) {
    const run = runOf(PLAIN, text, at);
    word += run;
    at += run.length;
    if (at === text.length) break;
    const char = text[at] as string;
    const isBetween = char === "\\" && isOfWindows();
    if (isBetween && (/[\w.*$%\\-]/.test(text[at + 1] ?? "") || (word.length === 2 && word[1] === ":"))) {
      word += char;
      at += text[at + 1] === "\\" ? 2 : 1;
    } else if (char === "\\" && at + 1 < text.length) {
      word += text[at + 1] === "\n" ? "" : (text[at + 1] as string);
      at += 2;
    } else if (char === "'" || (char === "$" && text[at + 1] === "'")) {
      const start = at + (char === "$" ? 2 : 1);
      const end = char === "$" ? closingQuote(text, start, "'") : text.indexOf("'", start);
      const quoted = text.slice(start, end === -1 ? undefined : end);
      word += char === "$" ? unescaped(quoted, true) : quoted;
      at = end === -1 ? text.length : end + 1;
    } else if (char === '"' || (char === "$" && text[at + 1] === '"')) {
      const start = at + (char === "$" ? 2 : 1);
      const end = closingQuote(text, start, '"');
      word += expandText(text.slice(start, end), meanings);
      at = end + 1;
    } else if ((char === "<" || char === ">") && text[at + 1] === "(" && (word === "" || word.endsWith("="))) {
      const end = closingBracket(text, at + 2);
      const script = text.slice(at + 2, end);
      if (char === ">") meanings.outlet?.(script);
      word += (char === "<" ? meanings.output?.(script) : undefined) ?? text.slice(at, end + 1);
      at = end + 1;
    } else if (char === "$" || char === "`") {
      const [value, next] = readExpansion(text, at, meanings);
      word += value;
      at = next;
    } else if (/[!@+*?]/.test(char) && text[at + 1] === "(" && isArgument) {
      const end = closingBracket(text, at + 2);
      word += text.slice(at, end + 1);
      at = end + 1;
    } else if (/[\s;&|<>()]/.test(char)) break;
    else {
      word += char;
      at += 1;
    }
  }
  return [word, Math.min(at, text.length)];
}

/** A text between double quotes or in a here-document. */
export function expandText(text: string, meanings: Meanings): string {
  let expanded = "";
  for (let at = 0; at < text.length; ) {
    const run = runOf(PLAIN_TEXT, text, at);
    expanded += run;
    at += run.length;
    if (at === text.length) break;
    const char = text[at] as string;
    if (char === "\\" && /["$`\\\n]/.test(text[at + 1] ?? "")) {
      expanded += text[at + 1] === "\n" ? "" : (text[at + 1] as string);
      at += 2;
    } else if (char === "$" || char === "`") {
      const [value, next] = readExpansion(text, at, meanings);
      expanded += value;
      at = next;
    } else {
      expanded += char;
      at += 1;
    }
  }
  return expanded;
}

/** The characters of one kind that stand at a place, one behind the other. */
function runOf(like: RegExp, text: string, from: number): string {
  like.lastIndex = from;
  return like.exec(text)?.[0] ?? "";
}

const VARIABLE = /\$(?:([A-Za-z_]\w{0,80}|[0-9@*])|\{(!?)([A-Za-z_]\w{0,80}|[0-9@*]))/y;

/** The value of `$NAME`, `${NAME…}`, `$(…)`, `${ …; }` or `` `…` ``, and the place behind it. */
function readExpansion(text: string, from: number, meanings: Meanings): [string, number] {
  if (text[from] === "`") {
    const end = closingQuote(text, from + 1, "`");
    const script = text.slice(from + 1, end).replace(/\\([`\\$])/g, "$1");
    return [meanings.output?.(script) ?? text.slice(from, end + 1), end + 1];
  }
  if (text[from + 1] === "(") {
    const end = closingBracket(text, from + 2);
    return [meanings.output?.(text.slice(from + 2, end)) ?? text.slice(from, end + 1), end + 1];
  }
  // Bash 5.3: `${ command; }` and `${| command; }` run within the same shell.
  if (/^\{[\s|]/.test(text.slice(from + 1, from + 3))) {
    const end = closingBracket(text, from + 3, "{");
    return [meanings.output?.(text.slice(from + 3, end)) ?? text.slice(from, end + 1), end + 1];
  }
  VARIABLE.lastIndex = from;
  const [begins, short, points, long] = VARIABLE.exec(text) ?? [];
  const behind = from + (begins?.length ?? 0);
  const close = short === undefined ? endOfVariable(text, behind) : behind;
  if (begins === undefined || close === -1) return ["$", from + 1];
  const rest = text.slice(behind, close);
  const end = short === undefined ? close + 1 : close;
  const whole = text.slice(from, end);
  const name = (short ?? long) as string;
  const pointed = points ? meanings.variable?.(name) : name;
  const value = pointed === undefined ? undefined : meanings.variable?.(pointed);
  const [, fallback] = /^:?[-=](.*)$/s.exec(rest) ?? [];
  // An argument without a value is mostly a function's, and the function is read at its definition as well.
  if (value === undefined)
    return [fallback || (fallback === "" && !/\d/.test(name)) ? expandText(fallback, meanings) : whole, end];
  if (value === "" && fallback !== undefined) return [expandText(fallback, meanings), end];
  const [subscript = "", at] = /^\[([@*]|\d{1,6})\]/.exec(rest) ?? [];
  return [changedBy(rest.slice(subscript.length), elements(value, at ?? short ?? long)), end];
}

/** The bracket that closes `${NAME…`, behind nested ones: `${A:-${B:-c}}`; -1 if there is none. */
function endOfVariable(text: string, from: number): number {
  const first = text.indexOf("}", from);
  if (first === -1 || !text.slice(from, first).includes("${")) return first;
  const end = closingBracket(text, from, "{");
  return end === text.length ? first : end;
}

/**
 * The words of a list that an index asks for: all of them, all in one, or the word with a number; without an index the
 * whole list, which is mostly meant.
 */
function elements(value: string, which: string | undefined): string {
  if (which === "@" || !value.includes(LIST)) return value;
  return /^\d+$/.test(which ?? "") ? (value.split(LIST)[Number(which)] ?? "") : joinedList(value);
}

const NAMED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

/**
 * A text with `\x72`, `\162`, `\u0072` and `\n` as `printf`, `echo -e` and `$'…'` print them.
 * @param inQuotes the text is that of `$'…'`: any other letter stands for itself without its backslash
 */
export function unescaped(text: string, inQuotes = false): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|(0?[0-7]{1,3})|(.))/gs,
    (whole: string, hex?: string, unicode?: string, octal?: string, other?: string) =>
      other === undefined
        ? String.fromCharCode(octal === undefined ? parseInt((hex ?? unicode) as string, 16) : parseInt(octal, 8))
        : (NAMED[other] ?? (inQuotes ? other : whole)),
  );
}

/** Words that one word may become, and characters of all these words. */
const [MOST, LONGEST] = [4096, 1_000_000] as const;
const BRACES = /\{([^{},]*,[^{}]*)\}/;
/** JSON and code, which stood in quotes and are no pattern for names: a few of their words tell as much as all. */
const DATA = /["'\s:;()]/;
const FEW = 64;

/**
 * The words of a pattern in braces: `/{etc,usr}/x` → `/etc/x`, `/usr/x`, as a shell does it.
 * @throws TooMuchScript if the pattern names more words than can be looked at
 */
export function expandBraces(word: string): string[] {
  if (!word.includes("{")) return [word];
  const isData = DATA.test(word);
  const done: string[] = [];
  const open = [word];
  for (let left = LONGEST; open.length > 0; ) {
    const isMuch = left < 0 || done.length > (isData ? FEW : MOST);
    if (isMuch && isData) return [...done, ...open];
    if (isMuch) throw new TooMuchScript();
    const next = open.pop()!;
    const found = BRACES.exec(next);
    left -= next.length;
    if (!found) done.push(next);
    else {
      const [before, behind] = [next.slice(0, found.index), next.slice(found.index + found[0].length)];
      for (const part of found[1]!.split(",").toReversed()) open.push(before + part + behind);
    }
  }
  return done;
}
