import { FOREST } from "./forest-data.ts";

/**
 * Boosted trees: the sum of one leaf of each tree, and of `base`, tells how likely something is. The nodes of all trees
 * stand in one row, each tree's root first, and behind a split first all nodes below its limit.
 */
export interface Forest {
  readonly base: number;
  /** The index of each tree's root. */
  readonly roots: Uint16Array;
  /** The feature by which a node splits; `LEAF` for a leaf. */
  readonly features: Uint8Array;
  /** How many nodes behind a split the first node above its limit stands. */
  readonly jumps: Uint8Array;
  /** The limit of a split, or the value of a leaf. */
  readonly numbers: Float32Array;
}

/** The feature of a leaf. */
export const LEAF = 255;

/** A forest as Base64 of its arrays behind each other, with the counts of its trees and nodes in front. */
export function pack({ base, roots, features, jumps, numbers }: Forest): string {
  const head = Float32Array.of(base, roots.length, features.length);
  const parts = [head, numbers, roots, features, jumps];
  return Buffer.concat(parts.map((one) => Buffer.from(one.buffer, one.byteOffset, one.byteLength))).toString("base64");
}

/** The forest that `pack` wrote. */
export function unpack(packed: string): Forest {
  const bytes = Uint8Array.from(Buffer.from(packed, "base64"));
  const [base, trees, nodes] = new Float32Array(bytes.buffer, 0, 3) as unknown as readonly [number, number, number];
  const ofNumbers = 12;
  const ofRoots = ofNumbers + 4 * nodes;
  const ofFeatures = ofRoots + 2 * trees;
  return {
    base,
    roots: new Uint16Array(bytes.buffer, ofRoots, trees),
    features: bytes.subarray(ofFeatures, ofFeatures + nodes),
    jumps: bytes.subarray(ofFeatures + nodes, ofFeatures + 2 * nodes),
    numbers: new Float32Array(bytes.buffer, ofNumbers, nodes),
  };
}

let forest: Forest | undefined;

/** The forest that `tools/judge/train-judge.ts` grew. It is unpacked when the first pair needs a second opinion. */
export function grownForest(): Forest {
  return (forest ??= unpack(FOREST));
}

/** How likely something with these features is, from 0 to 1. */
export function chanceIn({ base, roots, features, jumps, numbers }: Forest, asked: readonly number[]): number {
  let sum = base;
  for (const root of roots) {
    let node = root;
    for (let feature = features[node]!; feature !== LEAF; feature = features[node]!)
      node += asked[feature]! < numbers[node]! ? 1 : jumps[node]!;
    sum += numbers[node]!;
  }
  return 1 / (1 + Math.exp(-sum));
}
