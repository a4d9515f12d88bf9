import { expect } from "vitest";

/** How many times as much is measured, and how many times as much CPU that may take: squared it is 256. */
const [MORE, MOST] = [16, 100];
/** Milliseconds that are too few to be compared. */
const LEAST = 10;
const ATTEMPTS = 12;

/**
 * Expects that 16 times as much of something takes about 16 times as much CPU. Other work on the machine only ever
 * adds to what is measured, so the least of several measures counts.
 * @param make the work on so many times as much
 */
export function expectInProportion(make: (times: number) => () => unknown): void {
  const [part, whole] = [make(1), make(MORE)];
  part(); // is compiled now
  let [ofPart, ofWhole] = [Infinity, Infinity];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    [ofPart, ofWhole] = [Math.min(ofPart, cost(part)), Math.min(ofWhole, cost(whole))];
    if (ofWhole < MOST * Math.max(ofPart, LEAST)) return;
  }
  expect(ofWhole).toBeLessThan(MOST * Math.max(ofPart, LEAST));
}

/** CPU milliseconds of some work. */
function cost(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
