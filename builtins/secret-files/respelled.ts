import type { CallCommand } from "../../shell/doors/script.ts";
import { hasFlag, kindOf, rowsOf } from "../../shell/doors/programs.ts";

/**
 * Whether a command or those that its output goes through print its files in letters in which a search for secrets does
 * not read these again: by one program that respells, or by two that encode. An output that goes into a file is not
 * printed; whether one that goes into a word is printed, the caller has to find out.
 */
export function isRespelled({ all, pipeline, words, redirects }: CallCommand): boolean {
  const place = pipeline.findIndex((one) => one.all === all);
  const behind = place === -1 ? [] : pipeline.slice(place + 1);
  if ([redirects, ...behind.map((one) => one.redirects)].some(goesIntoFile)) return false;
  const row = [words, ...behind.map((one) => one.words)];
  if (row.slice(1).some(([name = "", ...own]) => !passesOn(name, own))) return false;
  const encoders = row.filter(([name = "", ...own]) => encodes(name, own) && !own.some(isDecoding));
  return encoders.length > 1 || row.some(([name = "", ...own]) => respells(name, own));
}

function respells(name: string, own: readonly string[]): boolean {
  return rowsOf(name).some((row) => hasFlag(own, row.respells));
}

function encodes(name: string, own: readonly string[]): boolean {
  return rowsOf(name).some((row) => hasFlag(own, row.encodes));
}

/** Whether a program behind a pipe prints its input in some form. Code is taken to do so if it respells the input. */
function passesOn(name: string, own: readonly string[]): boolean {
  const kind = kindOf(name) ?? "";
  if (kind === "code") return respells(name, own);
  return /^(?:show|part|select|search)$/.test(kind) || rowsOf(name).some((row) => row.respells);
}

function isDecoding(word: string): boolean {
  return /^-(?:d|D|r|-decode)$/.test(word);
}

function goesIntoFile(redirects: CallCommand["redirects"]): boolean {
  return redirects.some(({ errors }) => errors !== true);
}
