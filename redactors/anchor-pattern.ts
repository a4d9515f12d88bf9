import { RULES } from "./rules/rules.ts";
import { READERS } from "./readers/readers.ts";
import { unblank } from "../kit/words.ts";

// The build replaces this module by the results of its functions. So a hook loads neither rules nor readers to list the
// anchors, and does not build the tree, which takes some 4 ms.

/** Every prefix of a rule and every word at which a reader runs, spelled as in their tables. */
export function listAnchors(): string[] {
  return [...new Set([...RULES, ...READERS].flatMap(([, words]) => words.split(" ")).map(unblank))];
}

/** All anchors in lower case, sorted, one on each line. */
export function anchorLines(): string {
  const words = new Set(listAnchors().map((word) => word.toLowerCase()));
  return `\n${[...words].toSorted().join("\n")}\n`;
}

/** How many characters of each anchor go into the pattern. V8 needs six times as long to compile whole anchors. */
const BEGINNING = 4;

/**
 * The source of a pattern that matches the first `BEGINNING` characters of any anchor in lower case, or the whole of a
 * shorter anchor. The pattern is a tree, so that each character of a text is compared a few times, however many anchors
 * there are.
 */
export function anchorPattern(): string {
  return branches(growTree(listAnchors().map((word) => word.toLowerCase().slice(0, BEGINNING))));
}

/** A node of the tree: the characters that may follow, and whether the beginning of an anchor ends at this node. */
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
