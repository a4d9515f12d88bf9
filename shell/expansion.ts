import { changedBy } from "./changed-value.ts";
import { closingBracket, closingQuote } from "./closing.ts";

/** Separates the words of a list in one string: `"$@"` and `"${files[@]}"` become as many words as the list has. */
export const LIST = "\u001f";

/** Whether a word can be the name of a variable. */
export function isName(word: string): boolean {
  return /^[A-Za-z_]\w*$/.test(word);
}

/** The items of a list, joined by blanks to one text, for an assignment or a file's name. */
export function joinedList(word: string): string {
  return word.replaceAll(LIST, " ");
}

/**
 * Functions that give the values of variables and substitutions. If a function is absent, its variables or
 * substitutions stay as written.
 */
export interface Meanings {
  /** The value of a variable; `undefined` if it is not known. */
  variable?(name: string): string | undefined;
  /** Sets a variable: `${NAME:=value}`. */
  assign?(name: string, value: string): void;
  /** The output of a script in `$(…)`, `${ …; }`, `` `…` `` or `<(…)`; `undefined` if it is not known. */
  output?(script: string): string | undefined;
  /** Gets the script of `>(…)`, a command whose input is written to. */
  outlet?(script: string): void;
  /** Counts the steps of work that needs more steps than the text has characters. */
  spend?(steps: number): void;
}

/** Matches characters that have no special meaning between double quotes. */
const PLAIN_TEXT = /[^\\$`]+/y;

/** Expands a text between double quotes or in a here-document. */
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

/** The longest run of matching characters that begins at an offset; `like` is a sticky pattern. */
export function runOf(like: RegExp, text: string, from: number): string {
  like.lastIndex = from;
  return like.test(text) ? text.slice(from, like.lastIndex) : "";
}

/** The value of `$NAME`, `${NAME…}`, `$(…)`, `${ …; }` or `` `…` ``, and the offset after it. */
export function readExpansion(text: string, from: number, meanings: Meanings): [string, number] {
  const substitution = findSubstitution(text, from);
  if (substitution) {
    const [script, end] = substitution;
    return [meanings.output?.(script) ?? text.slice(from, end), end];
  }
  const reference = findReference(text, from);
  return reference ? [valueOf(reference, meanings), reference.end] : ["$", from + 1];
}

/**
 * The script of a substitution that begins at `from`, and the offset after the substitution; `undefined` if none begins
 * there.
 */
function findSubstitution(text: string, from: number): [script: string, end: number] | undefined {
  if (text[from] === "`") {
    const end = closingQuote(text, from + 1, "`");
    return [text.slice(from + 1, end).replace(/\\([`\\$])/g, "$1"), end + 1];
  }
  if (text[from + 1] === "(") {
    const end = closingBracket(text, from + 2);
    return [text.slice(from + 2, end), end + 1];
  }
  // Bash 5.3 has `${ command; }` and `${| command; }`, which run in the current shell.
  if (!/^\{[\s|]/.test(text.slice(from + 1, from + 3))) return undefined;
  const end = closingBracket(text, from + 3, "{");
  return [text.slice(from + 3, end), end + 1];
}

/** A variable in a script: `$NAME`, `${!NAME}`, `${NAME[1]:-x}`. */
interface Reference {
  readonly name: string;
  /** `${!NAME}`: the variable holds the name of the variable whose value is meant. */
  readonly isPointer: boolean;
  /** The text after the name: `[1]:-x`. */
  readonly operators: string;
  /** The whole reference as written. */
  readonly written: string;
  /** The offset after the reference. */
  readonly end: number;
}

const REFERENCE = /\$(?:([A-Za-z_]\w{0,80}|[0-9@*])|\{(!?)([A-Za-z_]\w{0,80}|[0-9@*]))/y;

function findReference(text: string, from: number): Reference | undefined {
  REFERENCE.lastIndex = from;
  const [begins, short, pointer, long] = REFERENCE.exec(text) ?? [];
  if (begins === undefined) return undefined;
  const behind = from + begins.length;
  if (short !== undefined) return { name: short, isPointer: false, operators: "", written: begins, end: behind };
  const close = endOfVariable(text, behind);
  if (close === -1) return undefined;
  const [operators, written] = [text.slice(behind, close), text.slice(from, close + 1)];
  return { name: long!, isPointer: pointer !== "", operators, written, end: close + 1 };
}

/** The value of a variable; if it is unset or unknown, its default (`:-x`), else the reference as written. */
function valueOf({ name, isPointer, operators, written }: Reference, meanings: Meanings): string {
  const meant = isPointer ? meanings.variable?.(name) : name;
  const value = meant === undefined ? undefined : meanings.variable?.(meant);
  const [, sign, quoted] = /^:?([-=])(.*)$/s.exec(operators) ?? [];
  const fallback = quoted?.replace(/^(["'])(.*)\1$/s, "$2");
  const instead = () => {
    const text = expandText(fallback!, meanings);
    if (sign === "=") meanings.assign?.(name, text);
    return text;
  };
  if (value === undefined) {
    // `${1:-}` stays as written: an argument is mostly unknown because a function's body is read before the function's
    // call.
    const isEmpty = fallback === "" && !/\d/.test(name);
    return fallback || isEmpty ? instead() : written;
  }
  if (value === "" && fallback !== undefined) return instead();
  const [subscript = "", at = name] = /^\[([^\]]{1,80})\]/.exec(operators) ?? [];
  const behind = operators.slice(subscript.length);
  const [isSlice, from, count] = (/[@*]/.test(at) && /^:\s?(\d{1,6})(?::(\d{1,6}))?$/.exec(behind)) || [];
  if (isSlice === undefined) return changedBy(behind, elements(value, at));
  // The arguments are counted from 1, the items of an array from 0.
  const first = subscript === "" ? Math.max(0, Number(from) - 1) : Number(from);
  const items = value.split(LIST).slice(first, count === undefined ? undefined : first + Number(count));
  return elements(items.join(LIST), at);
}

/**
 * The offset of the bracket that closes `${NAME…`; brackets of nested references (`${A:-${B:-c}}`) are skipped. -1 if
 * there is none.
 */
function endOfVariable(text: string, from: number): number {
  const first = text.indexOf("}", from);
  if (first === -1 || !text.slice(from, first).includes("${")) return first;
  const end = closingBracket(text, from, "{");
  return end === text.length ? first : end;
}

/**
 * The items of a list that a subscript selects: `@` selects all as separate words, `*` all as one text, a number one
 * item, a key the value of the item `[key]=…`. Without a subscript the result is all items as one text, because a script mostly means all.
 */
function elements(value: string, which: string): string {
  if (!value.includes(LIST) && !KEYED.test(value)) return value;
  const items = value.split(LIST);
  const keyed = items.findLast((item) => item.startsWith(`[${which}]=`));
  if (keyed !== undefined) return keyed.replace(KEYED, "");
  if (/^\d+$/.test(which)) return items[Number(which)] ?? "";
  return items.map((item) => item.replace(KEYED, "")).join(which === "@" ? LIST : " ");
}

/** The key of an item of an associative array. */
const KEYED = /^\[[^\]]{1,80}\]=/;

const NAMED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

/**
 * Decodes `\x72`, `\162`, `\u0072` and `\n` as `printf`, `echo -e` and `$'…'` do.
 * @param inQuotes the text is from `$'…'`, where a backslash before any other character is dropped
 */
export function unescaped(text: string, inQuotes = false): string {
  if (!text.includes("\\")) return text;
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|(0?[0-7]{1,3})|(.))/gs,
    (whole: string, hex?: string, unicode?: string, octal?: string, other?: string) =>
      other === undefined
        ? String.fromCharCode(octal === undefined ? parseInt((hex ?? unicode) as string, 16) : parseInt(octal, 8))
        : (NAMED[other] ?? (inQuotes ? other : whole)),
  );
}
