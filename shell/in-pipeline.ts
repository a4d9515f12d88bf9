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

/** Programs that print something else than the text of their files, but what follows from it. */
export const PRINTS_OTHERWISE = /^(?:base64|g?sed|[gm]?awk|paste|gojq|jaq|jq|tr)$/;

/**
 * Pipeline → the places of its last command that takes words or lines from its input, of its last shell, and of the last
 * program before that shell which makes other lines.
 */
const READ = new WeakMap<Pipeline, { readonly words: number; readonly shell: number; readonly maker: number }>();

/**
 * Whether a later command of a pipeline takes words or lines from the output of a program, or runs it as a script. A
 * shell reads the file of a program that only shows it: see `startedFiles`.
 */
export function isReadAsWords(program: string, { pipeline, place }: InPipeline): boolean {
  let last = READ.get(pipeline);
  if (last === undefined) {
    const takesWords = ({ words: [name = ""], readsWords }: Command) => readsWords === true || READERS.has(name);
    const words = pipeline.findLastIndex(takesWords);
    const shell = pipeline.findLastIndex(({ words: [name = ""] }) => isShell(name));
    const maker = pipeline.findLastIndex(({ words: [name = ""] }, at) => at < shell && PRINTS_OTHERWISE.test(name));
    last = { words, shell, maker };
    READ.set(pipeline, last);
  }
  return last.words > place || (last.shell > place && (PRINTS_OTHERWISE.test(program) || last.maker > place));
}
