import { SOME } from "./found-by.ts";
import { ENVIRONMENT, printsEnvironment } from "./environment.ts";
import type { Io } from "../kit/io.ts";
import { Budget } from "./budget.ts";
import { filesRead } from "./effects.ts";
import type { Command } from "./parse-shell.ts";
import { columnOf, kindOf } from "./programs.ts";
import { READERS } from "./streams.ts";
import { isName, LIST } from "./expansion.ts";

/** The names of the arguments of a script or function. */
const POSITIONAL = [..."0123456789@*"];

/** Builtins of a shell that set variables, or say which ones are exported. */
const BUILTINS: ReadonlySet<string> = new Set(["unset", "export", "set", "shift", "for", "printf"]);

/** Matches patterns of names, and marks of contents. */
const UNKNOWN = /[{*\u0001-\u0006]/;

/** A loop that reads: `while IFS= read -r line`. */
const LOOPS = /\b(?:while|until) (?:\w+=\S* )*read\b/;

/** The text of a file that a command reads; `undefined` if it is not known. */
export type TextOf = (file: string, command: Command) => string | undefined;

/** The most lines of files, and characters of these, that become values of a variable. */
const [MOST_LINES, MOST_TEXT] = [1000, 64 * 1024] as const;

/** The facts that are known before a script sets any variable. */
interface Given {
  /** Limits the work on the script; absent: the script gets a budget of its own. */
  readonly budget?: Budget;
  /** The environment's variables. */
  readonly env?: Io["env"];
  /** Names of variables that are exported whenever they are set. */
  readonly exported?: ReadonlySet<string>;
}

/** The variables of a script, as far as their values follow from the script and the environment. */
export class ShellVariables {
  readonly #values = new Map<string, string>();
  readonly #env: Io["env"];
  readonly #exported: Set<string>;
  /** Names that `read` has set. */
  readonly #read = new Set<string>();
  /** The names of the last `read`, one for each part of a line. */
  #parts: readonly string[] = [];
  /** The names of each loop that reads lines which are known only at its end: `done < list`. */
  readonly #waiting: (readonly string[])[] = [];
  /** The commands whose variables got the words in front of the pipe, since the lines were not known yet. */
  readonly #guessed = new WeakSet<Command>();
  /** Limits all work with the variables of this script. */
  readonly budget: Budget;

  constructor({ env = {}, exported = new Set(), budget = new Budget() }: Given = {}) {
    this.#env = env;
    this.budget = budget;
    this.#exported = new Set(exported);
  }

  get(name: string): string | undefined {
    const value = this.#values.get(name) ?? (Object.hasOwn(this.#env, name) ? this.#env[name] : undefined);
    this.budget.spend(value?.length ?? 0);
    return value;
  }

  /** The values that the script has set. */
  values(): string[] {
    return [...this.#values.values()];
  }

  /** Sets variables, given as `NAME=value` or `NAME+=value`. */
  set(assignments: readonly string[]): void {
    for (const assignment of assignments) {
      const [, name, key, adds, value] = /^([A-Za-z_]\w*)(?:\[([^\]]*)\])?(\+?)=(.*)$/s.exec(assignment) ?? [];
      if (name === undefined) continue;
      if (key !== undefined) this.#put(name, this.#withItem(name, key, value!));
      else this.#put(name, adds ? this.#added(name, value!) : value!);
    }
  }

  /** Sets one variable. A bound function, so that a reader of scripts can take it as it is. */
  readonly assign = (name: string, value: string): void => this.set([`${name}=${value}`]);

  /** The value of a variable after `files+=(a b)` or `text+=more`. */
  #added(name: string, value: string): string {
    const before = this.get(name) ?? "";
    if (before === "") return value.startsWith(LIST) ? value.slice(LIST.length) : value;
    return value.startsWith(LIST) || !before.includes(LIST) ? before + value : before + LIST + value;
  }

  /** The value of a list after `name[key]=item`: an array counts its items, an associative array keeps `[key]=item`. */
  #withItem(name: string, key: string, item: string): string {
    const before = this.get(name) ?? "";
    const items = before === "" ? [] : before.split(LIST);
    const keyed = `[${key}]=`;
    if (/^\d{1,3}$/.test(key) && !before.startsWith("[")) {
      items[Math.min(Number(key), items.length)] = item;
      return items.join(LIST);
    }
    return [...items.filter((one) => !one.startsWith(keyed)), `${keyed}${item}`].join(LIST);
  }

  /** Sets `$0`, `$1`, … and `$@`, `$*`; the first word is `$0`. */
  setPositional(words: readonly string[]): void {
    if (words.length === 0) return;
    words.slice(0, 10).forEach((word, at) => this.#put(String(at), word));
    for (const name of ["@", "*"]) this.#put(name, words.slice(1).join(LIST));
  }

  /** Drops the first arguments, as `shift` does. */
  #shift(count: number): void {
    const list = this.get("@") ?? "";
    if (list === "") return;
    const left = list.split(LIST).slice(count);
    for (const name of POSITIONAL) if (name !== "0") this.#put(name, "");
    this.setPositional([this.get("0") ?? "sh", ...left]);
  }

  /**
   * Does some work with other arguments in `$0`, `$1`, … as in a function, and restores the old ones. An argument
   * without a word is empty.
   */
  withPositional<Result>(words: readonly string[], work: () => Result): Result {
    const before = POSITIONAL.map((name) => this.#values.get(name));
    for (const name of POSITIONAL) this.#values.set(name, "");
    this.setPositional(words);
    const result = work();
    for (const [at, name] of POSITIONAL.entries())
      if (before[at] === undefined) this.#values.delete(name);
      else this.#values.set(name, before[at]);
    return result;
  }

  /**
   * Does some work as a child process, which has the variables of the environment and those that are exported, and
   * restores the others. @param assigned the variables that are set for the process alone, as `NAME=value`
   */
  inChild<Result>(assigned: readonly string[], work: () => Result): Result {
    const before = [...this.#values];
    this.budget.spend(before.length);
    if (!this.#exported.has("*"))
      for (const [name] of before) if (!this.#isForChildren(name)) this.#values.set(name, "");
    this.set(assigned);
    const result = work();
    for (const assignment of assigned) this.#values.delete(assignment.replace(/\+?=.*$/s, ""));
    for (const [name, value] of before) this.#values.set(name, value);
    return result;
  }

  #isForChildren(name: string): boolean {
    return this.#exported.has(name) || Object.hasOwn(this.#env, name) || POSITIONAL.includes(name);
  }

  /** The given assignments whose variables are exported, so that commands see them. */
  exportedOf(assignments: readonly string[]): string[] {
    return assignments.filter(
      (assignment) => this.#exported.has("*") || this.#exported.has(assignment.replace(/\+?=.*$/s, "")),
    );
  }

  /**
   * Notes the variables that a command sets for later commands.
   * @param before the command whose output is piped into it
   * @param textOf for files that commands read line by line into variables
   */
  note(command: Command, before: Command | undefined, textOf: TextOf = () => undefined): void {
    const { all, words, assigned, fed, reads } = command;
    this.budget.spendOnCommand(all.length);
    const name = words[0] ?? "";
    if (words.length === 0) this.set(assigned);
    if (columnOf(name, "sets")) {
      this.set(words.slice(1));
      if (words.some((word) => /^-[a-zA-Z]*x/.test(word))) this.#noteBuiltin("export", words.slice(1));
    }
    if (READERS.has(name)) this.#noteRead(command, before, textOf);
    else if (BUILTINS.has(name)) this.#noteBuiltin(name, words.slice(1));
    // A loop that reads lines gets its input after its end: `done < file`.
    if (fed.length + reads.length > 0 && /^(?:[)}]|done|fi)$/.test(all[0] ?? "")) this.#noteEnd(command, textOf);
  }

  #noteBuiltin(name: string, rest: readonly string[]): void {
    switch (name) {
      case "unset":
        for (const word of rest.filter(isName)) this.#put(word, "");
        break;
      case "export":
        for (const word of rest) this.#exported.add(word.replace(/\+?=.*$/s, ""));
        break;
      case "set":
        if (rest.some((word) => /^-\w*a|^allexport$/.test(word))) this.#exported.add("*");
        if (rest[0] === "--") this.setPositional(["sh", ...rest.slice(1)]);
        break;
      case "shift":
        this.#shift(/^\d{1,3}$/.test(rest[0] ?? "") ? Number(rest[0]) : 1);
        break;
      case "for":
        if (rest[1] === "in") this.#put(rest[0]!, rest.slice(2).join(" "));
        break;
      case "printf":
        if (rest[0] === "-v") this.#put(rest[1] ?? "", formatted(rest.slice(2)));
        break;
      default:
    }
  }

  #noteRead(command: Command, before: Command | undefined, textOf: TextOf): void {
    const [name = "", ...own] = command.words;
    const names = own.filter(isName);
    const lines = linesOf(command, before, textOf);
    this.#parts = name === "read" ? names : [];
    if (lines.length === 0) {
      this.#guessed.add(command);
      if (before === undefined && LOOPS.test(command.all.join(" "))) this.#waiting.push(this.#parts);
      for (const word of names) this.#readInto(word, inputOf(command, before));
    } else if (name === "read") this.#readLines(LOOPS.test(command.all.join(" ")) ? lines : lines.slice(0, 1));
    else for (const word of names) this.#put(word, lines.join(LIST));
  }

  /** Gives the variables of `read` or `mapfile` the texts that are piped into it, in the place of a guess. */
  noteFed(command: Command, texts: readonly string[]): void {
    if (texts.length === 0 || !this.#guessed.has(command)) return;
    const names = command.words.slice(1).filter(isName);
    const lines = bounded(texts.join("\n"), /[\n\0]/);
    if (lines.length === 0) return;
    this.#parts = names;
    // Of names and contents that are not known, it is not known either in which column these stand.
    if (names.length > 1 && lines.every((line) => !UNKNOWN.test(line))) this.#readLines(lines);
    else for (const name of names) this.#readInto(name, [lines.join(LIST)]);
  }

  /** Gives the variables of a loop that reads lines the values of the input that stands at the loop's end. */
  #noteEnd(command: Command, textOf: TextOf): void {
    const lines = linesOf(command, undefined, textOf);
    this.#parts = this.#waiting.pop() ?? this.#parts;
    if (lines.length > 0) this.#readLines(lines);
    else for (const word of this.#read) this.#readInto(word, [...command.fed, ...command.reads]);
  }

  /** Gives the variables of the last `read` the parts of each line: a list, since each line is read in turn. */
  #readLines(lines: readonly string[]): void {
    const last = this.#parts.length - 1;
    for (const [at, name] of this.#parts.entries()) {
      this.#read.add(name);
      const parts = last === 0 ? lines : lines.map((line) => partOf(line, at, at === last));
      this.#put(name, parts.join(LIST));
    }
  }

  #readInto(name: string, input: readonly string[]): void {
    this.#read.add(name);
    if (input.length > 0 || this.get(name) === undefined) this.#put(name, input.join(" "));
  }

  #put(name: string, value: string): void {
    this.budget.spend(value.length);
    this.#values.set(name, value);
  }
}

/** The lines of the files that a command reads, if their text is known and not too long. */
function linesOf(command: Command, before: Command | undefined, textOf: TextOf): readonly string[] {
  const [feeder = "", ...its] = before?.words ?? [];
  const shown = before && kindOf(feeder) === "show" ? [...before.reads, ...filesRead(feeder, its).files] : [];
  const texts = [...command.reads, ...shown].flatMap((file) => textOf(file, command) ?? []);
  return bounded(texts.join("\n"), "\n");
}

/** The lines of a text; an unknown path of the disk, if there are more than can be read one by one. */
function bounded(text: string, end: string | RegExp): readonly string[] {
  const lines = text.length > MOST_TEXT ? [] : text.split(end).filter((line) => line.trim() !== "");
  return text.length > MOST_TEXT || lines.length > MOST_LINES ? [`/${SOME}`] : lines;
}

/** A part of a line between blanks. @param isLast the part is the rest of the line */
function partOf(line: string, at: number, isLast: boolean): string {
  const words = line.trim().split(/\s+/).slice(at);
  return isLast ? words.join(" ") : (words[0] ?? "");
}

/** The texts that a command may read: its redirected input, and the words of the command that is piped into it. */
function inputOf({ fed, reads }: Command, before: Command | undefined): string[] {
  if (before === undefined) return [...fed, ...reads];
  const [feeder = "", ...its] = before.words;
  const environment = printsEnvironment(feeder, its) ? [ENVIRONMENT] : [];
  return [...fed, ...reads, ...before.all.slice(1), ...before.fed, ...environment];
}

/** The output of `printf`: each `%s` takes the next value, and the format is repeated while values are left. */
export function formatted([format = "", ...values]: readonly string[]): string {
  const left = [...values];
  let text = "";
  for (let round = 0; round === 0 || (left.length > 0 && round < 100 && /%[^%]/.test(format)); round += 1) {
    text += format.replace(/%(?:-?\d{0,4}[sbdq]|%)/g, (spec) => (spec === "%%" ? "%" : (left.shift() ?? "")));
  }
  return [text, ...left].join(" ");
}
