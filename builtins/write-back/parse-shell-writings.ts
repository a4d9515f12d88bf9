import { findMarkers } from "../../redactors/doors/marker.ts";
import { followScript, targetOf, type Command, type Pipeline, type Redirect } from "../../shell/doors/script.ts";
import { columnOf } from "../../shell/doors/programs.ts";
import { formatted, ShellVariables } from "../../shell/doors/values.ts";
import { isPatch } from "../../call/tool-kind.ts";
import type { Writing } from "../../call/writing.ts";
import { programEffect, type Effect } from "./program-effect.ts";
import { parsePatch } from "../../call/parse-patch.ts";

/** Stands for the output of a program that got a marker and does not print it, such as the answer of a server. */
const OUTPUT_OF_HELD = "\uE000";

/** The state of a script while its commands are followed. */
interface Scope {
  readonly variables: ShellVariables;
  /** The writes that were found so far. */
  readonly writings: Writing[];
}

/**
 * The writes of a shell's script that contain a marker. Only programs that search, print or send are known to write
 * nothing. Any other program that gets a marker, in its words, input or environment, counts as writing it.
 * @param exported names of variables that each command gets in its environment
 * @throws TooMuchScript if the script is too long, or expands to more than can be read
 */
export function parseShellWritings(script: string, exported: ReadonlySet<string> = new Set()): Writing[] {
  const writings = unknown(listsIn(script).filter(isHeld));
  const variables = new ShellVariables({ exported });
  followScript(script, variables, {
    command: (command, fed, pipeline) => parseCommand(command, fed, pipeline, { variables, writings }),
    scripts({ taken }, scripts) {
      // A server's answer to a request with a marker may differ from the answer to the real value. If such an answer is
      // run as a script, it is judged as a write.
      const strange = scripts.filter((text) => text.includes(OUTPUT_OF_HELD));
      const lists = scripts.flatMap(listsIn).filter(isHeld);
      writings.push(...unknown([...taken.filter(isHeld), ...strange, ...lists]));
    },
    output(texts, target, command) {
      // A whole file that is written may contain the marker already, so its present text is compared with the new one.
      const isWhole = command?.words[0] === "cat" && command.fed.length > 0 && !target.appends;
      const marked = texts.filter(isHeld);
      if (isWhole) writings.push(...marked.map((text) => finished({ file: target.file, text })));
      else writings.push(...unknown(marked, target));
    },
  });
  return writings;
}

/**
 * The words of each array that a script sets. Arrays are not followed like other variables, so their words are judged
 * as writes.
 */
function listsIn(script: string): string[] {
  const list = /(?:^|[\s;&|({])[A-Za-z_]\w*\+?=\(((?:"(?:[^"\\]|\\[^])*"|'[^']*'|\\[^]|[^)"'\\])*)\)/g;
  return Array.from(script.matchAll(list), ([, words]) => words!);
}

/** Adds the writes of a command. @returns the command's known output */
function parseCommand(command: Command, stdin: readonly string[], pipeline: Pipeline, scope: Scope): readonly string[] {
  const { words, assigned, taken, readsWords } = command;
  const { variables, writings } = scope;
  const [name = "", ...own] = readsWords ? [...words, ...stdin] : words;
  const fed = readsWords ? [] : stdin;
  const target = targetOf(command);

  // In shells other than POSIX ones, the text `NAME=value` itself is passed on by `"NAME=value" | program` and written
  // by `NAME=value >file`.
  if (name === "" && assigned.some(isHeld) && command !== pipeline.at(-1))
    return [...assigned.filter(isHeld), ...stdin];
  if (command.redirects.some(({ file }) => isHeld(file))) {
    writings.push(...unknown([target?.file ?? "[REDACTED]"]));
    return [];
  }
  const printsAll = printsVariables(name, own);
  const out = printsAll ? variables.values() : printed(name, own, fed);
  const environment = name !== "" || target ? assigned : variables.exportedOf(assigned);
  const surroundings = [...taken, ...(/^(?:\.|source)$/.test(name) ? variables.values() : [])].filter(isHeld);
  const texts = [
    ...[name, ...own, ...fed, ...environment].filter(isHeld),
    ...surroundings,
    ...(/^(?:echo|printf)$/.test(name) || printsAll ? out.filter(isHeld) : []),
  ];
  if (texts.length === 0) return out;
  const given: Given = { name, own, fed, environment, out, printsAll };
  const effect = isUnclear(given, taken, surroundings)
    ? undefined
    : programEffect([name, ...own], isHeld, fed.some(isHeld));
  if (effect === undefined) {
    writings.push(...ofUnknown(pipeline, name, own, fed, texts, target));
    return [];
  }
  if (effect.kind === "record" || effect.toFile) writings.push({ text: texts.join("\n"), adds: true, mayStand: true });
  return passedOn(given, effect.kind);
}

/** A command that got a marker, with its known output. */
interface Given {
  readonly name: string;
  readonly own: readonly string[];
  readonly fed: readonly string[];
  readonly environment: readonly string[];
  readonly out: readonly string[];
  /** Whether it prints the script's variables. */
  readonly printsAll: boolean;
}

/**
 * Whether the place of a marker leaves open what its command does: in its surroundings, in an assignment without a
 * program, or behind a wrapper at the place of the program, which means something else there (`docker run image …`).
 */
function isUnclear({ name, environment }: Given, taken: readonly string[], surroundings: readonly string[]): boolean {
  if (surroundings.length > 0 || (taken.length > 0 && isHeld(name))) return true;
  return name === "" && environment.some(isHeld);
}

/**
 * The texts with markers that a command prints. A program that prints its words may print its environment, too:
 * `envsubst`, `jq env.TOKEN`, `awk ENVIRON`.
 */
function passedOn({ name, own, fed, environment, out, printsAll }: Given, kind: Effect["kind"]): string[] {
  if (printsAll) return out.filter(isHeld);
  if (kind === "print") return [name, ...out, ...environment].filter(isHeld);
  if (kind === "search") return [...fed.filter(isHeld), ...(own.some(isHeld) ? [OUTPUT_OF_HELD] : [])];
  return [OUTPUT_OF_HELD];
}

/** Whether a command prints the script's variables, exported or not, as `set` and `declare -p` do. */
function printsVariables(name: string, [option, ...names]: readonly string[]): boolean {
  if (!columnOf(name, "sets")) return false;
  return option === undefined || (/^-\w*p\w*$/.test(option) && names.every((word) => /^\w+$/.test(word)));
}

/** The known output of a command: of `echo` and `printf` the exact text, of others all their words and input. */
function printed(name: string, own: readonly string[], fed: readonly string[]): readonly string[] {
  if (/^(?:echo|write-(?:output|host))$/i.test(name)) return [own.filter((word) => !/^-[neE]+$/.test(word)).join(" ")];
  if (name === "printf") return [formatted(own)];
  return [...fed, ...own];
}

/**
 * The writes of a program that may write. The files are those that a patch or `tee` names; for any other program the
 * file is the target of the redirection.
 */
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
  if (patches.length > 0 && applies) return patches.flatMap((text) => parsePatch(text));
  const files = own.filter((word) => !word.startsWith("-"));
  if (name === "tee" && files.length === 1 && !own.some((word) => /^-\w*a|^--append/.test(word)) && !target)
    return fed.map((text) => finished({ file: files[0]!, text }));
  return unknown(texts, target);
}

function unknown(texts: readonly string[], target?: Redirect): Writing[] {
  if (texts.length === 0) return [];
  return [finished({ text: texts.join("\n"), adds: true, ...(target && { file: target.file }) })];
}

/**
 * A write in its final form. A text whose only marker is `OUTPUT_OF_HELD` is no fault. A text without any marker gets a
 * marker at its end, so that it is judged at all.
 */
function finished(writing: Writing): Writing {
  if (findMarkers(writing.text).length > 0) return writing;
  return writing.text.includes(OUTPUT_OF_HELD)
    ? { ...writing, mayStand: true }
    : { ...writing, text: `${writing.text}[REDACTED]` };
}

/** Whether a text contains a marker, or stands for the answer of a server that got one. */
function isHeld(text: string): boolean {
  return text.includes(OUTPUT_OF_HELD) || findMarkers(text).length > 0;
}
