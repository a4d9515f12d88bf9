import type { Automaton } from "./automaton.ts";
import { ALNUM, DASH, DOT, EQUALS, FLAGS, LOWER, PLUS_SLASH, TILDE, UNDERSCORE } from "./charset.ts";

/** What one pass over a text sees. */
export interface Located {
  /** Where states were reached that end a word, flat: end, state, end, state, … */
  readonly hits: number[];
  /** Stretches of token characters, long enough to be a key, flat: start, end, … */
  readonly runs: number[];
  /** Stretches of small letters and blanks, long enough to be a wallet's seed, flat: start, end, … */
  readonly phrases: number[];
}

/** Shorter runs say nothing without a name. */
export const MIN_RUN = 16;
/** Twelve words of three letters. */
const MIN_PHRASE = 47;

const RUN = 1;
const PHRASE = 2;
const KINDS = toKinds();

/**
 * Runs the automaton over the text and notes long runs on the way.
 *
 * It reads bytes, which is twice as fast as characters; one beyond Latin-1 loses its upper byte, so a hit may
 * stand where the word does not: whoever takes it looks. It is one loop that calls nothing, because the
 * engine compiles each hot loop together with all that it calls: in a process that lives for one event
 * that costs more than the search.
 */
export function locate(text: string, { classes, width, next, firstHit }: Automaton): Located {
  const bytes = Buffer.from(text, "latin1");
  const hits: number[] = [];
  const runs: number[] = [];
  const phrases: number[] = [];
  const kinds = KINDS;
  const length = bytes.length;
  let state = 0;
  let run = 0;
  let phrase = 0;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i] as number;
    state = next[state * width + (classes[byte] as number)] as number;
    if (state >= firstHit) hits.push(i + 1, state);
    const kind = kinds[byte] as number;
    if (kind === RUN + PHRASE) continue;
    if (kind !== RUN) {
      if (i - run >= MIN_RUN) runs.push(run, i);
      run = i + 1;
    }
    if (kind !== PHRASE) {
      if (i - phrase >= MIN_PHRASE) phrases.push(phrase, i);
      phrase = i + 1;
    }
  }
  if (length - run >= MIN_RUN) runs.push(run, length);
  if (length - phrase >= MIN_PHRASE) phrases.push(phrase, length);
  return { hits, runs, phrases };
}

/** For each byte whether it may stand in a run, and whether in a phrase. */
function toKinds(): Uint8Array {
  const kinds = new Uint8Array(256);
  const run = ALNUM | PLUS_SLASH | EQUALS | DASH | UNDERSCORE | DOT | TILDE;
  for (let code = 0; code < 128; code++) {
    const flags = FLAGS[code] as number;
    kinds[code] = ((flags & run) !== 0 ? RUN : 0) | ((flags & LOWER) !== 0 || code === 32 ? PHRASE : 0);
  }
  return kinds;
}
