import { findMarkers } from "../../redactors/marker.ts";
import { isPatch } from "../tool-kind.ts";
import type { Pipeline, ShellCommand } from "../shell/parse-shell.ts";
import { unwrapCommand, type Unwrapped } from "../shell/unwrap-command.ts";
import { OUTPUT_OF_HELD } from "./held-text.ts";
import { effectOf } from "./known-programs.ts";
import type { Effect } from "./known-requests.ts";
import { readPatch } from "./read-patch.ts";
import { formatted } from "./shell-variables.ts";
import type { Writing } from "./writing.ts";

export type Redirect = ShellCommand["redirects"][number];

/** Programs that set what later commands see. */
const EXPORTERS = /^(?:export|setenv|setx)$/;
/** What they print is more than one of their words. */
export const PUTS_TOGETHER = /^(?:echo|printf)$/;

/** What is known of a command; `undefined` where it may write. */
export function knownEffect(
  { words }: Unwrapped,
  all: readonly string[],
  held: (text: string) => boolean,
  isFed: boolean,
): Effect | undefined {
  const [name = ""] = words;
  // Only assignments: what they set is looked at where it is used.
  if (name === "") return { kind: "search" };
  // No program has a secret's name; where a text may be a command, it is printed.
  if (held(name)) return name.startsWith("$") ? undefined : { kind: "print" };
  if (EXPORTERS.test(name) || (/^(?:declare|typeset|set)$/.test(name) && all.some((word) => /^-\w*x/.test(word))))
    return undefined;
  if (
    /^(?:declare|typeset|local|readonly)$/.test(name) &&
    all.some((word) => held(word) && !/^[A-Za-z_]\w*\+?=/.test(word))
  )
    return undefined;
  return /^(?:declare|typeset|set)$/.test(name) ? { kind: "search" } : effectOf(all, held, isFed);
}

/** What a command prints, as far as it can be told; what holds a secret stays in it. */
export function printed(name: string, rest: readonly string[], fed: readonly string[]): string[] {
  if (name === "echo" || /^Write-(?:Output|Host)$/i.test(name))
    return [rest.filter((word) => !/^-[neE]+$/.test(word)).join(" ")];
  if (name === "printf") return [formatted(rest)];
  return [...fed, ...rest];
}

/** Of a program that may write: patches name their files, `tee` says what it writes. */
export function ofUnknown(
  onward: () => Pipeline,
  words: readonly string[],
  fed: readonly string[],
  texts: readonly string[],
  target: Redirect | undefined,
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

export function unknown(texts: readonly string[], target: Redirect | undefined, always = false): Writing[] {
  return texts.length === 0 && !always
    ? []
    : [finished({ text: texts.join("\n"), adds: true, ...(target && { file: target.file }) })];
}

export function written(texts: readonly string[], target: Redirect, whole: boolean): Writing[] {
  if (texts.length === 0) return [];
  if (whole) return texts.map((text) => finished({ file: target.file, text }));
  return [finished({ file: target.file, text: texts.join("\n"), adds: true })];
}

/** What was found with a marker, or comes from a server that was shown one, holds none; pieces of one count as it. */
function finished(writing: Writing): Writing {
  if (findMarkers(writing.text).length > 0) return writing;
  return writing.text.includes(OUTPUT_OF_HELD)
    ? { ...writing, mayStand: true }
    : { ...writing, text: `${writing.text}[REDACTED]` };
}
