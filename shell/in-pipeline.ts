import type { Pipeline } from "./parse-shell.ts";
import { isShell } from "./programs.ts";
import { READERS } from "./shell-variables.ts";

/** The position of a command in its pipeline. */
export interface InPipeline {
  readonly pipeline: Pipeline;
  readonly place: number;
  /** The command's output becomes a part of a word: `$(…)`. */
  readonly isInWord: boolean;
}

/** Programs of the kind `show` that print something else than the text of their files. */
export const PRINTS_OTHERWISE = /^base64$/;

/**
 * Whether a later command of a pipeline takes words or lines from the output of a program, or runs it as a script. A
 * shell reads the file of a program that only shows it: see `startedFiles`.
 */
export function isReadAsWords(program: string, { pipeline, place }: InPipeline): boolean {
  return pipeline.slice(place + 1).some(({ words: [name = ""], readsWords }) => {
    return readsWords || READERS.has(name) || (PRINTS_OTHERWISE.test(program) && isShell(name));
  });
}
