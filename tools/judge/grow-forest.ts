import { type Forest, LEAF } from "../../redactors/judge/opinion/forest.ts";

/** A node of a tree: a split by a feature, or a leaf. */
export type Node =
  | { readonly feature: number; readonly limit: number; readonly below: Node; readonly above: Node }
  | { readonly value: number };

/** How a forest is grown. */
export interface Growth {
  readonly trees: number;
  readonly leaves: number;
  /** The share of each tree's correction that counts. */
  readonly rate: number;
  /** The least rows of a leaf. */
  readonly least: number;
}

/** The most limits at which a feature is split, and the weight that pulls leaves towards 0. */
const [MOST_LIMITS, PULL] = [48, 1];

/**
 * Grows boosted trees: each tree corrects what the trees before it say of each row. Without chance, so that the same
 * rows always give the same forest.
 */
export function growForest(rows: readonly (readonly number[])[], isTrue: readonly boolean[], growth: Growth): Forest {
  const table = new Table(rows);
  const share = isTrue.filter(Boolean).length / isTrue.length;
  const base = Math.log(share / (1 - share));
  const sums = new Float64Array(rows.length).fill(base);
  const trees: Node[] = [];
  for (let tree = 0; tree < growth.trees; tree++) {
    const chances = sums.map((sum) => 1 / (1 + Math.exp(-sum)));
    const errors = chances.map((chance, row) => chance - Number(isTrue[row]));
    const weights = chances.map((chance) => chance * (1 - chance));
    trees.push(growTree(new Sums(table, errors, weights, growth.least), sums, growth));
  }
  return inRow(base, trees);
}

/** The nodes of all trees in one row. */
export function inRow(base: number, trees: readonly Node[]): Forest {
  const roots: number[] = [];
  const nodes: { feature: number; jump: number; number: number }[] = [];
  const add = (node: Node): void => {
    const at = nodes.length;
    const own = "value" in node ? { feature: LEAF, jump: 0, number: node.value } : undefined;
    nodes.push(own ?? { feature: 0, jump: 0, number: 0 });
    if ("value" in node) return;
    add(node.below);
    nodes[at] = { feature: node.feature, jump: nodes.length - at, number: node.limit };
    add(node.above);
  };
  for (const tree of trees) {
    roots.push(nodes.length);
    add(tree);
  }
  return {
    base: Math.fround(base),
    roots: Uint16Array.from(roots),
    features: Uint8Array.from(nodes, ({ feature }) => feature),
    jumps: Uint8Array.from(nodes, ({ jump }) => jump),
    numbers: Float32Array.from(nodes, ({ number }) => number),
  };
}

/** The rows by feature, each number replaced by the count of limits that it reaches. */
class Table {
  readonly limits: readonly (readonly number[])[];
  readonly columns: readonly Uint8Array[];
  readonly length: number;

  constructor(rows: readonly (readonly number[])[]) {
    this.length = rows.length;
    this.limits = rows[0]!.map((_, feature) => limitsOf(rows.map((row) => row[feature]!)));
    this.columns = this.limits.map((limits, feature) =>
      Uint8Array.from(rows, (row) => limits.filter((limit) => row[feature]! >= limit).length),
    );
  }
}

/** The limits between the numbers of a feature: between all that differ, or at equal shares of the rows. */
function limitsOf(numbers: readonly number[]): number[] {
  const sorted = Float64Array.from(numbers).sort();
  const different = [...new Set(sorted)];
  if (different.length <= MOST_LIMITS) return different.slice(1).map((one, at) => rounded((one + different[at]!) / 2));
  const shares = Array.from(
    { length: MOST_LIMITS - 1 },
    (_, at) => sorted[Math.floor(((at + 1) * sorted.length) / MOST_LIMITS)]!,
  );
  return [...new Set(shares.map(rounded))];
}

/** A number as the forest keeps it. */
const rounded = Math.fround;

interface Split {
  readonly gain: number;
  readonly feature: number;
  readonly limit: number;
}

interface Leaf {
  readonly rows: Int32Array;
  readonly error: number;
  readonly weight: number;
  readonly split: Split | undefined;
  sides?: readonly [Leaf, Leaf];
}

/** Finds the best split of some rows. */
class Sums {
  constructor(
    readonly table: Table,
    readonly errors: Float64Array,
    readonly weights: Float64Array,
    readonly least: number,
  ) {}

  leafOf(rows: Int32Array): Leaf {
    let [error, weight] = [0, 0];
    for (const row of rows) {
      error += this.errors[row]!;
      weight += this.weights[row]!;
    }
    let split: Split | undefined;
    for (let feature = 0; feature < this.table.columns.length; feature++) {
      const one = this.#splitBy(feature, rows, error, weight);
      if (one !== undefined && one.gain > (split?.gain ?? 1e-6)) split = one;
    }
    return { rows, error, weight, split };
  }

  #splitBy(feature: number, rows: Int32Array, error: number, weight: number): Split | undefined {
    const steps = this.table.limits[feature]!.length;
    const column = this.table.columns[feature]!;
    const [errors, weights, counts] = [
      new Float64Array(steps + 1),
      new Float64Array(steps + 1),
      new Int32Array(steps + 1),
    ];
    for (const row of rows) {
      const step = column[row]!;
      errors[step]! += this.errors[row]!;
      weights[step]! += this.weights[row]!;
      counts[step]! += 1;
    }
    let best: Split | undefined;
    let [left, leftWeight, count] = [0, 0, 0];
    for (let limit = 0; limit < steps; limit++) {
      left += errors[limit]!;
      leftWeight += weights[limit]!;
      count += counts[limit]!;
      if (count < this.least || rows.length - count < this.least) continue;
      const right = error - left;
      const gain =
        left ** 2 / (leftWeight + PULL) + right ** 2 / (weight - leftWeight + PULL) - error ** 2 / (weight + PULL);
      if (gain > (best?.gain ?? 0)) best = { gain, feature, limit };
    }
    return best;
  }
}

/** Grows one tree, always at the leaf whose split gains most, and adds its corrections to the sums of the rows. */
function growTree(of: Sums, sums: Float64Array, { leaves, rate }: Growth): Node {
  const root = of.leafOf(Int32Array.from(sums, (_, row) => row));
  const open = [root];
  for (let count = 1; count < leaves; count++) {
    const best = open.reduce((most, leaf) => ((leaf.split?.gain ?? 0) > (most.split?.gain ?? 0) ? leaf : most));
    if (best.split === undefined) break;
    const { feature, limit } = best.split;
    const column = of.table.columns[feature]!;
    best.sides = [
      of.leafOf(best.rows.filter((row) => column[row]! <= limit)),
      of.leafOf(best.rows.filter((row) => column[row]! > limit)),
    ];
    open.splice(open.indexOf(best), 1, ...best.sides);
  }
  const toNode = ({ rows, error, weight, split, sides }: Leaf): Node => {
    if (sides !== undefined && split !== undefined) {
      const limit = of.table.limits[split.feature]![split.limit]!;
      return { feature: split.feature, limit, below: toNode(sides[0]), above: toNode(sides[1]) };
    }
    const value = rounded((-rate * error) / (weight + PULL));
    for (const row of rows) sums[row]! += value;
    return { value };
  };
  return toNode(root);
}
