import { RULES } from "./rules/rules.ts";
import { READERS } from "./readers/readers.ts";
import { unblank } from "../kit/words.ts";

// The build replaces this module with the results of these functions: so a hook loads neither rules nor readers for the
// anchors, and need not make the tree (some 4 ms).

/** Every prefix of a rule and every word that calls a reader, in its own spelling. */
export function listAnchors(): string[] {
  return [...new Set([...RULES, ...READERS].flatMap(([, words]) => words.split(" ")).map(unblank))];
}

/** All anchors in lower case, in order, each on a line of its own. */
export function anchorLines(): string {
  const words = new Set(listAnchors().map((word) => word.toLowerCase()));
  return `\n${[...words].toSorted().join("\n")}\n`;
}

/** Characters of an anchor that the pattern holds: V8 compiles all of them in six times the time. */
const BEGINNING = 4;

/**
 * The source of a pattern that matches the beginning of any anchor in lower case, the longest where several begin at
 * one place: a tree of their characters, so that each character of a text is looked at a few times, however many
 * anchors there are.
 */
export function anchorPattern(): string {
  return branches(growTree(listAnchors().map((word) => word.toLowerCase().slice(0, BEGINNING))));
}

/** Characters that may follow, each with its node; a word ends at a node with `isEnd`. */
interface Node {
  readonly next: Map<string, Node>;
  isEnd: boolean;
}

function growTree(words: readonly string[]): Node {
  const root: Node = { next: new Map(), isEnd: false };
  for (const word of words) {
    let node = root;
    for (const character of word) {
      const child: Node = node.next.get(character) ?? { next: new Map(), isEnd: false };
      node.next.set(character, child);
      node = child;
    }
    node.isEnd = true;
  }
  return root;
}

function branches({ next, isEnd }: Node): string {
  if (next.size === 0) return "";
  const all = [...next].map(([character, child]) => escaped(character) + branches(child));
  const source = all.length === 1 && !isEnd ? all[0]! : `(?:${all.join("|")})`;
  return isEnd ? `${source}?` : source;
}

function escaped(character: string): string {
  return /[\\^$.*+?()[\]{}|/-]/.test(character) ? `\\${character}` : character;
}
