import { findMarkers } from "../../redactors/marker.ts";
import { isPatch } from "../tool-kind.ts";
import { bareWords } from "./bare-words.ts";
import { parseShell, type Pipeline, type ShellCommand } from "./parse-shell.ts";
import { readPatch } from "./read-patch.ts";
import type { Writing } from "./writing.ts";

/** Only look for what they are given; what they print stands in the files that they read. */
const SEARCHERS = /^(?:e|f|z|r)?grep$|^(?:rg|ag|ack|find|fd|ls|test|\[|\[\[|diff|cmp|wc|head|tail|less|more)$/;
const GIT_READERS = /^(?:grep|log|show|diff|blame|status|commit|tag|notes|branch|rev-parse|stash)$/;
const SHELLS = /^(?:ba|z|da|k|fi)?sh$|^(?:eval|cmd|powershell|pwsh)(?:\.exe)?$/;
const INTERPRETERS = /^(?:python[\d.]*|node|deno|bun|ruby|perl|php|osascript|Rscript|lua|tclsh|awk|gawk|jq|ed|ex|vim?|nvim|emacs)$/;
/** How code writes a file. */
const WRITES = /\bwrite|\bdump\s*\(|\bopen\s?\([^)]{0,200},\s?(?:mode\s*=\s*)?["'][rbt]*[wax+]|>>?\s*["'$/\w]|file_put_contents|appendFile|\bsave\b|\breplace\b[^;]{0,200}\bfile|\bsub\b[^;]{0,200}-i|\bPath\(|\bof\s*=|^[ \t]{0,40}w\b|\bwq?\b$|fs\./im;
const CLOSERS = /^(?:[})]|done|fi|esac)$/;
/** No file is there to be destroyed. */
const NOWHERE = /^(?:\/dev\/(?:null|stdout|stderr|tty|fd\/\d)|&?\d|NUL|\$null|-)$/i;

/**
 * What a shell's script would write into files of texts that hold a marker. Commands that only search for one, or print it, write
 * nothing.
 */
export function readShellWritings(script: string, depth = 0): Writing[] {
  if (findMarkers(script).length === 0 || depth > 3) return [];
  const pipelines = parseShell(script);
  return pipelines.flatMap((pipeline, at) => {
    const own = readPipeline(pipeline, depth);
    // What closes a group sends all that the group prints where it goes itself.
    const closer = CLOSERS.test(pipeline[0]?.words[0] ?? "") && pipeline.some((command) => command.redirects.some(({ file }) => !NOWHERE.test(file)) || writes(command));
    const printed = closer ? pipelines.slice(0, at).flatMap((before) => before.flatMap(markedTexts)) : [];
    return printed.length > 0 ? [...own, { text: printed.join("\n"), adds: true }] : own;
  });
}

/** The same for a command that comes as a list of words. */
export function readCommandWritings(words: readonly string[]): Writing[] {
  return readPipeline([{ words, redirects: [], fed: [] }], 0);
}

function readPipeline(pipeline: Pipeline, depth: number): Writing[] {
  return pipeline.flatMap((command, at) => {
    const texts = markedTexts(command);
    return texts.length === 0 ? [] : readCommand(command, pipeline.slice(at + 1), texts, depth);
  });
}

/** What a command is given that holds a marker; of one that only searches, nothing. */
function markedTexts({ words, fed }: ShellCommand): string[] {
  return isSearch(bareWords(words)) ? [] : [...words, ...fed].filter((text) => findMarkers(text).length > 0);
}

function isSearch(words: readonly string[]): boolean {
  const [name = "", ...rest] = words;
  return SEARCHERS.test(name) || (name === "git" && GIT_READERS.test(rest.find((word) => !word.startsWith("-")) ?? ""));
}

function readCommand(command: ShellCommand, after: Pipeline, texts: readonly string[], depth: number): Writing[] {
  const words = bareWords(command.words);
  const [name = ""] = words;
  if (SHELLS.test(name)) {
    const inner = texts.flatMap((text) => readShellWritings(text, depth + 1));
    if (inner.length > 0) return inner;
  }
  const patches = texts.filter((text) => isPatch(text) || /^\*\*\* Begin Patch/m.test(text));
  if (patches.length > 0 && [command, ...after].some((one) => /^(?:apply_?patch|patch|git)$/.test(bareWords(one.words)[0] ?? ""))) return patches.flatMap((text) => readPatch(text));
  const last = [command, ...after].flatMap((one) => one.redirects).findLast(({ file }) => !NOWHERE.test(file));
  // Of a file that is written anew it can be seen whether the marker was there before.
  if (last && !last.appends && name === "cat" && command.fed.length > 0) return command.fed.map((text) => ({ file: last.file, text }));
  const tee = after.map((one) => bareWords(one.words)).find(([word]) => word === "tee");
  if (!last && tee && !tee.includes("-a") && command.fed.length > 0) return command.fed.map((text) => ({ ...(tee[1] !== undefined && { file: tee[1] }), text }));
  if (last || [command, ...after].some((one) => writes(one)) || (INTERPRETERS.test(name) && texts.some((text) => WRITES.test(text)))) {
    return [{ text: texts.join("\n"), adds: true, ...(last && { file: last.file }) }];
  }
  return [];
}

/** Whether a command puts what it is given into a file, or into a store of settings or secrets. */
function writes({ words: all }: ShellCommand): boolean {
  const words = bareWords(all);
  const [name = "", ...rest] = words;
  const line = rest.join(" ");
  if (/^(?:tee|sponge|patch|apply_?patch|ed|ex|crontab|Set-Content|Add-Content|Out-File|sc|ac|New-Item|ni)$/i.test(name)) return name !== "New-Item" || /-Value/i.test(line);
  if (/^g?sed$|^perl$|^ruby$|^g?awk$/.test(name)) return rest.some((word) => /^-[a-zA-Z]*i|^--in-place|^inplace$/.test(word)) || /(?:^|[;}\s/])w [^\s]/.test(line);
  if (name === "dd") return rest.some((word) => word.startsWith("of="));
  if (/^(?:cp|install|mv)$/.test(name)) return rest.some((word) => word === "/dev/stdin" || word.startsWith("<("));
  if (/^(?:vim?|nvim)$/.test(name)) return rest.some((word) => /^-(?:c|es?)$|^\+/.test(word));
  if (name === "git") return (rest[0] === "config" && !/--(?:get|list|unset)/.test(line)) || /^(?:apply|am)\b/.test(line);
  return /\b(?:config(?:ure)?|secrets?|env|variable|vars?)(?:[ :]+)(?:set|add|create|put|import)\b|\bset-(?:secret|credentials|variable)\b|\bset-key\b/.test(line);
}
