import { lineEnd } from "../kit/text.ts";
import { Arms } from "./arms.ts";
import { parseList, wordsOf } from "./parse-list.ts";
import { closingBracket } from "./closing.ts";
import { BEFORE_GROUP, isGroup, isItem, isProgramKnown } from "./grammar-words.ts";
import { joinedList, LIST, type Meanings } from "./expansion.ts";
import { Loops } from "./loops.ts";
import { ASSIGNS, parseShellWord } from "./parse-shell-word.ts";
import {
  openHeredoc,
  readHeredocs,
  readHereString,
  readInput,
  readOutput,
  type Redirect,
  type Redirected,
} from "./redirections.ts";
import { Streams } from "./streams.ts";
import { unwrapCommand, type Unwrapped } from "./unwrap-command.ts";

/**
 * A command of a script as its program gets it: without quotes, and without wrappers (programs that only start another
 * one). The parts of `sudo -u app env A=1 sed -i 's/a/b/' "my file" <in 2>>log`:
 *
 *     all        ["sudo", "-u", "app", "env", "A=1", "sed", "-i", "s/a/b/", "my file"]
 *     words      ["sed", "-i", "s/a/b/", "my file"]
 *     assigned   ["A=1"]                         taken      ["-u", "app"]
 *     reads      ["in"]                          redirects  [{ file: "log", appends: true, errors: true }]
 *
 * For `bash -c 'ls; rm x'`, `eval …`, `ssh host …` and similar commands, `script` is a shell script of its own; a shell
 * without `script` runs its input. The words that `xargs` reads from its input are not in `words` (`readsWords`).
 */
export interface Command extends Unwrapped {
  /** Every word, including those of wrappers and of the shell's grammar: `["then", "sudo", "rm", "x"]`. */
  readonly all: readonly string[];
  readonly redirects: readonly Redirect[];
  /** Files that are redirected to the command's input: `<in`. */
  readonly reads: readonly string[];
  /** Here-documents and here-strings of the command. */
  readonly fed: readonly string[];
}

/** Commands joined by pipes: `a | b`. */
export type Pipeline = readonly Command[];

interface Open {
  all: string[];
  redirects: Redirect[];
  reads: string[];
  fed: string[];
}

/** What somebody learns of a script while it is read. */
export interface ShellReader {
  /** Gets each command before the next one is read, with the one that is piped into it. */
  ended?(command: Command, before: Command | undefined): void;
  /** Gets each pipeline before the next one is read, or after the line's here-documents. */
  piped?(pipeline: Pipeline): void;
  /** Sets a variable. With this method the body of a `for` loop is read once for each of its items (see `Loops`). */
  set?(name: string, value: string): void;
}

/** A script that is being read: its finished pipelines, and the command and here-documents that are not finished. */
interface Reading extends Redirected {
  readonly reader: ShellReader;
  readonly pipelines: Pipeline[];
  /** The number of pipelines that the reader has got. */
  given: number;
  pipeline: Command[];
  open: Open;
  /** The loops of the script; absent if each body is read once. */
  readonly loops: Loops | undefined;
  readonly arms: Arms;
}

/**
 * Parses a shell script into pipelines, as far as the effects of commands depend on it: quotes, here-documents,
 * redirections, and operators between commands. Words of the grammar such as `if` and `{` stand in `all` of the command
 * after them. A substitution is a part of its word, unchanged if `meanings` gives no value for it.
 * The reader gets commands and pipelines while the script is read, so that their effects on variables and folders are
 * known to what comes later. Text that is no valid script is read as well. Never throws by itself, but passes on errors
 * of `meanings` and the reader; the time is proportional to the script's length.
 */
export function parseShell(script: string, meanings: Meanings = {}, reader: ShellReader = {}): Pipeline[] {
  const { set } = reader;
  const reading: Reading = {
    text: script,
    meanings,
    reader,
    pipelines: [],
    given: 0,
    pipeline: [],
    open: nothingYet(),
    heredocs: [],
    arms: new Arms(),
    streams: new Streams(),
    loops:
      set && /\b(?:for|read)\b/.test(script) ? new Loops((name, value) => set.call(reader, name, value)) : undefined,
  };
  for (let at = 0; at < script.length; ) {
    at = readPiece(reading, at);
    if (reading.loops) at = readLoop(reading, reading.loops, at);
    if (at >= script.length && reading.loops) at = readUnended(reading, reading.loops, at);
    if (reading.heredocs.length > 0) continue;
    giveOut(reading);
    if (reading.loops) at = readAgain(reading, reading.loops, at);
  }
  // The script may end inside a here-document, which leaves a command open.
  endPipeline(reading);
  giveOut(reading);
  return reading.pipelines;
}

/** Hands the finished pipelines to the reader. */
function giveOut(reading: Reading): void {
  while (reading.given < reading.pipelines.length) {
    reading.given += 1;
    reading.reader.piped?.(reading.pipelines[reading.given - 1]!);
  }
}

/** @returns the offset at which the script is to be read on */
function readLoop({ text, open: { all }, heredocs }: Reading, loops: Loops, at: number): number {
  if (all.length === 0) loops.readTo(at);
  const isDone = all.length === 1 && all[0] === "done" && text.endsWith("done", at) && heredocs.length === 0;
  if (!isDone) return at;
  const next = loops.end(at);
  if (next !== at) all.length = 0;
  return next;
}

/**
 * Reads the rest of a script again whose loops have no `done`, as in fish and in `for x in a b; { …; }`.
 * @returns the offset at which the script is to be read on
 */
function readUnended(reading: Reading, loops: Loops, at: number): number {
  const next = loops.endAll();
  if (next === undefined) return at;
  reading.heredocs.length = 0;
  endPipeline(reading);
  return next;
}

/** @returns the offset at which the script is to be read on after a pipeline: see `Loops.readOn` */
function readAgain(reading: Reading, loops: Loops, at: number): number {
  if (at >= reading.text.length && reading.open.all[0] === "done") endPipeline(reading);
  if (reading.pipeline.length > 0 || reading.open.all.length > 0) return at;
  const next = loops.readOn(at, (name) => reading.meanings.variable?.(name));
  if (next !== at) giveOut(reading);
  return next;
}

function nothingYet(): Open {
  return { all: [], redirects: [], reads: [], fed: [] };
}

function endCommand(reading: Reading): void {
  const { open, pipeline } = reading;
  // A command is kept even without words, because `$(<file)` has only an input.
  if (open.all.length + open.redirects.length + open.fed.length + open.reads.length === 0) {
    // A here-document whose body is not read yet belongs to the command that ends here.
    if (reading.heredocs.length > 0) reading.open = nothingYet();
    return;
  }
  const { words, script, assigned, taken, readsWords, found, wordFiles } = unwrapCommand(open.all);
  const { all, redirects, reads, fed } = open;
  if (wordFiles) reads.push(...wordFiles);
  reads.push(...reading.streams.end(words, pipeline.length === 0, reads.length + fed.length > 0));
  // All commands are written out with the same keys and not copied by `...`: V8 then handles each ten times as fast.
  const command = { all, redirects, reads, fed, words, script, assigned, taken, readsWords, found, wordFiles };
  reading.reader.ended?.(command, pipeline.at(-1));
  reading.arms.note(all);
  reading.loops?.note(all, (name) => reading.meanings.variable?.(name), reads.length + fed.length > 0);
  pipeline.push(command);
  reading.open = nothingYet();
}

function endPipeline(reading: Reading): void {
  endCommand(reading);
  if (reading.pipeline.length === 0) return;
  reading.pipelines.push(reading.pipeline);
  reading.pipeline = [];
}

/** Reads the piece that begins at `at`. @returns the offset after the piece */
function readPiece(reading: Reading, at: number): number {
  const { text } = reading;
  switch (text[at]) {
    case " ":
    case "\t":
    case "\r":
      return at + 1;
    case "\\":
      return text[at + 1] === "\n" ? at + 2 : readWord(reading, at);
    case "\n":
      return readLineEnd(reading, at);
    case "#":
      return lineEnd(text, at);
    case "(":
      return isArgument(reading, at) ? readBracket(reading, at) : readOperator(reading, at);
    case "|":
    case ";":
    case ")":
      return readOperator(reading, at);
    case "&":
      return text[at + 1] === ">" ? readOutput(reading, at) : readOperator(reading, at);
    case "<":
    case ">":
      return readRedirection(reading, at);
    default:
      return REDIRECTS_STREAM.test(text.slice(at, at + 4)) ? readRedirection(reading, at) : readWord(reading, at);
  }
}

/** Matches a redirection that begins with the number of a stream: `2>file`. */
const REDIRECTS_STREAM = /^\d{1,3}[<>]/;

function readRedirection(reading: Reading, at: number): number {
  const rest = reading.text.slice(at, at + 5);
  if (rest.startsWith("<<<")) return readHereString(reading, at);
  if (rest.startsWith("<<")) return openHeredoc(reading, at);
  if (/^\d{0,3}>(?!\()/.test(rest)) return readOutput(reading, at);
  return /^\d{0,3}<(?![<(])/.test(rest) ? readInput(reading, at) : readWord(reading, at);
}

/** Ends a line of the script, and reads the bodies of the line's here-documents. */
function readLineEnd(reading: Reading, at: number): number {
  const next = readHeredocs(reading, at + 1);
  endPipeline(reading);
  return next;
}

function readWord(reading: Reading, at: number): number {
  const { text } = reading;
  const [word, next] = parseShellWord(text, at, reading.meanings, isProgramKnown(reading.open.all), true);
  if (word.includes("=") && ASSIGNS.test(word)) {
    if (text[next] !== "(") {
      reading.open.all.push(joinedList(word));
      return next;
    }
    const [items, end] = parseList(text, next + 1, reading.meanings);
    // `A+=(b)` adds an item, where `A+=b` makes a text longer.
    const all = word.endsWith("+=") ? ["", ...items] : items;
    reading.open.all.push(joinedList(word) + all.join(LIST));
    return end;
  }
  if (next === at) return at + 1;
  if (word === "case") reading.arms.word(text.slice(at, next), reading.open.all);
  if (word.includes("{") || word.includes(LIST)) {
    const parse = (written: string) => parseShellWord(written, 0, reading.meanings, true, true)[0];
    reading.open.all.push(...wordsOf(word, text.slice(at, next), parse, isItem(reading.open.all)));
  } else reading.open.all.push(word);
  return next;
}

const WITH_BRACKETS = /^(?:case|for|select|function|\[\[)$/;

/**
 * Whether a bracket belongs to an argument: `iex (irm …)` of PowerShell, `rm (pwd)` of fish, arguments of a .NET
 * method.
 */
function isArgument({ text, open: { all } }: Reading, at: number): boolean {
  const [first = "", last = ""] = [all[0], all.at(-1)];
  if (!isProgramKnown(all) || BEFORE_GROUP.test(last) || WITH_BRACKETS.test(first)) return false;
  const isApart = /\s/.test(text[at - 1] ?? "") || /^\.\w+$|^\[[\w.]+\]::\w+$/.test(last);
  return isApart && !/^\(\s*\)/.test(text.slice(at, at + 20));
}

/**
 * Reads a bracket that is an argument. The output of the command in it becomes one word; if the output is not known,
 * the command's words are read as words of the outer command.
 */
function readBracket({ text, meanings, open }: Reading, at: number): number {
  const end = closingBracket(text, at + 1);
  meanings.spend?.(end - at);
  const output = meanings.output?.(text.slice(at + 1, end)) ?? "$()";
  if (output === "$()") return at + 1;
  open.all.push(output);
  return end + 1;
}

/** Reads an operator between commands, or a bracket around commands. */
function readOperator(reading: Reading, at: number): number {
  const [char, next] = [reading.text[at], reading.text[at + 1]];
  const behindPattern = reading.arms.isPattern(reading.open.all) ? readPattern(reading, at) : undefined;
  if (behindPattern !== undefined) return behindPattern;
  if (char === "(") {
    const { all } = reading.open;
    const [brackets] = /^\(\s{0,8}\)/.exec(reading.text.slice(at, at + 10)) ?? [];
    // `name()` defines a function and is no call of it.
    const isDefinition =
      brackets !== undefined && all.length > 0 && all.length < 3 && !isProgramKnown(all.slice(0, -1));
    if (isDefinition) all.splice(-1, 0, "function");
    if (brackets !== undefined && all.at(-2) === "function") return at + brackets.length;
    if (isGroup(all) || (all.length === 2 && all[0] === "function")) all.push("(");
    return at + 1;
  }
  if (char === "|" && next !== "|") {
    endCommand(reading);
    return at + (next === "&" ? 2 : 1);
  }
  endPipeline(reading);
  reading.arms.end(char === ";" && (next === ";" || next === "&"));
  if (char === ")") return readArm(reading, at);
  return at + (/[|&;]/.test(char!) && (next === char || (char === ";" && next === "&")) ? 2 : 1);
}

/** Reads a sign within the pattern of an arm, or at its end; `undefined` at an operator that is no part of a pattern. */
function readPattern(reading: Reading, at: number): number | undefined {
  const [char, next] = [reading.text[at], reading.text[at + 1]];
  if (char === "(" || (char === "|" && next !== "|")) return at + 1;
  if (char !== ")") return undefined;
  reading.open = nothingYet();
  return readArm(reading, at);
}

/** Reads the bracket behind a pattern of `case`, or around commands. */
function readArm(reading: Reading, at: number): number {
  reading.arms.end(false);
  reading.open.all.push(")");
  return at + 1;
}
