import { ASSIGNS, readList, wordsOf } from "./read-list.ts";
import { expandText, joinedList, LIST, matchingBrace, readShellWord, type Meanings } from "./read-shell-word.ts";
import { unwrapCommand, type Unwrapped } from "./unwrap-command.ts";

/**
 * A command of a script, as it is run: without quotes, and unwrapped of the programs that only start another one. The
 * parts of `sudo -u app env A=1 sed -i 's/a/b/' "my file" <in 2>>log`:
 *
 *     all        ["sudo", "-u", "app", "env", "A=1", "sed", "-i", "s/a/b/", "my file"]
 *     words      ["sed", "-i", "s/a/b/", "my file"]
 *     assigned   ["A=1"]                         taken      ["-u", "app"]
 *     reads      ["in"]                          redirects  [{ file: "log", appends: true, errors: true }]
 *
 * Of `bash -c 'ls; rm x'`, `eval …`, `ssh host …` and their kin `script` is the text for a shell, to be parsed in its
 * turn; a shell without one runs its input. Behind `xargs`, words are missing that are read (`readsWords`).
 */
export interface Command extends Unwrapped {
  /** Each word, with those of wrappers and of the shell's grammar: `["then", "sudo", "rm", "x"]`. */
  readonly all: readonly string[];
  readonly redirects: readonly Redirect[];
  /** Files that it is fed. */
  readonly reads: readonly string[];
  /** Here-documents and here-strings. */
  readonly fed: readonly string[];
}

/** The file of a command's output. */
export interface Redirect {
  readonly file: string;
  readonly appends: boolean;
  /** Only its errors go there. */
  readonly errors?: true;
}

/** Commands that feed one another: `a | b`. */
export type Pipeline = readonly Command[];

interface Open {
  all: string[];
  redirects: Redirect[];
  reads: string[];
  fed: string[];
}

/** The read part of a script, and the command and here-documents that are still open. */
interface Reading {
  readonly text: string;
  readonly meanings: Meanings;
  readonly ended: (command: Command, before: Command | undefined) => void;
  readonly pipelines: Pipeline[];
  pipeline: Command[];
  open: Open;
  /** Here-documents whose bodies stand behind the end of the line. */
  heredocs: { tag: string; tabs: boolean; plain: boolean; fed: string[] }[];
}

const LONGEST = 1_000_000;

/**
 * The pipelines of a shell's script, as far as the effects of its commands depend on it: quotes, here-documents,
 * redirections and the operators between commands. Words like `if` and `{` stand before a command in its `all`; a
 * substitution belongs to its word, as it is written if `meanings` says nothing of it. Each command is given to `ended`
 * before the next one is read, so that its variables are known to those behind it. Text outside of the grammar is read
 * all the same, and nothing throws; it takes time in proportion to the script's length.
 */
export function parseShell(script: string, meanings: Meanings = {}, ended: Reading["ended"] = () => {}): Pipeline[] {
  const text = script.slice(0, LONGEST);
  const reading: Reading = { text, meanings, ended, pipelines: [], pipeline: [], open: nothingYet(), heredocs: [] };
  for (let at = 0; at < text.length; ) at = readPiece(reading, at);
  // A here-document whose end was cut off.
  endPipeline(reading);
  return reading.pipelines;
}

function nothingYet(): Open {
  return { all: [], redirects: [], reads: [], fed: [] };
}

function endCommand(reading: Reading): void {
  const { open, pipeline } = reading;
  // `$(<file)` has a file to read and no word.
  if (open.all.length + open.redirects.length + open.fed.length + open.reads.length > 0) {
    const unwrapped = unwrapCommand(open.all);
    const command = { ...open, ...unwrapped, reads: [...open.reads, ...(unwrapped.wordFiles ?? [])] };
    reading.ended(command, pipeline.at(-1));
    pipeline.push(command);
  }
  reading.open = nothingYet();
}

function endPipeline(reading: Reading): void {
  endCommand(reading);
  if (reading.pipeline.length > 0) reading.pipelines.push(reading.pipeline);
  reading.pipeline = [];
}

/** Reads the piece that begins at a place. @returns the place behind it */
function readPiece(reading: Reading, at: number): number {
  const { text } = reading;
  const rest = text.slice(at, at + 4);
  if (/^[ \t\r]/.test(rest)) return at + 1;
  if (rest.startsWith("\\\n")) return at + 2;
  if (rest[0] === "\n") return readLineEnd(reading, at);
  if (rest[0] === "#") return lineEnd(text, at);
  if (rest.startsWith("<<<")) return readHereString(reading, at);
  if (rest.startsWith("<<")) return openHeredoc(reading, at);
  if (/^(?:\d{0,2}>(?!\()|&>)/.test(rest)) return readOutput(reading, at);
  if (rest[0] === "<" && rest[1] !== "(") return readInput(reading, at);
  if (rest[0] === "(" && isArgument(reading, at)) return readBracket(reading, at);
  if (/^[|;&()]/.test(rest)) return readOperator(reading, at, rest);
  const [word, next] = readShellWord(text, at, reading.meanings, isProgramKnown(reading.open.all));
  if (ASSIGNS.test(word)) {
    const [items, end] = text[next] === "(" ? readList(text, next + 1, reading.meanings) : [[], next];
    reading.open.all.push(joinedList(word) + items.join(LIST));
    return end;
  }
  if (next > at) reading.open.all.push(...wordsOf(word, text.slice(at, next)));
  return Math.max(next, at + 1);
}

/** Words of the shell's grammar behind which a bracket opens a group. */
const BEFORE_GROUP = /^(?:[!({})]|if|elif|while|until|then|do|else|time|coproc)$/;
const WITH_BRACKETS = /^(?:case|for|select|function|\[\[)$/;

/** Whether a bracket stands for an argument: `iex (irm …)` of PowerShell, `rm (pwd)` of fish, the words of a method. */
function isArgument({ text, open: { all } }: Reading, at: number): boolean {
  const [first = "", last = ""] = [all[0], all.at(-1)];
  if (!isProgramKnown(all) || BEFORE_GROUP.test(last) || WITH_BRACKETS.test(first)) return false;
  const isApart = /\s/.test(text[at - 1] ?? "") || /^\.\w+$|^\[[\w.]+\]::\w+$/.test(last);
  return isApart && !/^\(\s*\)/.test(text.slice(at, at + 20));
}

/** The output of the command in the brackets is one word; if it is not known, the command's words stay. */
function readBracket({ text, meanings, open }: Reading, at: number): number {
  const end = matchingBrace(text, at + 1, "(");
  const output = meanings.output?.(text.slice(at + 1, end)) ?? "$()";
  if (output === "$()") return at + 1;
  open.all.push(output);
  return end + 1;
}

/** Whether a command's program is among the words that were read, and not only grammar. */
function isProgramKnown(all: readonly string[]): boolean {
  return all.length > 1 || (all.length === 1 && !/^(?:[!({]|if|elif|while|until|then|do|else)$/.test(all[0]!));
}

/** The bodies of the line's here-documents follow its end. */
function readLineEnd(reading: Reading, from: number): number {
  let at = from + 1;
  for (const { tag, tabs, plain, fed } of reading.heredocs) {
    const [body, next] = readHeredoc(reading.text, at, tag, tabs);
    fed.push(plain ? body : joinedList(expandText(body, reading.meanings)));
    at = next;
  }
  reading.heredocs = [];
  endPipeline(reading);
  return at;
}

function readHereString({ text, meanings, open }: Reading, at: number): number {
  const [word, next] = readShellWord(text, skipBlanks(text, at + 3), meanings);
  open.fed.push(joinedList(word));
  return next;
}

function openHeredoc({ text, open, heredocs }: Reading, at: number): number {
  const tabs = text[at + 2] === "-";
  const start = skipBlanks(text, at + (tabs ? 3 : 2));
  const [tag, next] = readShellWord(text, start, {});
  heredocs.push({ tag, tabs, plain: /["'\\]/.test(text.slice(start, next)), fed: open.fed });
  return next;
}

/** `> file`, `2>> file`, `&> file`. */
function readOutput({ text, meanings, open }: Reading, at: number): number {
  const [, operator = ""] = /^((?:\d{0,2}|&)>{1,2}[|&]?)/.exec(text.slice(at, at + 8)) ?? [];
  const [word, next] = readShellWord(text, skipBlanks(text, at + operator.length), meanings);
  const file = joinedList(word);
  // `2>&1` leads to another stream, `>&file` to a file.
  if (!(operator.endsWith("&") && /^[\d-]*$/.test(file)))
    open.redirects.push({
      appends: operator.includes(">>"),
      file,
      ...(operator.startsWith("2") && { errors: true as const }),
    });
  return Math.max(next, at + operator.length);
}

function readInput({ text, meanings, open }: Reading, at: number): number {
  const [file, next] = readShellWord(text, skipBlanks(text, at + 1), meanings);
  if (file !== "") open.reads.push(joinedList(file));
  return Math.max(next, at + 1);
}

/** Operators between commands, and brackets around them. */
function readOperator(reading: Reading, at: number, rest: string): number {
  if (rest[0] === "(") {
    if (reading.open.all.length === 0) reading.open.all.push("(");
    return at + 1;
  }
  if (rest[0] === "|" && rest[1] !== "|") {
    endCommand(reading);
    return at + (rest[1] === "&" ? 2 : 1);
  }
  endPipeline(reading);
  if (rest[0] === ")") reading.open.all.push(")");
  return at + (/^(?:\|\||&&)/.test(rest) ? 2 : 1);
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\t") at += 1;
  return at;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/** The body up to the line that is the tag alone, and the place behind it. */
function readHeredoc(text: string, from: number, tag: string, tabs: boolean): [string, number] {
  const lines: string[] = [];
  for (let at = from; at < text.length; ) {
    const end = lineEnd(text, at);
    const line = text.slice(at, end).replace(/\r$/, "");
    at = end + 1;
    if ((tabs ? line.replace(/^\t+/, "") : line) === tag) return [lines.join("\n"), Math.min(at, text.length)];
    lines.push(line);
  }
  return [lines.join("\n"), text.length];
}
