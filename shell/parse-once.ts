import { remembered } from "../kit/remembered.ts";
import { parseShell, type Pipeline } from "./parse-shell.ts";

/** Matches what a shell may replace while it reads a script: variables, substitutions, brackets as arguments. */
const EXPANDS = /[$`%(]/;
/** The pipelines of the last scripts without expansions. The guards of one call follow the same script in turn. */
const PARSED = remembered<string, readonly Pipeline[]>(4);

/**
 * The pipelines of a script whose words mean the same whatever variables and substitutions are; `undefined` if the
 * script has expansions.
 */
export function parseOnce(script: string): readonly Pipeline[] | undefined {
  if (EXPANDS.test(script)) return undefined;
  const pipelines = PARSED.get(script) ?? parseShell(script);
  PARSED.set(script, pipelines);
  return pipelines;
}
