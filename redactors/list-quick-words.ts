import { RULES } from "./catalogue/rules.ts";
import { READERS } from "./readers/readers.ts";
import type { Rule } from "./rule.ts";
import { parseShape } from "./shape.ts";
import { unblank } from "./unblank.ts";

/** Characters of a run, and the fewest that are looked at, see quick-look.ts. */
const OF_RUN = /^[\w.+/=~-]+$/;
const LEAST = 14;

interface Head {
  readonly word: string;
  readonly kind: "telling" | "free" | "edged";
}

/** Words that have a part in common. */
interface Telling {
  readonly part: string;
  readonly words: readonly string[];
}

/**
 * The words that call readers, and the prefixes of tokens that are not one run with what follows: in lower case, by a part
 * that they share. A search for each would take a hook as long as all else it does.
 */
export function listTelling(): Telling[] {
  // Of addresses only those with a user are read, which is asked apart.
  const words = READERS.flatMap(([, anchors]) => anchors.split(" ")).map(unblank).filter((word) => word !== "://");
  let rest = shortest([...words, ...listHeads("telling").map((head) => head.toLowerCase())]);
  const rows: Telling[] = [];
  for (let part = bestPart(rest); part !== undefined; part = bestPart(rest)) {
    const shared = part;
    rows.push({ part: rareEnd(shared), words: rest.filter((word) => word.includes(shared)) });
    rest = rest.filter((word) => !word.includes(shared));
  }
  return [...rows, ...rest.map((word) => ({ part: rareEnd(word), words: [word] }))];
}

/** The part that most words share; `undefined` where no two share one. One or two letters stand in every text. */
function bestPart(words: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const word of words) for (const part of partsOf(word)) counts.set(part, (counts.get(part) ?? 0) + 1);
  const [part, count = 0] = [...counts].sort(([one, first], [other, second]) => second - first || other.length - one.length)[0] ?? [];
  return count > 1 ? part : undefined;
}

/** From the rarest letters to those that every text is full of. What is neither is rare. */
const LETTERS = "qzjxkvybgwpfmuhdclsnroiate ";

/** The end of a part that begins with its rarest letter: the engine looks for the first letter and compares the rest wherever that stands. */
function rareEnd(part: string): string {
  const starts = Array.from({ length: Math.max(1, part.length - 2) }, (_, at) => at);
  const start = starts.reduce((best, at) => (LETTERS.indexOf(part[at] as string) < LETTERS.indexOf(part[best] as string) ? at : best), 0);
  return part.slice(start, start + MOST_COMPARED);
}

/** For more it makes a table first. */
const MOST_COMPARED = 6;

function partsOf(word: string): Set<string> {
  const all = Array.from(word, (_, from) => Array.from({ length: Math.min(5, word.length - from) }, (_, more) => word.slice(from, from + more + 1))).flat();
  return new Set(all.filter((part) => part.length > 2 || !/[a-z0-9 ]/.test(part)));
}

/** The prefixes of tokens, by where and how they are looked for. */
export function listHeads(kind: Head["kind"]): string[] {
  const words = RULES.flatMap(toHeads).flatMap((head) => (head.kind === kind ? [head.word] : []));
  return kind === "edged" ? shortest(words, (word, other) => word.startsWith(other)) : shortest(words);
}

function toHeads([, prefixes, shape, edge]: Rule): Head[] {
  return prefixes.split(" ").map(unblank).map((word) => {
    const isRun = OF_RUN.test(word) && word.length + leastRun(shape) >= LEAST;
    return { word, kind: !isRun ? "telling" : edge === undefined || edge === "after" ? "free" : "edged" };
  });
}

/** How many characters of a run follow the prefix, at least. */
function leastRun(shape: Rule[2]): number {
  const parts = parseShape(shape);
  const stop = parts.findIndex(({ literal }) => literal !== "" && !OF_RUN.test(literal));
  return (stop === -1 ? parts : parts.slice(0, stop)).reduce((sum, { literal, min }) => sum + literal.length + min, 0);
}

/** Without those in which another is found. */
function shortest(words: readonly string[], holds = (word: string, other: string) => word.includes(other)): string[] {
  const all = [...new Set(words)];
  return all.filter((word) => !all.some((other) => other !== word && holds(word, other)));
}
