import { parseShell, type Command, type Pipeline } from "./parse-shell.ts";
import type { Redirect } from "./redirections.ts";
import { functionsIn } from "./functions-in.ts";
import type { Meanings } from "./parse-shell-word.ts";
import { COST, ShellVariables, TooMuchScript } from "./shell-variables.ts";
import { isShell } from "./programs.ts";

/** Is told of each command of a script. Texts are the known part of an input or an output, in any number of pieces. */
export interface Follower {
  /**
   * A command that is no script, with known variables and `$(…)` in their places, and its input.
   * @param isTaken its output becomes a part of a word: `$(…)`
   * @returns its output
   */
  command(command: Command, fed: readonly string[], pipeline: Pipeline, isTaken?: true): readonly string[];
  /** A command with scripts of its own, each of which is followed next: `bash -c '…'`, `echo … | sh`. */
  scripts?(command: Command, scripts: readonly string[], pipeline: Pipeline): void;
  /** The output of a command, a group or a script that goes into a file. */
  output?(texts: readonly string[], target: Redirect, command?: Command): void;
  /** A script in so many others that it is not followed. */
  unread?(script: string): void;
  /** A script in the script begins, or ends: its `cd` does not outlast it. */
  inner?(does: "begin" | "end"): void;
}

const OPENERS = /^(?:[({]|while|until|if|for|case)$/;
const CLOSERS = /^(?:[})]|done|fi|esac)$/;
/** No file is there to be destroyed. */
const NOWHERE = /^(?:\/dev\/(?:null|stdout|stderr|tty|fd\/\d)|&?\d|NUL|\$null|-)$/i;
/** Scripts in scripts. */
const DEEPEST = 4;

/** One of the scripts that are followed. */
interface Scope {
  readonly variables: ShellVariables;
  readonly follower: Follower;
  /** The whole script's own functions, see `functionsIn`. */
  readonly functions: Map<string, string>;
  /** The texts that the script gave to `alias`, by name. */
  readonly aliases: Map<string, string>;
  readonly depth: number;
  /** Its output becomes a part of a word. */
  readonly isTaken?: true;
  /** Its output so far. */
  readonly printed: string[];
  /** The file of all later output: `exec >file`. */
  sink?: Redirect;
}

/**
 * Goes through a script from its first command to its last, without starting any: both sides of an `if`, each loop
 * once, and the scripts in it as if they stood there. Pipes, groups and functions hand on their output.
 * @param variables those known before; the script's own are added
 * @returns its output
 * @throws TooMuchScript if it makes more of itself than can be read
 */
export function followScript(script: string, variables: ShellVariables, follower: Follower): readonly string[] {
  // First for the variables alone: a function may name one that is set behind it, but not one that is taken away there.
  const variable = (name: string) => variables.get(name);
  parseShell(script, { variable }, (command, before) => {
    if (command.words[0] !== "unset") variables.note(command, before);
  });
  return follow(script, [], { variables, follower, functions: new Map(), aliases: new Map(), depth: 0, printed: [] });
}

/**
 * Follows scripts that know nothing of one another.
 * @returns whether none of them makes more of itself than can be read
 */
export function followAll(scripts: readonly string[], follower: Follower): boolean {
  try {
    for (const script of scripts) followScript(script, new ShellVariables(), follower);
    return true;
  } catch (error) {
    if (error instanceof TooMuchScript) return false;
    throw error;
  }
}

function follow(script: string, input: readonly string[], scope: Scope): readonly string[] {
  const { variables, follower, functions, depth, printed } = scope;
  if (depth > DEEPEST) {
    follower.unread?.(script);
    return [];
  }
  const meanings: Meanings = {
    variable: (name) => variables.get(name),
    output: (text) => follow(text, [], { ...inner(scope), isTaken: true }).join("\n") || "$()",
    // Its input is not known here, so all of the script is taken for it.
    outlet: (text) => void follow(text, [script], inner(scope)),
  };
  for (const [name, body] of functionsIn(script)) functions.set(name, body);
  if (depth > 0) follower.inner?.("begin");
  let stream = input;
  for (const pipeline of parseShell(script, meanings, (command, before) => variables.note(command, before))) {
    const { all, redirects } = pipeline[0]!;
    // The end of a group has the redirections and the pipe of the whole group.
    const closes = all.length === 1 && CLOSERS.test(all[0]!) && (pipeline.length > 1 || redirects.length > 0);
    const fed = closes ? printed.splice(0) : stream;
    variables.spend(fed.length);
    const { prints, opened } = followPipeline(pipeline, fed, scope);
    // Each command of a group may read the group's input.
    if (opened) stream = opened;
    if (scope.sink) follower.output?.(prints, scope.sink);
    else printed.push(...prints);
  }
  if (depth > 0) follower.inner?.("end");
  return printed;
}

/** A script in a script knows its variables and functions; its output goes its own way. */
function inner({ variables, follower, functions, aliases, depth, isTaken }: Scope): Scope {
  return { variables, follower, functions, aliases, depth: depth + 1, printed: [], ...(isTaken && { isTaken }) };
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
    stream = followCommand(command, stream, pipeline, scope);
  });
  return { prints: stream, ...(opened && { opened }) };
}

function followCommand(
  command: Command,
  input: readonly string[],
  pipeline: Pipeline,
  scope: Scope,
): readonly string[] {
  const { variables, follower, printed } = scope;
  const [name = "", ...own] = command.words;
  const isFunction = scope.functions.has(name);
  if (isFunction) variables.spend(COST * printed.length);
  // The output of a process, `< <(…)`, stands among the files.
  const fed = [...command.fed, ...command.reads, ...input, ...(isFunction ? printed : [])];
  const target = targetOf(command);
  if (name === "exec" && own.length === 0 && target) scope.sink = target;
  const scripts = scriptsOf(command, fed);
  let prints: readonly string[];
  if (scripts.length > 0) {
    follower.scripts?.(command, scripts, pipeline);
    prints = followScripts(scripts, command, fed, scope);
  } else {
    prints = follower.command(command, fed, pipeline, scope.isTaken);
    noteAliases(command, scope);
    if (scope.aliases.has(name)) prints = [...prints, ...followAlias(name, command, fed, scope)];
    const body = scope.functions.get(name) ?? "";
    if (/\$\{?[1-9@*]/.test(body)) prints = [...prints, ...followFunction(body, command, fed, scope)];
  }
  if (target) follower.output?.(prints, target, scripts.length > 0 ? undefined : command);
  return command.redirects.some(({ errors }) => !errors) ? [] : prints;
}

/** A function was read at its definition; its arguments are known at its call. */
function followFunction(body: string, { words }: Command, fed: readonly string[], scope: Scope): readonly string[] {
  return scope.variables.withPositional(words, () => follow(body, fed, inner(scope)));
}

/** `alias NAME=TEXT` and `unalias NAME`. */
function noteAliases({ words: [name, ...own] }: Command, { aliases }: Scope): void {
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
  return scope.variables.withPositional(words, () => follow(text, fed, { ...inner(scope), aliases }));
}

/** The file that a command's output goes into. */
export function targetOf({ redirects }: Command): Redirect | undefined {
  return redirects.findLast(({ file, errors }) => !errors && !NOWHERE.test(file));
}

/** Scripts that a command has a shell run: one of its own, or its input. */
function scriptsOf({ words: [name = "", ...own], script }: Command, fed: readonly string[]): readonly string[] {
  if (script !== undefined) return [script];
  // Without a command, the other machine's shell reads the input of `ssh`; that of `sftp` has `rm` and `rmdir`, too.
  return (isShell(name) && own.every((word) => /^[-+]/.test(word))) || name === "ssh" || name === "sftp" ? fed : [];
}

function followScripts(scripts: readonly string[], command: Command, fed: readonly string[], scope: Scope): string[] {
  const { words, script, assigned, readsWords } = command;
  scope.variables.set(assigned);
  const positional = words.slice(words.indexOf(script ?? "") + 1);
  scope.variables.setPositional(readsWords ? [...positional, ...fed] : positional);
  return scripts.flatMap((text) => {
    const filled = readsWords ? text.replaceAll("{}", () => fed.join(" ")) : text;
    return follow(filled, script === undefined || readsWords ? [] : fed, inner(scope));
  });
}
