import type { Command, Pipeline } from "./parse-shell.ts";
import { isShell } from "./programs.ts";
import { READERS } from "./streams.ts";

/** The position of a command in its pipeline. */
export interface InPipeline {
  readonly pipeline: Pipeline;
  readonly place: number;
  /** The command's output becomes a part of a word: `$(…)`. */
  readonly isInWord: boolean;
}

/** Programs of the kind `show` that print something else than the text of their files. */
export const PRINTS_OTHERWISE = /^base64$/;

/** Pipeline → the places of its last command that takes words or lines from its input, and of its last shell. */
const READ = new WeakMap<Pipeline, { readonly words: number; readonly shell: number }>();

/**
 * Whether a later command of a pipeline takes words or lines from the output of a program, or runs it as a script. A
 * shell reads the file of a program that only shows it: see `startedFiles`.
 */
export function isReadAsWords(program: string, { pipeline, place }: InPipeline): boolean {
  let last = READ.get(pipeline);
  if (last === undefined) {
    const takesWords = ({ words: [name = ""], readsWords }: Command) => readsWords === true || READERS.has(name);
    const words = pipeline.findLastIndex(takesWords);
    last = { words, shell: pipeline.findLastIndex(({ words: [name = ""] }) => isShell(name)) };
    READ.set(pipeline, last);
  }
  return last.words > place || (last.shell > place && PRINTS_OTHERWISE.test(program));
}
