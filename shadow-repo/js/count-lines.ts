import type { LineCounts } from "../engine.ts";

/** git calls a content binary that has a NUL among its first bytes. */
const BINARY_BYTES = 8000;
/** Steps after which two contents are taken for entirely different where they were not yet found alike. */
const PATIENCE = 20_000_000;

/** Added and removed lines as `git diff --numstat` counts them; `undefined` where one of the two is binary. */
export function countLines(before: Buffer, after: Buffer): LineCounts | undefined {
  if (isBinary(before) || isBinary(after)) return undefined;
  const ids = new Map<string, number>();
  const [old, now] = [linesOf(before, ids), linesOf(after, ids)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end += 1;
  const left = old.slice(start, old.length - end);
  const right = now.slice(start, now.length - end);
  // Lines that the other side does not have at all are changed for certain, and make the search short.
  const [inLeft, inRight] = [new Set(left), new Set(right)];
  const common = commonLines(
    left.filter((line) => inRight.has(line)),
    right.filter((line) => inLeft.has(line)),
  );
  return { additions: right.length - common, deletions: left.length - common };
}

export function isBinary(content: Buffer): boolean {
  return content.subarray(0, BINARY_BYTES).includes(0);
}

/** A number for each line, its end included: without a newline the last one is another line. */
function linesOf(content: Buffer, ids: Map<string, number>): number[] {
  const lines = content.toString("latin1").split("\n");
  const last = lines.pop();
  const numbers = lines.map((line) => idOf(line));
  return last ? [...numbers, idOf(`${last}\0`)] : numbers; // no line of a text ends so

  function idOf(line: string): number {
    let id = ids.get(line);
    if (id === undefined) ids.set(line, (id = ids.size));
    return id;
  }
}

/**
 * Length of the longest common subsequence after E. Myers, "An O(ND) Difference Algorithm": for each number of edits
 * the furthest place on each diagonal. Where that takes too long, the lines common to both in any order: never too few.
 */
function commonLines(one: readonly number[], other: readonly number[]): number {
  const most = one.length + other.length;
  const furthest = new Int32Array(2 * most + 3);
  let steps = 0;
  for (let edits = 0; edits <= most; edits += 1) {
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const down =
        diagonal === -edits || (diagonal !== edits && furthest[most + diagonal]! < furthest[most + diagonal + 2]!);
      let x = down ? furthest[most + diagonal + 2]! : furthest[most + diagonal]! + 1;
      while (x < one.length && x - diagonal < other.length && one[x] === other[x - diagonal]) x += 1;
      furthest[most + diagonal + 1] = x;
      if (x >= one.length && x - diagonal >= other.length) return (most - edits) / 2;
    }
    if ((steps += edits) > PATIENCE) return shared(one, other);
  }
  return 0;
}

function shared(one: readonly number[], other: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const line of one) counts.set(line, (counts.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of other) {
    const left = counts.get(line) ?? 0;
    if (left > 0) common += 1;
    counts.set(line, left - 1);
  }
  return common;
}
