import { parseShell, type Pipeline, type ShellCommand } from "../shell/parse-shell.ts";
import type { Meanings } from "../shell/read-shell-word.ts";
import { isShell, unwrapCommand } from "../shell/unwrap-command.ts";
import { knownEffect, ofUnknown, printed, PUTS_TOGETHER, unknown, written, type Redirect } from "./command-writings.ts";
import { isHeld, OUTPUT_OF_HELD, piecesOf } from "./held-text.ts";
import { COST, ShellVariables, TooMuchScript } from "./shell-variables.ts";
import type { Writing } from "./writing.ts";

const OPENERS = /^(?:[({]|while|until|if|for|case)$/;
const CLOSERS = /^(?:[})]|done|fi|esac)$/;
/** No file is there to be destroyed. */
const NOWHERE = /^(?:\/dev\/(?:null|stdout|stderr|tty|fd\/\d)|&?\d|NUL|\$null|-)$/i;
/** Scripts in scripts; a deeper one counts as one that cannot be read. */
const DEEPEST = 4;
/** Characters. A longer script counts as one that cannot be read as well. */
const LONGEST = 200_000;

/** What is known while a script is read. */
interface Scope {
  readonly variables: ShellVariables;
  /** Texts that make a marker only together. */
  readonly pieces: ReadonlySet<string>;
  readonly depth: number;
  /** Names of the script's own functions. */
  readonly functions: Set<string>;
  /** What the script has printed so far. */
  readonly printed: string[];
  /** Where `exec >file` sends what is printed from then on. */
  readonly sink: { target?: Redirect };
}

/** What a script or a command does: what it writes of the texts that it holds, and what it prints. */
interface Run {
  readonly writings: readonly Writing[];
  readonly prints: readonly string[];
}

/**
 * What a shell's script would write of texts that hold a marker. Only of programs that are known to search, to print or
 * to send is it known that they write nothing; any other one that is given a marker, in its words, its input or its
 * environment, counts as one that writes it.
 * @param exported names of variables that each command sees
 */
export function readShellWritings(script: string, exported: ReadonlySet<string> = new Set()): Writing[] {
  const whole: Writing[] = [{ text: `${script}[REDACTED]`, adds: true }];
  if (script.length > LONGEST) return isHeld(script, new Set()) ? whole : [];
  try {
    return readScript(script, exported);
  } catch (error) {
    if (error instanceof TooMuchScript) return whole;
    throw error;
  }
}

function readScript(script: string, exported: ReadonlySet<string>): Writing[] {
  const variables = new ShellVariables(exported);
  // A function may name a variable that is set behind it.
  const pipelines = parseShell(script, { variable: (name) => variables.get(name) }, (command, before) =>
    variables.note(command, before),
  );
  return [...runScript(script, scopeOf(variables, pipelines), []).writings];
}

/** The same for a command that comes as a list of words. */
export function readCommandWritings(words: readonly string[], exported: ReadonlySet<string> = new Set()): Writing[] {
  const pipeline: Pipeline = [{ words, redirects: [], fed: [] }];
  return [...runPipeline(pipeline, [], scopeOf(new ShellVariables(exported), [pipeline])).writings];
}

function scopeOf(variables: ShellVariables, pipelines: readonly Pipeline[]): Scope {
  return { variables, pieces: piecesOf(pipelines), depth: 0, functions: new Set(), printed: [], sink: {} };
}

/** A script in a script knows its variables and functions; what it prints goes its own way. */
function inner({ variables, pieces, depth, functions }: Scope): Scope {
  return { variables, pieces, depth: depth + 1, functions, printed: [], sink: {} };
}

function runScript(script: string, scope: Scope, input: readonly string[]): Run {
  if (scope.depth > DEEPEST)
    return { writings: isHeld(script, scope.pieces) ? [{ text: script, adds: true }] : [], prints: [] };
  const writings: Writing[] = [];
  const { printed: prints, sink } = scope;
  const held = (text: string) => isHeld(text, scope.pieces);
  let stream = input;
  const run = (text: string, fed: readonly string[]) => {
    const run = runScript(text, inner(scope), fed);
    writings.push(...run.writings);
    return run.prints;
  };
  const meanings: Meanings = {
    variable: (name) => scope.variables.get(name),
    output: (text) => run(text, []).join("\n") || "$()",
    // What is fed to it is not known here, so it is taken for all that the script holds.
    outlet: (text) => void run(text, held(script) ? [script] : []),
  };
  const pipelines = parseShell(script, meanings, (command, before) => scope.variables.note(command, before));
  pipelines.forEach((pipeline, at) => {
    const [first] = pipeline;
    if (/^\)$/.test(pipelines[at + 1]?.[0]?.words[0] ?? "") && first?.words.length === 1)
      scope.functions.add(first.words[0]!);
    // What closes a group sends all that the group prints where it goes itself.
    const closes =
      first !== undefined &&
      first.words.length === 1 &&
      CLOSERS.test(first.words[0]!) &&
      (pipeline.length > 1 || first.redirects.length > 0);
    scope.variables.spend(closes ? prints.length : stream.length);
    const { writings: own, prints: last, opened } = runPipeline(pipeline, closes ? [...prints] : stream, scope);
    writings.push(...own);
    // Each command of a group may read what the group is fed.
    if (opened) stream = opened;
    if (closes) prints.length = 0;
    if (sink.target) writings.push(...written(last.filter(held), sink.target, false));
    else prints.push(...last);
  });
  return { writings, prints };
}

function runPipeline(pipeline: Pipeline, input: readonly string[], scope: Scope): Run & { opened?: readonly string[] } {
  const writings: Writing[] = [];
  let stream = input;
  let opened: readonly string[] | undefined;
  pipeline.forEach((command, at) => {
    if (at > 0 && OPENERS.test(command.words[0] ?? "")) opened = stream;
    const run = runCommand(command, stream, () => pipeline.slice(at), scope);
    writings.push(...run.writings);
    stream = run.prints;
  });
  return { writings, prints: stream, ...(opened && { opened }) };
}

function runCommand(command: ShellCommand, input: readonly string[], onward: () => Pipeline, scope: Scope): Run {
  const unwrapped = unwrapCommand(command.words[0] === ")" ? command.words.slice(1) : command.words);
  const { words, script, assigned, taken } = unwrapped;
  const held = (text: string) => isHeld(text, scope.pieces);
  const isFunction = scope.functions.has(words[0] ?? "");
  if (isFunction) scope.variables.spend(COST * scope.printed.length);
  const stdin = [...command.fed, ...(command.reads ?? []).filter(held), ...input];
  const [name = "", ...rest] = unwrapped.readsWords ? [...words, ...stdin] : words;
  const fed = unwrapped.readsWords ? [] : isFunction ? [...stdin, ...scope.printed] : stdin;
  const target = command.redirects.findLast(({ file, errors }) => !errors && !NOWHERE.test(file));
  const isSilent = command.redirects.some(({ errors }) => !errors);

  const scripts =
    script !== undefined ? [script] : isShell(name) && rest.every((word) => /^[-+]/.test(word)) ? fed : [];
  if (scripts.length > 0) {
    scope.variables.set(assigned);
    scope.variables.setPositional([
      ...rest.slice(rest.indexOf(script ?? "") + 1),
      ...(unwrapped.readsWords ? stdin : []),
    ]);
    const runs = scripts.map((text) =>
      runScript(
        unwrapped.readsWords ? text.replaceAll("{}", () => stdin.join(" ")) : text,
        inner(scope),
        script === undefined ? [] : fed,
      ),
    );
    const prints = runs.flatMap((run) => run.prints);
    // A script that comes from a server which was shown a marker is not the one that was meant.
    const strange = scripts.filter((text) => text.includes(OUTPUT_OF_HELD));
    const writings = [...runs.flatMap((run) => run.writings), ...unknown([...taken.filter(held), ...strange], target)];
    return target
      ? { writings: [...writings, ...written(prints.filter(held), target, false)], prints: [] }
      : { writings, prints: isSilent ? [] : prints };
  }

  if (name === "exec" && rest.length === 0 && target) scope.sink.target = target;
  // `"NAME=value" | program` and `NAME=value >file` pass a text on in other shells.
  if (words.length === 0 && assigned.some(held) && onward().length > 1)
    return { writings: [], prints: [...assigned.filter(held), ...stdin] };
  const environment = (words.length > 0 || target ? assigned : scope.variables.exportedOf(assigned)).filter(held);
  const marked = { words: rest.filter(held), fed: fed.filter(held) };
  const hidden = /^(?:\.|source)$/.test(name) ? scope.variables.values().filter(held) : [];
  const out = printed(name, rest, fed);
  const texts = [
    ...(held(name) ? [name] : []),
    ...marked.words,
    ...marked.fed,
    ...environment,
    ...taken.filter(held),
    ...hidden,
    ...(PUTS_TOGETHER.test(name) ? out.filter(held) : []),
  ];
  if (held(command.redirects.map(({ file }) => file).join("\n")))
    return { writings: unknown([target?.file ?? ""], undefined, true), prints: [] };
  if (texts.length === 0) return { writings: [], prints: isSilent ? [] : out };

  const effect =
    taken.some(held) || hidden.length > 0 || (words.length === 0 && environment.length > 0)
      ? undefined
      : knownEffect(unwrapped, [name, ...rest], held, marked.fed.length > 0);
  if (effect === undefined) return { writings: ofUnknown(onward, [name, ...rest], fed, texts, target), prints: [] };
  const prints =
    effect.kind === "print"
      ? [...(held(name) ? [name] : []), ...out.filter(held)]
      : effect.kind === "search"
        ? [...marked.fed, ...(marked.words.length > 0 ? [OUTPUT_OF_HELD] : [])]
        : [OUTPUT_OF_HELD];
  const records =
    effect.kind === "record" || effect.toFile ? [{ text: texts.join("\n"), adds: true, mayStand: true } as const] : [];
  if (!target) return { writings: records, prints: isSilent ? [] : prints };
  // Of a file that is written anew it can be seen whether the marker was there before.
  const whole = name === "cat" && command.fed.length > 0 && !target.appends;
  return { writings: [...records, ...written(prints, target, whole)], prints: [] };
}
