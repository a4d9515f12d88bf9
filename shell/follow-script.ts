import { parseOnce } from "./parse-once.ts";
import { parseShell, type Command, type Pipeline, type ShellReader } from "./parse-shell.ts";
import type { Redirect } from "./redirections.ts";
import { functionsIn } from "./functions-in.ts";
import type { Meanings } from "./expansion.ts";
import { Budget, isReadWhole } from "./budget.ts";
import { ShellVariables, type TextOf } from "./shell-variables.ts";
import type { Follower } from "./follower.ts";
import { columnOf } from "./programs.ts";
import { filledWith, isInSameShell, scriptsOf, targetOf } from "./scripts-of-command.ts";

const OPENERS = /^(?:[({]|while|until|if|for|case)$/;
const CLOSERS = /^(?:[})]|done|fi|esac)$/;
/** The most times that a function is followed inside itself, each time with other arguments. */
const DEEPEST = 3;

/** A script that is being followed, with its variables, functions and output. */
interface Scope {
  readonly variables: ShellVariables;
  readonly follower: Follower;
  /** The functions that the whole script defines, with their bodies: see `functionsIn`. */
  readonly functions: Map<string, string>;
  /** Name → text of the aliases that the script has set. */
  readonly aliases: Map<string, string>;
  /** The names of the functions whose calls are being followed. */
  readonly entered: readonly string[];
  /** This is the outermost script. */
  readonly isWhole?: true;
  /** The script's output becomes a part of a word. */
  readonly isTaken?: true;
  /** The script's `cd` has an effect after its end: see `Follower.inner`. */
  readonly isHere?: boolean;
  /** The script's output so far. */
  readonly printed: string[];
  /** The file that `exec >file` redirects all later output to. */
  sink?: Redirect;
}

/**
 * Goes through the commands of a script in order without running any. It follows both branches of an `if`, each loop
 * once, and each inner script where it stands. Output is passed on through pipes, groups and functions.
 * @param variables known before the script begins; those that the script sets are added
 * @returns the script's output
 * @throws TooMuchScript if the script is too long, or expands to more than can be read
 */
export function followScript(script: string, variables: ShellVariables, follower: Follower): readonly string[] {
  variables.budget.spend(script.length);
  // A first pass collects variables only, because a function may use a variable that is set after its definition.
  // `unset` and `shift` are ignored in this pass, so that the function still finds what is dropped later.
  const variable = (name: string) => variables.get(name);
  // A script that uses no variable needs no first pass, which halves the time for thousands of lines.
  if (/[$`%]/.test(script))
    parseShell(
      script,
      { variable, assign: variables.assign },
      {
        ended: (command, before) => {
          if (!/^(?:unset|shift)$/.test(command.words[0] ?? "")) variables.note(command, before, textOf(follower));
        },
      },
    );
  const known = { variables, follower, functions: new Map(), aliases: new Map(), entered: [] };
  return follow(script, [], { ...known, isWhole: true, printed: [] });
}

/** Follows scripts independently of one another. @returns whether all of them were read to the end */
export function followAll(scripts: readonly string[], follower: Follower): boolean {
  const budget = new Budget();
  return isReadWhole(() => {
    for (const script of scripts) followScript(script, new ShellVariables({ budget }), follower);
  });
}

function follow(script: string, input: readonly string[], scope: Scope): readonly string[] {
  const { variables, follower, functions, isWhole, isHere = false, printed } = scope;
  const { budget } = variables;
  budget.spend(script.length);
  const meanings: Meanings = {
    variable: (name) => variables.get(name),
    assign: variables.assign,
    output: (text) => withoutLineEnds(followInner(text, [], { ...scope, isTaken: true, isHere: false })) || "$()",
    // The input of the command in `>(…)` is not known here, so the text of the whole script is used.
    outlet: (text) => void followInner(text, [script], { ...scope, isHere: false }),
    spend: (steps) => budget.spend(steps),
  };
  for (const [name, body] of functionsIn(script, budget)) functions.set(name, body);
  if (!isWhole) follower.inner?.("begin", isHere);
  let stream = input;
  const piped = (pipeline: Pipeline) => {
    const { all, redirects } = pipeline[0]!;
    // The redirections and the pipe of a whole group belong to the command that ends the group.
    const closes = all.length === 1 && CLOSERS.test(all[0]!) && (pipeline.length > 1 || redirects.length > 0);
    const fed = closes ? printed.splice(0) : stream;
    budget.spend(fed.length);
    const { prints, opened } = followPipeline(pipeline, fed, scope);
    // Each command of a group may read the input of the group.
    if (opened) stream = opened;
    if (scope.sink) follower.output?.(prints, scope.sink);
    else for (const text of prints) printed.push(text);
  };
  readPipelines(script, meanings, {
    ended: (command, before) => variables.note(command, before, textOf(follower)),
    set: variables.assign,
    piped,
  });
  if (!isWhole) follower.inner?.("end", isHere);
  return printed;
}

/** The output of `$(…)` as a word: the shell drops the line ends behind it. */
function withoutLineEnds(texts: readonly string[]): string {
  const text = texts.join("\n");
  return text.endsWith("\n") ? text.replace(/\n+$/, "") : text;
}

function textOf({ textOf: ofFile }: Follower): TextOf {
  return (file, command) => ofFile?.(file, command);
}

/** Reads a script for a reader, once for all readers if its words mean the same for each. */
function readPipelines(script: string, meanings: Meanings, reader: Required<ShellReader>): void {
  const pipelines = parseOnce(script);
  if (pipelines === undefined) return void parseShell(script, meanings, reader);
  for (const pipeline of pipelines) {
    pipeline.forEach((command, at) => reader.ended(command, pipeline[at - 1]));
    reader.piped(pipeline);
  }
}

/** Follows a script inside a script, with the same variables, functions and aliases but an output of its own. */
function followInner(
  script: string,
  input: readonly string[],
  { variables, follower, functions, aliases, entered, isTaken, isHere = false }: Omit<Scope, "printed">,
): readonly string[] {
  const scope = { variables, follower, functions, aliases, entered, isHere, printed: [], ...(isTaken && { isTaken }) };
  return variables.budget.inside(() => follow(script, input, scope));
}

function followPipeline(
  pipeline: Pipeline,
  input: readonly string[],
  scope: Scope,
): { prints: readonly string[]; opened: readonly string[] | undefined } {
  let stream = input;
  let opened: readonly string[] | undefined;
  pipeline.forEach((command, at) => {
    if (at > 0 && OPENERS.test(command.all[0] ?? "")) opened = stream;
    stream = followCommand(command, stream, { pipeline, place: at }, scope);
  });
  return { prints: stream, opened };
}

function followCommand(
  command: Command,
  input: readonly string[],
  { pipeline, place }: { readonly pipeline: Pipeline; readonly place: number },
  scope: Scope,
): readonly string[] {
  const { variables, follower } = scope;
  const { words, redirects } = command;
  const name = words[0] ?? "";
  const target = targetOf(command);
  // The output of `< <(…)` is in `reads`, among the files.
  const read = command.readsWords
    ? command.reads.map((file) => follower.textOf?.(file, command) ?? file)
    : command.reads;
  const fed = allOf(command.fed, read, input);
  variables.budget.spendOnCommand(command.all.length);
  variables.budget.spendOn(command.all);
  variables.budget.spendOn(fed);
  if (name === "exec" && words.length === 1 && target) scope.sink = target;
  if (fed.length > 0) variables.noteFed(command, input);
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
    if (body !== "") prints = [...prints, ...followFunction(body, command, fed, scope)];
  }
  if (target) follower.output?.(prints, target, scripts.length > 0 ? undefined : command);
  return redirects.some(({ errors }) => !errors) ? NONE : prints;
}

/** Several lists of texts as one. Most of them are empty in a long script, so they are not copied if need not be. */
function allOf(...lists: readonly (readonly string[])[]): readonly string[] {
  const full = lists.filter((list) => list.length > 0);
  return full.length > 1 ? full.flat() : (full[0] ?? NONE);
}

const NONE: readonly string[] = [];

/**
 * Follows a function again with the arguments, variables, input and folder of a call; its body was followed at the
 * definition. A function that calls itself is like a loop, of which a few rounds are enough.
 */
function followFunction(body: string, { words }: Command, fed: readonly string[], scope: Scope): readonly string[] {
  const [name = ""] = words;
  if (scope.entered.filter((one) => one === name).length === DEEPEST) return [];
  const entered = [...scope.entered, name];
  // A function named `cd` changes the folder once, as the command of this name.
  const isHere = columnOf(name, "moves") !== true;
  return scope.variables.withPositional(words, () => followInner(body, fed, { ...scope, entered, isHere }));
}

/** Notes the aliases of `alias NAME=TEXT` and `unalias NAME`. */
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

/** Follows an alias's text with the words after its name. Inside the text the name means the program. */
function followAlias(name: string, { words }: Command, fed: readonly string[], scope: Scope): readonly string[] {
  const aliases = new Map(scope.aliases);
  aliases.delete(name);
  const text = `${scope.aliases.get(name)} "$@"`;
  return scope.variables.withPositional(words, () => followInner(text, fed, { ...scope, aliases, isHere: true }));
}

function followScripts(scripts: readonly string[], command: Command, fed: readonly string[], scope: Scope): string[] {
  const { words, script, assigned, readsWords } = command;
  const positional = words.slice(words.indexOf(script ?? "") + 1);
  // The script of a `trap` runs later.
  const isHere = isInSameShell(words) && words[0] !== "trap";
  const followEach = () => {
    scope.variables.setPositional(readsWords ? [...positional, ...fed] : positional);
    return scripts.flatMap((text) => {
      const filled = readsWords ? filledWith(text, fed, scope.variables.budget) : text;
      return followInner(filled, script === undefined || readsWords ? [] : fed, { ...scope, isHere });
    });
  };
  if (!isInSameShell(words)) return scope.variables.inChild(assigned, followEach);
  scope.variables.set(assigned);
  return followEach();
}
