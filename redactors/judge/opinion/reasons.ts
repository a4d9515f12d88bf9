import type { NamedValue } from "../named-value.ts";
import { FEATURE_NAMES, featuresOf } from "./features.ts";
import { chanceIn, grownForest } from "./forest.ts";
import { USUAL } from "./usual.ts";

/** One feature that made a value more likely or less likely a secret. */
export interface Reason {
  readonly feature: string;
  readonly number: number;
  /** The number that is usual among foreign pairs. */
  readonly usual: number;
  /**
   * By how many times the number makes a secret more likely than the usual one does; below 1 it makes it less likely.
   */
  readonly times: number;
}

/** The most features that are told of a value, and the least by which one must change how likely a secret is. */
const [MOST, LEAST] = [3, 1.2] as const;

/** The second opinion on a value: its chance to be a secret, from 0 to 1, and the features that weigh most. */
export function opinionOn(named: NamedValue): { readonly chance: number; readonly reasons: readonly Reason[] } {
  const features = featuresOf(named);
  const chance = chanceIn(grownForest(), features);
  const reasons = features.map((number, at): Reason => {
    const usual = USUAL[at]!;
    const otherwise = chanceIn(grownForest(), features.with(at, usual));
    return { feature: FEATURE_NAMES[at]!, number, usual, times: odds(chance) / odds(otherwise) };
  });
  return {
    chance,
    reasons: reasons
      .filter((reason) => weightOf(reason) >= LEAST)
      .toSorted((first, second) => weightOf(second) - weightOf(first))
      .slice(0, MOST),
  };
}

function odds(chance: number): number {
  return chance / (1 - chance);
}

/** How much a reason changes the opinion, in either direction. */
export function weightOf({ times }: Reason): number {
  return Math.max(times, 1 / times);
}
