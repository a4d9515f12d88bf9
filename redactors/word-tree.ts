/** A word to find and the number that is reported for it. */
export interface Anchor {
  readonly word: string;
  readonly id: number;
}

/** Characters that tell nearly every step: what is not deeper needs no step of its own. */
const NEAR = 2;

/** A place in the tree of all words: what stands for the characters that lead there. */
export interface Node {
  readonly depth: number;
  readonly edges: Map<number, Node>;
  /** The deepest node that stands for an end of the same characters; the root has none. */
  fail: Node | undefined;
  /** Of all words that end here, the longest first. */
  ids: number[];
  row: Row;
}

/** Steps to nodes deeper than NEAR, by class. Nodes where they are the same share one. */
export type Row = ReadonlyMap<number, Node>;

/** The nodes of the tree of all words, the root first, linked. */
export function growTree(anchors: readonly Anchor[], classes: Uint8Array): Node[] {
  const root = newNode(0);
  for (const anchor of anchors) insert(root, classes, anchor);
  return link(root);
}

/** A class for each character of the words, a letter's two cases in one; 0 for all else. */
export function classify(anchors: readonly Anchor[]): Uint8Array {
  const classes = new Uint8Array(256);
  let count = 0;
  for (const { word } of anchors) {
    for (let i = 0; i < word.length; i++) {
      const code = word.charCodeAt(i);
      if (classes[code] !== 0) continue;
      count += 1;
      for (const same of folded(code)) classes[same] = count;
    }
  }
  return classes;
}

/** All characters that share a class with this one: a letter in both cases. */
function folded(code: number): number[] {
  const character = String.fromCharCode(code);
  return [character.toLowerCase().charCodeAt(0), character.toUpperCase().charCodeAt(0)];
}

const EMPTY: Row = new Map();

function newNode(depth: number): Node {
  return { depth, edges: new Map(), fail: undefined, ids: [], row: EMPTY };
}

function insert(root: Node, classes: Uint8Array, { word, id }: Anchor): void {
  let node = root;
  for (let i = 0; i < word.length; i++) {
    const c = classes[word.charCodeAt(i)] as number;
    let target = node.edges.get(c);
    if (target === undefined) node.edges.set(c, (target = newNode(node.depth + 1)));
    node = target;
  }
  node.ids.push(id);
}

/** Sets the fail links, hands ids and steps on along them, and returns the nodes in breadth-first order. */
function link(root: Node): Node[] {
  const order = [root];
  for (const node of order) {
    // A fail link leads to a node that comes earlier, so what it hands on is complete.
    const steps = [...node.edges].filter(([, target]) => target.depth > NEAR);
    const inherited = node.fail?.row ?? EMPTY;
    node.row = steps.length === 0 ? inherited : new Map([...inherited, ...steps]);
    for (const [c, target] of node.edges) {
      order.push(target);
      let fail = node.fail;
      while (fail !== undefined && !fail.edges.has(c)) fail = fail.fail;
      target.fail = fail?.edges.get(c) ?? root;
      target.ids = [...target.ids, ...target.fail.ids];
    }
  }
  return order;
}
