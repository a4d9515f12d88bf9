/** A text to look for: as it is, behind a boundary of words, before one, or as a name that no `:` follows. */
export type GateText = readonly [text: string, before: boolean, behind: "" | "word" | "name"];

/** The words and patterns of a gate, as the build writes them. */
export interface GateTable {
  /** Whole words, with blanks between them. */
  readonly words: string;
  readonly texts: readonly GateText[];
  /** Patterns, each behind the texts of which one stands in everything that it matches. */
  readonly patterns: readonly (readonly [needed: readonly string[], source: string])[];
}

/**
 * Whether one of many words stands in a text, in letters of any case. A pattern is compiled only where a text of its own
 * stands: V8 takes 5 ms to compile all words of a gate as one pattern, and this look takes 0.1 ms.
 */
export class Gate {
  readonly #table: GateTable;
  #words: ReadonlySet<string> | undefined;
  readonly #patterns = new Map<string, RegExp>();

  constructor(table: GateTable) {
    this.#table = table;
  }

  test(text: string): boolean {
    // The small form of a foreign letter may be an ASCII letter, which a pattern would not take for the same.
    const low = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
    const { words, texts, patterns } = this.#table;
    const known = (this.#words ??= new Set(words.split(" ")));
    return (
      (low.match(/\w+/g) ?? []).some((word) => known.has(word)) ||
      texts.some((one) => stands(low, one)) ||
      patterns.some(
        ([needed, source]) =>
          (needed.length === 0 || needed.some((one) => low.includes(one))) && this.#compiled(source).test(low),
      )
    );
  }

  #compiled(source: string): RegExp {
    const known = this.#patterns.get(source) ?? new RegExp(source, "i");
    this.#patterns.set(source, known);
    return known;
  }
}

const BEHIND = { "": () => true, word: isEnd, name: (low: string, at: number) => isEnd(low, at) && low[at] !== ":" };

function stands(low: string, [text, before, behind]: GateText): boolean {
  for (let at = low.indexOf(text); at >= 0; at = low.indexOf(text, at + 1))
    if ((!before || isEnd(low, at)) && BEHIND[behind](low, at + text.length)) return true;
  return false;
}

/** Whether a word begins or ends at a place. */
function isEnd(low: string, at: number): boolean {
  return isOfWord(low, at - 1) !== isOfWord(low, at);
}

function isOfWord(low: string, at: number): boolean {
  return /^\w$/.test(low.charAt(at));
}
