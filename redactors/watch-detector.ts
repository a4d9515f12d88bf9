import type { NamedValue, ValueVerdict } from "./judge/named-value.ts";

/** Told of what a search does, for `explain`. It must not start another search. */
export interface DetectorWatch {
  /**
   * A value was judged: the name of the rule that decided, the verdict, and the way in which the text joins name and
   * value.
   */
  judged(named: NamedValue, rule: string, verdict: ValueVerdict, way: string): void;
  /** A text holds a word, a prefix or an address that announces a secret. */
  announced(): void;
  /** A secret of so many characters was found beside a word of a row. */
  foundBeside(words: string, rule: string, length: number): void;
}

let watch: DetectorWatch | undefined;

/** Tells `seen` of all searches from now on; `undefined` ends that. */
export function watchDetector(seen: DetectorWatch | undefined): void {
  watch = seen;
}

/** The present watch; `undefined` if nobody asks, as in every hook. */
export function watching(): DetectorWatch | undefined {
  return watch;
}
