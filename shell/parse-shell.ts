import { parseList, wordsOf } from "./parse-list.ts";
import { closingBracket } from "./closing.ts";
import { joinedList, LIST, type Meanings } from "./expansion.ts";
import { ASSIGNS, parseShellWord } from "./parse-shell-word.ts";
import {
  lineEnd,
  openHeredoc,
  readHeredocs,
  readHereString,
  readInput,
  readOutput,
  type Redirect,
  type Redirected,
} from "./redirections.ts";
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
  /** Every word, with those of wrappers and of the shell's grammar: `["then", "sudo", "rm", "x"]`. */
  readonly all: readonly string[];
  readonly redirects: readonly Redirect[];
  /** Files that the command is fed. */
  readonly reads: readonly string[];
  /** Here-documents and here-strings that the command is fed. */
  readonly fed: readonly string[];
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
interface Reading extends Redirected {
  readonly ended: (command: Command, before: Command | undefined) => void;
  readonly pipelines: Pipeline[];
  pipeline: Command[];
  open: Open;
}

/**
 * The pipelines of a shell's script, as far as the effects of its commands depend on it: quotes, here-documents,
 * redirections and the operators between commands. Words like `if` and `{` stand before a command in its `all`; a
 * substitution belongs to its word, as it is written if `meanings` says nothing of it. Each command is given to `ended`
 * before the next one is read, so that its variables are known to those behind it. Text outside of the grammar is read
 * all the same, and nothing throws; it takes time in proportion to the script's length.
 */
export function parseShell(script: string, meanings: Meanings = {}, ended: Reading["ended"] = () => {}): Pipeline[] {
  const reading: Reading = {
    text: script,
    meanings,
    ended,
    pipelines: [],
    pipeline: [],
    open: nothingYet(),
    heredocs: [],
  };
  for (let at = 0; at < script.length; ) at = readPiece(reading, at);
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
    const { words, script, assigned, taken, readsWords, found, wordFiles } = unwrapCommand(open.all);
    const { all, redirects, reads, fed } = open;
    reads.push(...(wordFiles ?? []));
    // All commands have one shape, and none is a copy of another object: V8 is then ten times as fast with each.
    const command = { all, redirects, reads, fed, words, script, assigned, taken, readsWords, found, wordFiles };
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

/** Characters with which something other than a word may begin. */
const MAY_BE_NO_WORD = /[\d\s\\#<>&|;()]/;

/** Reads the piece that begins at a place. @returns the place behind it */
function readPiece(reading: Reading, at: number): number {
  const { text } = reading;
  const char = text[at]!;
  if (char === " " || char === "\t" || char === "\r") return at + 1;
  if (!MAY_BE_NO_WORD.test(char)) return readWord(reading, at);
  const rest = text.slice(at, at + 4);
  if (rest.startsWith("\\\n")) return at + 2;
  if (rest[0] === "\n") {
    const next = readHeredocs(reading, at + 1);
    endPipeline(reading);
    return next;
  }
  if (rest[0] === "#") return lineEnd(text, at);
  if (rest.startsWith("<<<")) return readHereString(reading, at);
  if (rest.startsWith("<<")) return openHeredoc(reading, at);
  if (/^(?:\d{0,2}>(?!\()|&>)/.test(rest)) return readOutput(reading, at);
  if (/^\d?<(?![<(])/.test(rest)) return readInput(reading, at);
  if (rest[0] === "(" && isArgument(reading, at)) return readBracket(reading, at);
  if (/^[|;&()]/.test(rest)) return readOperator(reading, at, rest);
  return readWord(reading, at);
}

function readWord(reading: Reading, at: number): number {
  const { text } = reading;
  const [word, next] = parseShellWord(text, at, reading.meanings, isProgramKnown(reading.open.all), true);
  if (ASSIGNS.test(word)) {
    const [items, end] = text[next] === "(" ? parseList(text, next + 1, reading.meanings) : [[], next];
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

/** Reads brackets. The output of the command in them is one word; if it is not known, the command's words stay. */
function readBracket({ text, meanings, open }: Reading, at: number): number {
  const end = closingBracket(text, at + 1);
  meanings.spend?.(end - at);
  const output = meanings.output?.(text.slice(at + 1, end)) ?? "$()";
  if (output === "$()") return at + 1;
  open.all.push(output);
  return end + 1;
}

/** Whether a command's program is among the read words, and not only grammar. */
function isProgramKnown(all: readonly string[]): boolean {
  return all.length > 1 || (all.length === 1 && !/^(?:[!({]|if|elif|while|until|then|do|else)$/.test(all[0]!));
}

/** Reads operators between commands, and brackets around commands. */
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
