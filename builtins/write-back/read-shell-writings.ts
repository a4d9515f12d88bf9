import { findMarkers } from "../../redactors/marker.ts";
import { isPatch } from "../tool-kind.ts";
import { parseShell, type Pipeline, type ShellCommand } from "../shell/parse-shell.ts";
import type { Meanings } from "../shell/read-shell-word.ts";
import { isShell, unwrapCommand, type Unwrapped } from "../shell/unwrap-command.ts";
import { effectOf, type Effect } from "./known-programs.ts";
import { isHeld, OUTPUT_OF_HELD, piecesOf } from "./held-text.ts";
import { readPatch } from "./read-patch.ts";
import { formatted, ShellVariables, TooMuchScript } from "./shell-variables.ts";
import type { Writing } from "./writing.ts";

const CLOSERS = /^(?:[})]|done|fi|esac)$/;
/** No file is there to be destroyed. */
const NOWHERE = /^(?:\/dev\/(?:null|stdout|stderr|tty|fd\/\d)|&?\d|NUL|\$null|-)$/i;
/** Programs that set what later commands see. */
const EXPORTERS = /^(?:export|setenv|setx)$/;
/** What they print is more than one of their words. */
const PUTS_TOGETHER = /^(?:echo|printf|print)$/;
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
}

/** What a script or a command does: what it writes of the texts that it holds, and what it prints. */
interface Run {
  readonly writings: readonly Writing[];
  readonly prints: readonly string[];
}

/**
 * What a shell's script would write of texts that hold a marker. Only of programs that are known to search, to print or to send is
 * it known that they write nothing; any other one that is given a marker, in its words, its input or its environment, counts as one
 * that writes it.
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
  return [...runScript(script, { variables, pieces: piecesOf(pipelines), depth: 0 }, []).writings];
}

/** The same for a command that comes as a list of words. */
export function readCommandWritings(words: readonly string[], exported: ReadonlySet<string> = new Set()): Writing[] {
  const pipeline: Pipeline = [{ words, redirects: [], fed: [] }];
  return [
    ...runPipeline(pipeline, [], { variables: new ShellVariables(exported), pieces: piecesOf([pipeline]), depth: 0 })
      .writings,
  ];
}

function runScript(script: string, scope: Scope, input: readonly string[]): Run {
  if (scope.depth > DEEPEST)
    return { writings: isHeld(script, scope.pieces) ? [{ text: script, adds: true }] : [], prints: [] };
  const writings: Writing[] = [];
  const prints: string[] = [];
  const inner = (text: string, fed: readonly string[]) => {
    const run = runScript(text, { ...scope, depth: scope.depth + 1 }, fed);
    writings.push(...run.writings);
    return run.prints;
  };
  const meanings: Meanings = {
    variable: (name) => scope.variables.get(name),
    output: (text) => inner(text, []).join("\n") || "$()",
    // What is fed to it is not known here, so it is taken for all that the script holds.
    outlet: (text) => void inner(text, isHeld(script, scope.pieces) ? [script] : []),
  };
  for (const pipeline of parseShell(script, meanings, (command, before) => scope.variables.note(command, before))) {
    const [first] = pipeline;
    // What closes a group sends all that the group prints where it goes itself.
    const closes =
      first !== undefined &&
      first.words.length === 1 &&
      CLOSERS.test(first.words[0]!) &&
      (pipeline.length > 1 || first.redirects.length > 0);
    scope.variables.spend(pipeline.length + (closes ? prints.length : input.length));
    const run = runPipeline(pipeline, closes ? [...prints] : input, scope);
    writings.push(...run.writings);
    if (closes) prints.length = 0;
    prints.push(...run.prints);
  }
  return { writings, prints };
}

function runPipeline(pipeline: Pipeline, input: readonly string[], scope: Scope): Run {
  const writings: Writing[] = [];
  let stream = input;
  pipeline.forEach((command, at) => {
    const run = runCommand(command, stream, () => pipeline.slice(at), scope);
    writings.push(...run.writings);
    stream = run.prints;
  });
  return { writings, prints: stream };
}

function runCommand(command: ShellCommand, input: readonly string[], onward: () => Pipeline, scope: Scope): Run {
  const unwrapped = unwrapCommand(command.words[0] === ")" ? command.words.slice(1) : command.words);
  const { words, script, assigned, taken } = unwrapped;
  const [name = "", ...rest] = unwrapped.readsWords ? [...words, ...input] : words;
  const fed = unwrapped.readsWords ? [] : [...command.fed, ...input];
  const held = (text: string) => isHeld(text, scope.pieces);
  const target = command.redirects.findLast(({ file, errors }) => !errors && !NOWHERE.test(file));
  const isSilent = command.redirects.some(({ errors }) => !errors);

  const scripts =
    script !== undefined ? [script] : isShell(name) && rest.every((word) => /^[-+]/.test(word)) ? fed : [];
  if (scripts.length > 0) {
    scope.variables.set(assigned);
    scope.variables.setPositional([
      ...rest.slice(rest.indexOf(script ?? "") + 1),
      ...(unwrapped.readsWords ? input : []),
    ]);
    const runs = scripts.map((text) =>
      runScript(
        unwrapped.readsWords ? text.replaceAll("{}", () => input.join(" ")) : text,
        { ...scope, depth: scope.depth + 1 },
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

  const environment = (words.length > 0 ? assigned : scope.variables.exportedOf(assigned)).filter(held);
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

function knownEffect(
  { words }: Unwrapped,
  all: readonly string[],
  held: (text: string) => boolean,
  isFed: boolean,
): Effect | undefined {
  const [name = ""] = words;
  // Only assignments: what they set is looked at where it is used.
  if (name === "") return { kind: "search" };
  // No program has a secret's name; where a text may be a command, it is printed.
  if (held(name)) return { kind: "print" };
  if (EXPORTERS.test(name) || (/^(?:declare|typeset|set)$/.test(name) && all.some((word) => /^-\w*x/.test(word))))
    return undefined;
  return /^(?:declare|typeset|set)$/.test(name) ? { kind: "search" } : effectOf(all, held, isFed);
}

/** What a command prints, as far as it can be told; what holds a secret stays in it. */
function printed(name: string, rest: readonly string[], fed: readonly string[]): string[] {
  if (name === "echo" || name === "print" || /^Write-(?:Output|Host)$/i.test(name))
    return [rest.filter((word) => !/^-[neE]+$/.test(word)).join(" ")];
  if (name === "printf") return [formatted(rest)];
  return [...fed, ...rest];
}

/** Of a program that may write: patches name their files, `tee` says what it writes. */
function ofUnknown(
  onward: () => Pipeline,
  words: readonly string[],
  fed: readonly string[],
  texts: readonly string[],
  target: ShellCommand["redirects"][number] | undefined,
): Writing[] {
  const [name = "", ...rest] = words;
  const patches = texts.filter((text) => isPatch(text) || /^\*\*\* Begin Patch/m.test(text));
  const applies = () =>
    onward().some((one) => /^(?:apply_?patch|patch|git)$/.test(unwrapCommand(one.words).words[0] ?? ""));
  if (patches.length > 0 && applies()) return patches.flatMap((text) => readPatch(text));
  const files = rest.filter((word) => !word.startsWith("-"));
  if (name === "tee" && files.length === 1 && !rest.some((word) => /^-\w*a|^--append/.test(word)) && !target)
    return fed.map((text) => finished({ file: files[0]!, text }));
  return unknown(texts, target);
}

function unknown(
  texts: readonly string[],
  target: ShellCommand["redirects"][number] | undefined,
  always = false,
): Writing[] {
  return texts.length === 0 && !always
    ? []
    : [finished({ text: texts.join("\n"), adds: true, ...(target && { file: target.file }) })];
}

function written(texts: readonly string[], target: ShellCommand["redirects"][number], whole: boolean): Writing[] {
  if (texts.length === 0) return [];
  if (whole) return texts.map((text) => finished({ file: target.file, text }));
  return [finished({ file: target.file, text: texts.join("\n"), adds: true })];
}

/** What was only found with a marker, or comes from a server that was shown one, holds none; pieces of one count as the whole. */
function finished(writing: Writing): Writing {
  if (findMarkers(writing.text).length > 0) return writing;
  return writing.text.includes(OUTPUT_OF_HELD)
    ? { ...writing, mayStand: true }
    : { ...writing, text: `${writing.text}[REDACTED]` };
}
