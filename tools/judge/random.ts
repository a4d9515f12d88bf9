import { randomFrom } from "../../test/support/chance.ts";

/** Chance that is the same at each run. */
export interface Random {
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number;
  pick<T>(choices: readonly T[]): T;
  /** Whether something happens that happens `percent` times of a hundred. */
  happens(percent: number): boolean;
  /** `length` characters out of `alphabet`. */
  text(alphabet: string, length: number): string;
}

export function startRandom(seed: number): Random {
  const below = randomFrom(seed);
  return {
    between: (least, most) => least + below(most - least + 1),
    pick: (choices) => choices[below(choices.length)]!,
    happens: (percent) => below(100) < percent,
    text: (alphabet, length) => Array.from({ length }, () => alphabet[below(alphabet.length)]).join(""),
  };
}
