import { findMarkers } from "../../redactors/marker.ts";
import { parseShell, type Command, type Pipeline, type Redirect } from "../shell/parse-shell.ts";
import type { Meanings } from "../shell/read-shell-word.ts";
import { isShell } from "../shell/unwrap-command.ts";
import { isPatch } from "../tool-kind.ts";
import { hasPieces, isHeld, OUTPUT_OF_HELD } from "./held-text.ts";
import type { Writing } from "./judge-writing.ts";
import { programEffect } from "./program-effect.ts";
import { readPatch } from "./read-patch.ts";
import { COST, formatted, ShellVariables, TooMuchScript } from "./shell-variables.ts";

const OPENERS = /^(?:[({]|while|until|if|for|case)$/;
const CLOSERS = /^(?:[})]|done|fi|esac)$/;
/** No file is there to be destroyed. */
const NOWHERE = /^(?:\/dev\/(?:null|stdout|stderr|tty|fd\/\d)|&?\d|NUL|\$null|-)$/i;
/** Scripts in scripts; a deeper one counts as one that cannot be read. */
const DEEPEST = 4;
/** Characters. A longer script counts as one that cannot be read as well. */
const LONGEST = 200_000;

/** What is known of a whole script while it is read. */
interface State {
  readonly variables: ShellVariables;
  readonly held: (text: string) => boolean;
  /** Names of the script's own functions. */
  readonly functions: Set<string>;
  /** What was found to be written. */
  readonly writings: Writing[];
}

/** The same of one script in it, and its own output. */
interface Scope extends State {
  readonly depth: number;
  /** What it has printed so far. */
  readonly printed: string[];
  /** Where `exec >file` sends what is printed from then on. */
  sink?: Redirect;
}

/**
 * What a shell's script would write of texts that hold a marker. Only of programs that are known to search, to print or
 * to send is it known that they write nothing; any other one that is given a marker, in its words, its input or its
 * environment, counts as one that writes it.
 * @param exported names of variables that each command sees
 */
export function readShellWritings(script: string, exported: ReadonlySet<string> = new Set()): Writing[] {
  const whole: Writing[] = [{ text: `${script}[REDACTED]`, adds: true }];
  if (script.length > LONGEST) return isHeld(script, false) ? whole : [];
  const inPieces = hasPieces(script);
  const held = (text: string) => isHeld(text, inPieces);
  const state: State = { variables: new ShellVariables(exported), held, functions: new Set(), writings: [] };
  try {
    // First for the variables alone: a function may name one that is set behind it.
    const variable = (name: string) => state.variables.get(name);
    parseShell(script, { variable }, (command, before) => state.variables.note(command, before));
    runScript(script, state, 0, []);
    return state.writings;
  } catch (error) {
    if (error instanceof TooMuchScript) return whole;
    throw error;
  }
}

/** @returns what it prints, as far as that can be told */
function runScript(script: string, state: State, depth: number, input: readonly string[]): readonly string[] {
  const { variables, held, functions, writings } = state;
  if (depth > DEEPEST) {
    if (held(script)) writings.push({ text: script, adds: true });
    return [];
  }
  const scope: Scope = { ...state, depth, printed: [] };
  const meanings: Meanings = {
    variable: (name) => variables.get(name),
    output: (text) => runScript(text, state, depth + 1, []).join("\n") || "$()",
    // What is fed to it is not known here, so it is taken for all that the script holds.
    outlet: (text) => void runScript(text, state, depth + 1, held(script) ? [script] : []),
  };
  for (const [, name] of script.matchAll(/([\w-]{1,80})[ \t]*\([ \t]*\)/g)) functions.add(name!);
  let stream = input;
  for (const pipeline of parseShell(script, meanings, (command, before) => variables.note(command, before))) {
    const [first] = pipeline;
    // What closes a group sends all that the group prints where it goes itself.
    const closes =
      first!.all.length === 1 && CLOSERS.test(first!.all[0]!) && (pipeline.length > 1 || first!.redirects.length > 0);
    const fed = closes ? scope.printed.splice(0) : stream;
    variables.spend(fed.length);
    const { prints, opened } = runPipeline(pipeline, fed, scope);
    // Each command of a group may read what the group is fed.
    if (opened) stream = opened;
    if (scope.sink) writings.push(...written(prints.filter(held), scope.sink, false));
    else scope.printed.push(...prints);
  }
  return scope.printed;
}

function runPipeline(
  pipeline: Pipeline,
  input: readonly string[],
  scope: Scope,
): { prints: readonly string[]; opened?: readonly string[] } {
  let stream = input;
  let opened: readonly string[] | undefined;
  pipeline.forEach((command, at) => {
    if (at > 0 && OPENERS.test(command.all[0] ?? "")) opened = stream;
    stream = runCommand(command, stream, pipeline, scope);
  });
  return { prints: stream, ...(opened && { opened }) };
}

function runCommand(command: Command, input: readonly string[], pipeline: Pipeline, scope: Scope): readonly string[] {
  const { words, assigned, taken, readsWords } = command;
  const { variables, held, writings } = scope;
  const isFunction = scope.functions.has(words[0] ?? "");
  if (isFunction) variables.spend(COST * scope.printed.length);
  const stdin = [...command.fed, ...command.reads.filter(held), ...input, ...(isFunction ? scope.printed : [])];
  const [name = "", ...own] = readsWords ? [...words, ...stdin] : words;
  const fed = readsWords ? [] : stdin;
  const target = command.redirects.findLast(({ file, errors }) => !errors && !NOWHERE.test(file));
  const isSilent = command.redirects.some(({ errors }) => !errors);

  const scripts = scriptsOf(command, fed);
  if (scripts.length > 0) {
    variables.set(assigned);
    const prints = runScripts(scripts, command, stdin, scope);
    // A script that comes from a server which was shown a marker is not the one that was meant.
    const strange = scripts.filter((text) => text.includes(OUTPUT_OF_HELD));
    writings.push(...unknown([...taken.filter(held), ...strange], target));
    if (target) writings.push(...written(prints.filter(held), target, false));
    return isSilent ? [] : prints;
  }

  if (name === "exec" && own.length === 0 && target) scope.sink = target;
  // `"NAME=value" | program` and `NAME=value >file` pass a text on in other shells.
  if (name === "" && assigned.some(held) && command !== pipeline.at(-1)) return [...assigned.filter(held), ...stdin];
  if (command.redirects.some(({ file }) => held(file))) {
    writings.push(unknownText(target?.file ?? ""));
    return [];
  }
  const out = printed(name, own, fed);
  const environment = name !== "" || target ? assigned : variables.exportedOf(assigned);
  const surroundings = [...taken, ...(/^(?:\.|source)$/.test(name) ? variables.values() : [])].filter(held);
  const given = [...fed, ...own].filter(held);
  const texts = [
    ...(held(name) ? [name] : []),
    ...given,
    ...environment.filter(held),
    ...surroundings,
    ...(/^(?:echo|printf)$/.test(name) ? out.filter(held) : []),
  ];
  if (texts.length === 0) return isSilent ? [] : out;

  // A wrapper that is given a marker where a program is named takes it for something else: `docker run image …`.
  const isKnown =
    surroundings.length === 0 && !(held(name) && taken.length > 0) && (name !== "" || !environment.some(held));
  const effect = isKnown ? programEffect([name, ...own], held, fed.some(held)) : undefined;
  if (effect === undefined) {
    writings.push(...ofUnknown(pipeline, name, own, fed, texts, target));
    return [];
  }
  if (effect.kind === "record" || effect.toFile) writings.push({ text: texts.join("\n"), adds: true, mayStand: true });
  const prints =
    effect.kind === "print"
      ? [...(held(name) ? [name] : []), ...out.filter(held)]
      : effect.kind === "search"
        ? [...fed.filter(held), ...(own.some(held) ? [OUTPUT_OF_HELD] : [])]
        : [OUTPUT_OF_HELD];
  // Of a file that is written anew it can be seen whether the marker was there before.
  if (target) writings.push(...written(prints, target, name === "cat" && command.fed.length > 0 && !target.appends));
  return isSilent ? [] : prints;
}

/** What a command has a shell run: a script of its own, or what it is fed. */
function scriptsOf({ words: [name = "", ...own], script }: Command, fed: readonly string[]): readonly string[] {
  if (script !== undefined) return [script];
  return isShell(name) && own.every((word) => /^[-+]/.test(word)) ? fed : [];
}

function runScripts(scripts: readonly string[], command: Command, stdin: readonly string[], scope: Scope): string[] {
  const { words, script, readsWords } = command;
  const positional = [...words.slice(words.indexOf(script ?? "") + 1), ...(readsWords ? stdin : [])];
  scope.variables.setPositional(positional);
  return scripts.flatMap((text) => {
    const filled = readsWords ? text.replaceAll("{}", () => stdin.join(" ")) : text;
    return runScript(filled, scope, scope.depth + 1, script === undefined || readsWords ? [] : stdin);
  });
}

/** What a command prints, as far as it can be told; what holds a secret stays in it. */
function printed(name: string, own: readonly string[], fed: readonly string[]): readonly string[] {
  if (/^(?:echo|write-(?:output|host))$/i.test(name)) return [own.filter((word) => !/^-[neE]+$/.test(word)).join(" ")];
  if (name === "printf") return [formatted(own)];
  return [...fed, ...own];
}

/** Of a program that may write: patches name their files, `tee` says what it writes. */
function ofUnknown(
  pipeline: Pipeline,
  name: string,
  own: readonly string[],
  fed: readonly string[],
  texts: readonly string[],
  target: Redirect | undefined,
): Writing[] {
  const patches = texts.filter((text) => isPatch(text) || /^\*\*\* Begin Patch/m.test(text));
  const applies = pipeline.some(({ words }) => /^(?:apply_?patch|patch|git)$/.test(words[0] ?? ""));
  if (patches.length > 0 && applies) return patches.flatMap((text) => readPatch(text));
  const files = own.filter((word) => !word.startsWith("-"));
  if (name === "tee" && files.length === 1 && !own.some((word) => /^-\w*a|^--append/.test(word)) && !target)
    return fed.map((text) => finished({ file: files[0]!, text }));
  return unknown(texts, target);
}

function unknown(texts: readonly string[], target: Redirect | undefined): Writing[] {
  return texts.length === 0 ? [] : [unknownText(texts.join("\n"), target)];
}

function unknownText(text: string, target?: Redirect): Writing {
  return finished({ text, adds: true, ...(target && { file: target.file }) });
}

function written(texts: readonly string[], target: Redirect, whole: boolean): Writing[] {
  return whole ? texts.map((text) => finished({ file: target.file, text })) : unknown(texts, target);
}

/** What was found with a marker, or comes from a server that was shown one, holds none; pieces of one count as it. */
function finished(writing: Writing): Writing {
  if (findMarkers(writing.text).length > 0) return writing;
  return writing.text.includes(OUTPUT_OF_HELD)
    ? { ...writing, mayStand: true }
    : { ...writing, text: `${writing.text}[REDACTED]` };
}
