import { parseShell, type Command, type Pipeline } from "./parse-shell.ts";
import type { Redirect } from "./redirections.ts";
import { functionsIn } from "./functions-in.ts";
import type { Meanings } from "./expansion.ts";
import { Budget, isReadWhole } from "./budget.ts";
import { ShellVariables } from "./shell-variables.ts";
import { isShell } from "./programs.ts";

/** Gets each command of a script. Texts are the known part of an input or an output, in any number of pieces. */
export interface Follower {
  /**
   * A command that is no script, with known variables and `$(…)` in their places, and its input.
   * @param place of the command in its pipeline
   * @param isTaken its output becomes a part of a word: `$(…)`
   * @returns its output
   */
  command(
    command: Command,
    fed: readonly string[],
    pipeline: Pipeline,
    place: number,
    isTaken: true | undefined,
  ): readonly string[];
  /** A command with scripts of its own, each of which is followed next: `bash -c '…'`, `echo … | sh`. */
  scripts?(command: Command, scripts: readonly string[], pipeline: Pipeline, place: number): void;
  /** The output of a command, a group or a script that goes into a file. */
  output?(texts: readonly string[], target: Redirect, command?: Command): void;
  /** A script in the script begins, or ends: its `cd` does not outlast it. */
  inner?(does: "begin" | "end"): void;
}

const OPENERS = /^(?:[({]|while|until|if|for|case)$/;
const CLOSERS = /^(?:[})]|done|fi|esac)$/;
/** Targets of output at which no file is destroyed. */
const NOWHERE = /^(?:\/dev\/(?:null|stdout|stderr|tty|fd\/\d)|&?\d|NUL|\$null|-)$/i;
/** Levels at which a function is followed in itself: each time with other words. */
const DEEPEST = 3;

/** A script that is followed. */
interface Scope {
  readonly variables: ShellVariables;
  readonly follower: Follower;
  /** The whole script's own functions, see `functionsIn`. */
  readonly functions: Map<string, string>;
  /** The texts that the script gave to `alias`, by name. */
  readonly aliases: Map<string, string>;
  /** The names of the functions whose bodies are followed just now. */
  readonly entered: readonly string[];
  /** The script is in no other script. */
  readonly isWhole?: true;
  /** The script's output becomes a part of a word. */
  readonly isTaken?: true;
  /** The script's output so far. */
  readonly printed: string[];
  /** The file of all later output: `exec >file`. */
  sink?: Redirect;
}

/**
 * Goes through a script from its first command to its last, without starting any: both sides of an `if`, each loop
 * once, and nested scripts as if their text stood there. Pipes, groups and functions hand on their output.
 * @param variables that are known before; the script's own are added
 * @returns the script's output
 * @throws TooMuchScript if the script is too long, or makes more of itself than can be read
 */
export function followScript(script: string, variables: ShellVariables, follower: Follower): readonly string[] {
  variables.budget.spend(script.length);
  // This walk is for the variables alone: a function may name one that is set behind it, but not one that is taken away
  // there.
  const variable = (name: string) => variables.get(name);
  // A script that asks for no variable is read once: that halves the time for thousands of lines.
  if (/[$`%]/.test(script))
    parseShell(script, { variable }, (command, before) => {
      if (command.words[0] !== "unset") variables.note(command, before);
    });
  const known = { variables, follower, functions: new Map(), aliases: new Map(), entered: [] };
  return follow(script, [], { ...known, isWhole: true, printed: [] });
}

/** Follows scripts that know nothing of one another. @returns whether every one was read to its end */
export function followAll(scripts: readonly string[], follower: Follower): boolean {
  const budget = new Budget();
  return isReadWhole(() => {
    for (const script of scripts) followScript(script, new ShellVariables({ budget }), follower);
  });
}

function follow(script: string, input: readonly string[], scope: Scope): readonly string[] {
  const { variables, follower, functions, isWhole, printed } = scope;
  const { budget } = variables;
  budget.spend(script.length);
  const meanings: Meanings = {
    variable: (name) => variables.get(name),
    output: (text) => followInner(text, [], { ...scope, isTaken: true }).join("\n") || "$()",
    // The command's input is not known here, so the whole script is taken for it.
    outlet: (text) => void followInner(text, [script], scope),
    spend: (steps) => budget.spend(steps),
  };
  for (const [name, body] of functionsIn(script, budget)) functions.set(name, body);
  if (!isWhole) follower.inner?.("begin");
  let stream = input;
  for (const pipeline of parseShell(script, meanings, (command, before) => variables.note(command, before))) {
    const { all, redirects } = pipeline[0]!;
    // The end of a group has the redirections and the pipe of the whole group.
    const closes = all.length === 1 && CLOSERS.test(all[0]!) && (pipeline.length > 1 || redirects.length > 0);
    const fed = closes ? printed.splice(0) : stream;
    budget.spend(fed.length);
    const { prints, opened } = followPipeline(pipeline, fed, scope);
    // Each command of a group may read the group's input.
    if (opened) stream = opened;
    if (scope.sink) follower.output?.(prints, scope.sink);
    else for (const text of prints) printed.push(text);
  }
  if (!isWhole) follower.inner?.("end");
  return printed;
}

/** A script in a script knows its variables and functions; its output goes its own way. */
function followInner(
  script: string,
  input: readonly string[],
  { variables, follower, functions, aliases, entered, isTaken }: Omit<Scope, "printed">,
): readonly string[] {
  const scope = { variables, follower, functions, aliases, entered, printed: [], ...(isTaken && { isTaken }) };
  return variables.budget.inside(() => follow(script, input, scope));
}

function followPipeline(
  pipeline: Pipeline,
  input: readonly string[],
  scope: Scope,
): { prints: readonly string[]; opened?: readonly string[] } {
  let stream = input;
  let opened: readonly string[] | undefined;
  pipeline.forEach((command, at) => {
    if (at > 0 && OPENERS.test(command.all[0] ?? "")) opened = stream;
    stream = followCommand(command, stream, { pipeline, place: at }, scope);
  });
  return { prints: stream, ...(opened && { opened }) };
}

function followCommand(
  command: Command,
  input: readonly string[],
  { pipeline, place }: { readonly pipeline: Pipeline; readonly place: number },
  scope: Scope,
): readonly string[] {
  const { variables, follower, printed } = scope;
  const [name = "", ...own] = command.words;
  const isFunction = scope.functions.has(name);
  const target = targetOf(command);
  // A function prints what its definition did; that counts if its output is taken apart from the script's.
  const defined = isFunction && (pipeline.length > 1 || target) ? printed : [];
  // The output of a process, `< <(…)`, stands among the files.
  const fed = [...command.fed, ...command.reads, ...input, ...defined];
  variables.budget.spendOnCommand(command.all.length);
  variables.budget.spendOn(command.all);
  variables.budget.spendOn(fed);
  if (name === "exec" && own.length === 0 && target) scope.sink = target;
  const scripts = scriptsOf(command, fed);
  let prints: readonly string[];
  if (scripts.length > 0) {
    follower.scripts?.(command, scripts, pipeline, place);
    prints = followScripts(scripts, command, fed, scope);
  } else {
    prints = follower.command(command, fed, pipeline, place, scope.isTaken);
    noteAliases(command, scope);
    if (scope.aliases.has(name)) prints = [...prints, ...followAlias(name, command, fed, scope)];
    const body = scope.functions.get(name) ?? "";
    if (/\$\{?[1-9@*]/.test(body)) prints = [...prints, ...followFunction(body, command, fed, scope)];
  }
  if (target) follower.output?.(prints, target, scripts.length > 0 ? undefined : command);
  return command.redirects.some(({ errors }) => !errors) ? [] : prints;
}

/**
 * A function was read at its definition; its arguments are known at its call. One that calls itself goes on as a loop
 * does, of which a few rounds are enough.
 */
function followFunction(body: string, { words }: Command, fed: readonly string[], scope: Scope): readonly string[] {
  const [name = ""] = words;
  if (scope.entered.filter((one) => one === name).length === DEEPEST) return [];
  const entered = [...scope.entered, name];
  return scope.variables.withPositional(words, () => followInner(body, fed, { ...scope, entered }));
}

/** `alias NAME=TEXT` and `unalias NAME`. */
function noteAliases({ words }: Command, { aliases }: Scope): void {
  if (words[0] !== "alias" && words[0] !== "unalias") return;
  const [name, ...own] = words;
  if (name === "unalias") for (const word of own) aliases.delete(word);
  if (name !== "alias") return;
  for (const word of own) {
    const [, alias, text] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
    if (alias !== undefined) aliases.set(alias, text!);
  }
}

/** The alias's text with the words behind its name; within its own text the name means the program. */
function followAlias(name: string, { words }: Command, fed: readonly string[], scope: Scope): readonly string[] {
  const aliases = new Map(scope.aliases);
  aliases.delete(name);
  const text = `${scope.aliases.get(name)} "$@"`;
  return scope.variables.withPositional(words, () => followInner(text, fed, { ...scope, aliases }));
}

/** The file that a command's output goes into. */
export function targetOf({ redirects }: Command): Redirect | undefined {
  return redirects.findLast(({ file, errors }) => !errors && !NOWHERE.test(file));
}

/** Scripts that a command has a shell run: its own, or its input. */
function scriptsOf({ words: [name = "", ...own], script }: Command, fed: readonly string[]): readonly string[] {
  if (script !== undefined) return [script];
  // Without a command, the other machine's shell reads the input of `ssh`; the input of `sftp` has `rm` and `rmdir`,
  // too.
  return (isShell(name) && own.every((word) => /^[-+]/.test(word))) || name === "ssh" || name === "sftp" ? fed : [];
}

function followScripts(scripts: readonly string[], command: Command, fed: readonly string[], scope: Scope): string[] {
  const { words, script, assigned, readsWords } = command;
  scope.variables.set(assigned);
  const positional = words.slice(words.indexOf(script ?? "") + 1);
  scope.variables.setPositional(readsWords ? [...positional, ...fed] : positional);
  return scripts.flatMap((text) => {
    const filled = readsWords ? filledWith(text, fed.join(" "), scope.variables.budget) : text;
    return followInner(filled, script === undefined || readsWords ? [] : fed, scope);
  });
}

/** A script with the words that `xargs` reads in the place of each `{}`. */
function filledWith(script: string, words: string, budget: Budget): string {
  const parts = script.split("{}");
  budget.spend(parts.length * words.length);
  return parts.join(words);
}
