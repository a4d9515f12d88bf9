/** A word to find and the number that is reported for it. */
export interface Anchor {
  readonly word: string;
  readonly id: number;
}

/**
 * An Aho-Corasick automaton: one step a character, no way back.
 *
 * Letters are folded to one case, which keeps the table small;
 * whoever takes a hit compares the text itself.
 *
 * Where a step leads is nearly always told by the last two characters alone. So there is a table of pairs, and only steps
 * to a state that stands for three characters or more are stored for each state, all rows pushed into one another:
 *
 *     cell = cells[state / 4 + class]
 *     state = cell & 0xffff === class ? cell >>> 16 : pairs[class before * width + class]
 *     if (state >= firstHit) state = rows[state - firstHit]
 *
 * The first state is 0, the class before the first character is 0 as well.
 */
export interface Automaton {
  /** Class of each byte; class 0 is everything that no word holds. */
  readonly classes: Uint8Array;
  /** Number of classes. */
  readonly width: number;
  /** Steps that more than two characters decide: the state in the upper half, in the lower the class that tells whose step it is. A state is its row's place here, in bytes. */
  readonly cells: Uint32Array;
  /** All other steps, by the last two characters' classes. */
  readonly pairs: Uint16Array;
  /** States from this one on end a word, and are no places in `cells`. */
  readonly firstHit: number;
  /** Where the search goes on after such a state. */
  readonly rows: Uint16Array;
  /** `hits[starts[s - firstHit] .. starts[s - firstHit + 1])` are the ids of state s. */
  readonly starts: Uint16Array;
  readonly hits: Uint16Array;
  /** A bit for the hash of each service's name, see scan.wat: who owns a value stands before it, in any of a thousand words. */
  readonly services: Uint8Array;
}

export const SERVICE_BYTES = 4096;

/** Characters that `pairs` sees. */
const NEAR = 2;

interface Node {
  readonly depth: number;
  readonly edges: Map<number, Node>;
  fail: Node | undefined;
  ids: number[];
  /** Steps from here to nodes deeper than NEAR, by class; nodes without a difference share one. */
  row: Row;
}

type Row = ReadonlyMap<number, Node>;

/**
 * Builds the automaton. Some 20 ms for 600 words: done once, when the project is built.
 * @throws Error where there are more words than 16 bits can tell apart
 */
export function buildAutomaton(anchors: readonly Anchor[], services: readonly string[]): Automaton {
  const classes = classify(anchors);
  const width = Math.max(...classes) + 1;
  const root = newNode(0);
  for (const anchor of anchors) insert(root, classes, anchor);
  const nodes = link(root);
  const ends = nodes.filter((node) => node.ids.length > 0);
  const places = placeRows(new Set(nodes.map((node) => node.row)));
  const size = Math.max(...places.values()) + width;
  const firstHit = size * 4;
  if (firstHit + ends.length > 0xffff) throw new Error(`The automaton has ${size} cells and ${ends.length} ends.`);

  const endOf = new Map(ends.map((node, index) => [node, index]));
  const placeOf = ({ row }: Node): number => (places.get(row) as number) * 4;
  const stateOf = (node: Node): number => (endOf.has(node) ? firstHit + (endOf.get(node) as number) : placeOf(node));
  // A cell that nobody uses says class 0, which leads to the root from everywhere, and the root is state 0.
  const cells = new Uint32Array(size);
  for (const [row, place] of places) for (const [c, target] of row) cells[place + c] = ((stateOf(target) << 16) | c) >>> 0;
  const pairs = Uint16Array.from({ length: width * width }, (_, pair) => {
    const c = pair % width;
    return stateOf(root.edges.get(Math.floor(pair / width))?.edges.get(c) ?? root.edges.get(c) ?? root);
  });
  const starts: number[] = [0];
  const hits: number[] = [];
  for (const { ids } of ends) {
    hits.push(...ids);
    starts.push(hits.length);
  }
  return { classes, width, cells, pairs, firstHit, rows: Uint16Array.from(ends, placeOf), starts: Uint16Array.from(starts), hits: Uint16Array.from(hits), services: toServiceBits(services) };
}

/**
 * A place for each row, so that no two need the same cell, the longest first.
 * No two rows have one place: so the class in a cell tells whose it is.
 */
function placeRows(rows: ReadonlySet<Row>): Map<Row, number> {
  const places = new Map<Row, number>();
  const taken = new Set<number>();
  const used = new Set<number>();
  // The root's row is the empty one, at 0.
  const longestFirst = [...rows].sort((a, b) => Number(b.size === 0) - Number(a.size === 0) || b.size - a.size);
  for (const row of longestFirst) {
    let place = 0;
    while (used.has(place) || [...row.keys()].some((c) => taken.has(place + c))) place += 1;
    places.set(row, place);
    used.add(place);
    for (const c of row.keys()) taken.add(place + c);
  }
  return places;
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
