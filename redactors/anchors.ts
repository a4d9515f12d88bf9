import { anchorPattern } from "./anchor-pattern.ts";
import { RULES } from "./rules/rules.ts";
import { READERS } from "./readers/readers.ts";
import type { Rule } from "./rules/rule.ts";
import type { Reader } from "./scan.ts";
import { unblank } from "./word-list.ts";

/** A word that something begins with: the prefix of a token, or one that calls a reader. */
type Anchor = { readonly word: string; readonly rule: Rule } | { readonly word: string; readonly reader: () => Reader };

/** An anchor in a text. */
export interface Hit {
  readonly anchor: Anchor;
  readonly start: number;
  readonly end: number;
}

/**
 * Every place of a text where an anchor stands in either case, in the order in which they end; of those that end
 * together the longest first. Anchors may overlap.
 */
export function findAnchors(text: string): Hit[] {
  // For a short text V8 would compile the pattern twice, which takes 4 ms longer than to search what no anchor holds.
  const lower = toLowerCase(text).padEnd(1000, "\0");
  const hits: Hit[] = [];
  for (let match = next(lower, 0); match !== null; match = next(lower, match.index + 1)) {
    for (const anchor of beginningsOf(match[0])) {
      hits.push({ anchor, start: match.index, end: match.index + anchor.word.length });
    }
  }
  return hits.sort((first, second) => first.end - second.end || first.start - second.start);
}

let pattern: RegExp | undefined;

function next(lower: string, from: number): RegExpExecArray | null {
  pattern ??= new RegExp(anchorPattern(), "g");
  pattern.lastIndex = from;
  return pattern.exec(lower);
}

/** In lower case, each character at its place: `İ` alone would become two. */
function toLowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replaceAll("İ", "i").toLowerCase();
}

let anchors: ReadonlyMap<string, readonly Anchor[]> | undefined;
const beginnings = new Map<string, readonly Anchor[]>();

/** The anchors that a word in lower case is or begins with. */
function beginningsOf(word: string): readonly Anchor[] {
  let all = beginnings.get(word);
  if (all === undefined) {
    anchors ??= anchorsByWord();
    all = Array.from(word, (_, at) => anchors!.get(word.slice(0, at + 1)) ?? []).flat();
    beginnings.set(word, all);
  }
  return all;
}

function anchorsByWord(): Map<string, Anchor[]> {
  const byWord = new Map<string, Anchor[]>();
  const add = (anchor: Anchor): void => {
    const word = anchor.word.toLowerCase();
    const same = byWord.get(word);
    if (same === undefined) byWord.set(word, [anchor]);
    else same.push(anchor);
  };
  for (const rule of RULES) for (const word of rule[1].split(" ")) add({ word: unblank(word), rule });
  for (const [reader, words] of READERS) for (const word of words.split(" ")) add({ word: unblank(word), reader });
  return byWord;
}
