import { isAbsolute, resolve } from "node:path";

import { operandsOf } from "./parse-options.ts";
import type { Command } from "./parse-shell.ts";
import { isShell, kindOf, programName, said } from "./programs.ts";
import type { Redirect } from "./redirections.ts";

/** The file that a command runs, and whether it holds code of another language than the shell's. */
export interface StartedFile {
  /** As the command names it. */
  readonly file: string;
  readonly isCode: boolean;
  /** The words behind it, which the file knows as `$1` and so on. */
  readonly words: readonly string[];
}

/** Where systems keep their programs. */
const OF_SYSTEM = /^\/(?:usr|bin|sbin|opt|nix|snap|Applications|Library|System)\//;
/** Code or a module in the place of a file, for a shell and for an interpreter. */
const SHELL_CODE = /^-\w*c$/;
const CODE = /^(?:-\w*[cepm]|--(?:eval|print|command|module|test))$/;

/** The file of `sh x.sh`, `. ./x`, `./x.sh`, `python3 x.py`; `undefined` if a command starts none. */
export function startedFile({ words: [name = "", ...own], all, script }: Command): StartedFile | undefined {
  if (script !== undefined) return undefined;
  const isSource = name === "source" || name === ".";
  const isCode = kindOf(name) === "code";
  if (isSource || isShell(name) || isCode) {
    if (own.some((word) => (isCode ? CODE : SHELL_CODE).test(word))) return undefined;
    const [file] = isSource ? own : operandsOf(own, said(name, "options")?.other);
    if (file === undefined || file === "-" || /\s/.test(file)) return undefined;
    return { file, isCode, words: own.slice(own.indexOf(file)) };
  }
  const path = all.find((word) => /[\\/]/.test(word) && programName(word) === name);
  if (path === undefined || OF_SYSTEM.test(path)) return undefined;
  return { file: path, isCode: /\.(?:[cm]?[jt]s|py|rb|pl|php)$/.test(path), words: [path, ...own] };
}

/** The files that a call writes, with what it puts in them as far as that is known. */
export class WrittenFiles {
  readonly #texts = new Map<string, string[]>();

  note(texts: readonly string[], { file, appends }: Redirect, folder: string | undefined): void {
    const path = pathOf(file, folder);
    if (path === undefined) return;
    const before = appends ? (this.#texts.get(path) ?? []) : [];
    this.#texts.set(path, [...before, ...texts]);
  }

  /** `undefined` if the call did not write it. */
  textOf(file: string, folder: string | undefined): string | undefined {
    const path = pathOf(file, folder);
    return path === undefined ? undefined : this.#texts.get(path)?.join("\n");
  }
}

function pathOf(file: string, folder: string | undefined): string | undefined {
  return isAbsolute(file) || folder !== undefined ? resolve(folder ?? "/", file) : undefined;
}
