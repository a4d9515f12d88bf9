import { ALNUM, DASH, DOT, EQUALS, FLAGS, PLUS_SLASH, TILDE, UNDERSCORE } from "./charset.ts";

/** What keys and encoded data are made of. */
const RUN = ALNUM | PLUS_SLASH | EQUALS | DASH | UNDERSCORE | DOT | TILDE;

/** Shorter ones say nothing without a name. */
export const MIN_RUN = 16;

/**
 * Long stretches without a blank or a quote, flat: start, end, classes of all their characters together, start, …
 * Only every sixteenth character is looked at until one lies inside a run.
 */
export function findRuns(text: string): number[] {
  const runs: number[] = [];
  const length = text.length;
  let free = 0;
  for (let i = MIN_RUN - 1; i < length; i += MIN_RUN) {
    if (classOf(text, i) === 0) continue;
    let start = i;
    let end = i + 1;
    let classes = classOf(text, i);
    for (let next = 0; start > free && (next = classOf(text, start - 1)) !== 0; start--) classes |= next;
    for (let next = 0; end < length && (next = classOf(text, end)) !== 0; end++) classes |= next;
    if (end - start >= MIN_RUN) runs.push(start, end, classes);
    free = end;
    i = end;
  }
  return runs;
}

function classOf(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code > 127) return 0;
  const flags = FLAGS[code] as number;
  return (flags & RUN) === 0 ? 0 : flags;
}
