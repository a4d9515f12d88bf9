import { FOREST } from "./forest-data.ts";

/** A node of a tree: a split by a feature, or a leaf. */
export type Node =
  | { readonly feature: number; readonly limit: number; readonly below: Node; readonly above: Node }
  | { readonly value: number };

/** Boosted trees: the sum of one leaf of each tree, and of `base`, tells how likely something is. */
export interface Forest {
  readonly base: number;
  readonly trees: readonly Node[];
}

/** A forest as a text: `base`, then each tree with a split as `feature limit below above`, and a leaf as `= value`. */
export function toText({ base, trees }: Forest): string {
  const write = (node: Node): string =>
    "value" in node ? `=${node.value}` : `${node.feature} ${node.limit} ${write(node.below)} ${write(node.above)}`;
  return [base, ...trees.map(write)].join(" ");
}

/** Reads what `toText` wrote. */
export function parseForest(text: string): Forest {
  const words = text.split(" ");
  let at = 1;
  const read = (): Node => {
    const word = words[at++] as string;
    if (word[0] === "=") return { value: Number(word.slice(1)) };
    const limit = Number(words[at++]);
    const below = read();
    return { feature: Number(word), limit, below, above: read() };
  };
  const trees: Node[] = [];
  while (at < words.length) trees.push(read());
  return { base: Number(words[0]), trees };
}

let forest: Forest | undefined;

/** The forest that `tools/judge/train-judge.ts` grew. It is read when the first pair needs a second opinion. */
export function grownForest(): Forest {
  return (forest ??= parseForest(FOREST));
}

/** How likely something with these features is, from 0 to 1. */
export function chanceIn({ base, trees }: Forest, features: readonly number[]): number {
  let sum = base;
  for (const tree of trees) sum += leafOf(tree, features);
  return 1 / (1 + Math.exp(-sum));
}

function leafOf(tree: Node, features: readonly number[]): number {
  let node = tree;
  while (!("value" in node)) node = (features[node.feature] as number) < node.limit ? node.below : node.above;
  return node.value;
}
