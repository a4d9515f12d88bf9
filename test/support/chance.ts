/**
 * Where every random test takes its chance from. One seed stands for all of them and is the same everywhere, so that a
 * commit passes or fails, and does so each time; what a kill by the clock hits is the one thing left to luck.
 */
export const SEED = seedFrom(process.env["SNAPVEIL_SEED"]);

/** How many times as long as usual the random tests run. */
export const FACTOR = Number(process.env["SNAPVEIL_RUNS"] ?? 1);

export function times(runs: number): number {
  return Math.max(1, Math.round(runs * FACTOR));
}

/**
 * For what takes a second a run. The first failure is the last run there, for it takes an hour to look for the smallest
 * one: `SNAPVEIL_SHRINK=1` does that, and `SNAPVEIL_PATH=12:3` begins at a failure whose path fast-check printed.
 */
export function timesDear(runs: number): { numRuns: number; endOnFailure: boolean; path?: string } {
  const path = process.env["SNAPVEIL_PATH"];
  return {
    numRuns: times(runs),
    endOnFailure: process.env["SNAPVEIL_SHRINK"] === undefined,
    ...(path !== undefined && { path }),
  };
}

/** A generator of whole numbers that gives the same row for the same seed. */
export function randomFrom(seed: number): (below: number) => number {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39) >>> 0;
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
  };
}

function seedFrom(word: string | undefined): number {
  if (word === "random") return Math.trunc(Math.random() * 0x7fffffff);
  return Number(word ?? 42) | 0;
}
