/** A word to find and the number that is reported for it. */
export interface Anchor {
  readonly word: string;
  readonly id: number;
}

/**
 * An Aho-Corasick automaton, complete: one table look-up a character, no way back.
 *
 * Letters are folded to one case, which keeps the table small;
 * whoever takes a hit compares the text itself.
 */
export interface Automaton {
  /** Class of each byte; class 0 is everything that no word holds. */
  readonly classes: Uint8Array;
  /** Cells a state. */
  readonly width: number;
  readonly next: Uint16Array;
  /** States from this one on end a word. */
  readonly firstHit: number;
  /** `hits[starts[s - firstHit] .. starts[s - firstHit + 1])` are the ids of state s. */
  readonly starts: Uint16Array;
  readonly hits: Uint16Array;
  /** A bit for the hash of each service's name, see scan.wat: who owns a value stands before it, in any of a thousand words. */
  readonly services: Uint8Array;
}

export const SERVICE_BYTES = 4096;

interface Node {
  readonly edges: Map<number, number>;
  fail: number;
  ids: number[];
}

/** Builds the automaton. Some 20 ms for 600 words: done once, when the project is built. */
export function buildAutomaton(anchors: readonly Anchor[], services: readonly string[]): Automaton {
  const classes = classify(anchors);
  const width = Math.max(...classes) + 1;
  const nodes: Node[] = [{ edges: new Map(), fail: 0, ids: [] }];
  for (const anchor of anchors) insert(nodes, classes, anchor);
  const order = link(nodes);

  // States that end a word come last, so that one comparison tells a hit.
  const renumbered = [...order.filter((n) => at(nodes, n).ids.length === 0), ...order.filter((n) => at(nodes, n).ids.length > 0)];
  const state = new Map(renumbered.map((node, index) => [node, index]));
  const firstHit = renumbered.findIndex((n) => at(nodes, n).ids.length > 0);
  const next = new Uint16Array(nodes.length * width);
  for (const node of order) {
    const row = (state.get(node) as number) * width;
    const failRow = (state.get(at(nodes, node).fail) as number) * width;
    for (let c = 0; c < width; c++) {
      const target = at(nodes, node).edges.get(c);
      // Parents and fail links come earlier in breadth-first order, so the fail row is complete.
      next[row + c] = target !== undefined ? (state.get(target) as number) : node === 0 ? (state.get(0) as number) : (next[failRow + c] as number);
    }
  }
  const starts: number[] = [0];
  const hits: number[] = [];
  for (const node of renumbered.slice(firstHit)) {
    hits.push(...at(nodes, node).ids);
    starts.push(hits.length);
  }
  return { classes, width, next, firstHit, starts: Uint16Array.from(starts), hits: Uint16Array.from(hits), services: toServiceBits(services) };
}

function toServiceBits(names: readonly string[]): Uint8Array {
  const bits = new Uint8Array(SERVICE_BYTES);
  for (const name of names) {
    let hash = 0;
    for (let i = name.length - 1; i >= 0; i--) hash = Math.imul(hash, 31) ^ (name.charCodeAt(i) | 0x20);
    const bit = Math.imul(hash, 0x9e3779b1) >>> 17;
    bits[bit >> 3] = (bits[bit >> 3] as number) | (1 << (bit & 7));
  }
  return bits;
}

function at(nodes: readonly Node[], index: number): Node {
  return nodes[index] as Node;
}

function classify(anchors: readonly Anchor[]): Uint8Array {
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

function insert(nodes: Node[], classes: Uint8Array, { word, id }: Anchor): void {
  let node = 0;
  for (let i = 0; i < word.length; i++) {
    const c = classes[word.charCodeAt(i)] as number;
    let target = at(nodes, node).edges.get(c);
    if (target === undefined) {
      target = nodes.push({ edges: new Map(), fail: 0, ids: [] }) - 1;
      at(nodes, node).edges.set(c, target);
    }
    node = target;
  }
  at(nodes, node).ids.push(id);
}

/** Sets the fail links and hands their ids on; returns the nodes in breadth-first order. */
function link(nodes: Node[]): number[] {
  const order = [0];
  for (const node of order) {
    for (const [c, target] of at(nodes, node).edges) {
      order.push(target);
      if (node === 0) continue;
      let fail = at(nodes, node).fail;
      while (fail !== 0 && !at(nodes, fail).edges.has(c)) fail = at(nodes, fail).fail;
      at(nodes, target).fail = at(nodes, fail).edges.get(c) ?? 0;
      at(nodes, target).ids = [...at(nodes, target).ids, ...at(nodes, at(nodes, target).fail).ids];
    }
  }
  return order;
}
