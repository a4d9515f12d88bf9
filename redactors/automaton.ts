import { classBits } from "./class-bits.ts";
import { toServiceBits } from "./service-bits.ts";
import { classify, growTree, type Anchor, type Node, type Row } from "./word-tree.ts";

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
 *     state = (cell & 0xffff) === class * 4 ? cell >>> 16 : pairs[class before * PAIRS_A_ROW + class]
 *     if (state >= FIRST_HIT) state = rows[state - FIRST_HIT]
 *
 * The first state is 0, the class before the first character is 0 as well.
 */
export interface Automaton {
  /** Of each byte its class in the upper 8 bits, for the others see class-bits.ts. Class 0 is everything that no word holds. */
  readonly bits: Int32Array;
  /** Steps that more than two characters decide: the state in the upper half, in the lower four times the class, which tells whose step it is. A state is its row's place here, in bytes. */
  readonly cells: Uint32Array;
  /** All other steps, by the last two characters' classes. */
  readonly pairs: Uint16Array;
  /** Where the search goes on after a state that ends a word: those are FIRST_HIT and more, and no places in `cells`. */
  readonly rows: Uint16Array;
  /** `hits[starts[s - FIRST_HIT] .. starts[s - FIRST_HIT + 1])` are the ids of state s. */
  readonly starts: Uint16Array;
  readonly hits: Uint16Array;
  /** Two bits for the hash of each service's name, see scan.wat: who owns a value stands before it, in any of a thousand words. */
  readonly services: Uint8Array;
}

/** As many as there are characters that can be typed, letters counted once. */
export const MOST_CLASSES = 80;
/** So that a shift finds the row. */
export const PAIRS_A_ROW = 128;
export const FIRST_HIT = 0xc000;

/**
 * Builds the automaton. Some 30 ms for 700 words: done once, when the project is built.
 * @throws Error where there are more words, or more different characters in them, than its numbers can tell apart
 */
export function buildAutomaton(anchors: readonly Anchor[], services: readonly string[]): Automaton {
  const classes = classify(anchors);
  const width = Math.max(...classes) + 1;
  const nodes = growTree(anchors, classes);
  const root = nodes[0] as Node;
  const ends = nodes.filter((node) => node.ids.length > 0);
  const places = placeRows(new Set(nodes.map((node) => node.row)));
  const size = Math.max(...places.values()) + width;
  if (width > MOST_CLASSES || size * 4 > FIRST_HIT || FIRST_HIT + ends.length > 0x10000) throw new Error(`The automaton has ${width} classes, ${size} cells and ${ends.length} ends.`);

  const endOf = new Map(ends.map((node, index) => [node, index]));
  const placeOf = ({ row }: Node): number => (places.get(row) as number) * 4;
  const stateOf = (node: Node): number => (endOf.has(node) ? FIRST_HIT + (endOf.get(node) as number) : placeOf(node));
  // A cell that nobody uses says class 0, which leads to the root from everywhere, and the root is state 0.
  const cells = new Uint32Array(size);
  for (const [row, place] of places) for (const [c, target] of row) cells[place + c] = (stateOf(target) << 16) | (c * 4);
  const pairs = Uint16Array.from({ length: MOST_CLASSES * PAIRS_A_ROW }, (_, pair) => {
    const c = pair % PAIRS_A_ROW;
    return stateOf(root.edges.get(Math.floor(pair / PAIRS_A_ROW))?.edges.get(c) ?? root.edges.get(c) ?? root);
  });
  const starts: number[] = [0];
  const hits: number[] = [];
  for (const { ids } of ends) {
    hits.push(...ids);
    starts.push(hits.length);
  }
  const bits = classBits().map((lower, byte) => ((classes[byte] as number) << 24) | lower);
  return { bits, cells, pairs, rows: Uint16Array.from(ends, placeOf), starts: Uint16Array.from(starts), hits: Uint16Array.from(hits), services: toServiceBits(services) };
}

/**
 * A place for each row, so that no two need the same cell, the longest first.
 * No two rows have one place: so the class in a cell tells whose it is.
 */
function placeRows(rows: ReadonlySet<Row>): Map<Row, number> {
  const places = new Map<Row, number>();
  const cells: boolean[] = [];
  const used: boolean[] = [];
  // The root's row is the empty one, at 0.
  const longestFirst = [...rows].sort((a, b) => Number(b.size === 0) - Number(a.size === 0) || b.size - a.size);
  for (const row of longestFirst) {
    const keys = [...row.keys()];
    let place = 0;
    while (used[place] === true || keys.some((c) => cells[place + c])) place += 1;
    places.set(row, place);
    used[place] = true;
    for (const c of keys) cells[place + c] = true;
  }
  return places;
}
