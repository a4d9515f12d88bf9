import { anchorPattern, BEGINNING } from "./anchor-pattern.ts";
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
  // For a short text V8 would compile the pattern twice, which takes longer than to search what no anchor holds.
  const lower = toLowerCase(text).padEnd(1000, "\0");
  const hits: Hit[] = [];
  for (let match = next(lower, 0); match !== null; match = next(lower, match.index + 1)) {
    for (const { word, anchor } of anchorsBehind(match[0])) {
      if (lower.startsWith(word, match.index))
        hits.push({ anchor, start: match.index, end: match.index + word.length });
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

/** An anchor, and its word in lower case. */
interface Candidate {
  readonly word: string;
  readonly anchor: Anchor;
}

let byBeginning: ReadonlyMap<string, readonly Candidate[]> | undefined;
const candidates = new Map<string, readonly Candidate[]>();

/** The anchors that may stand where this beginning of one was met: those that it begins, and those that begin it. */
function anchorsBehind(beginning: string): readonly Candidate[] {
  let all = candidates.get(beginning);
  if (all === undefined) {
    byBeginning ??= groupAnchors();
    all = Array.from(beginning, (_, at) => byBeginning!.get(beginning.slice(0, at + 1)) ?? []).flat();
    candidates.set(beginning, all);
  }
  return all;
}

function groupAnchors(): Map<string, Candidate[]> {
  const groups = new Map<string, Candidate[]>();
  const add = (anchor: Anchor): void => {
    const word = anchor.word.toLowerCase();
    const group = groups.get(word.slice(0, BEGINNING)) ?? [];
    group.push({ word, anchor });
    groups.set(word.slice(0, BEGINNING), group);
  };
  for (const rule of RULES) for (const word of rule[1].split(" ")) add({ word: unblank(word), rule });
  for (const [reader, words] of READERS) for (const word of words.split(" ")) add({ word: unblank(word), reader });
  return groups;
}
