import type { Confidence } from "../finding.ts";
import { isPlaceholder, namesItself } from "../judge/placeholder.ts";
import { addFinding, type Reader } from "../scan.ts";
import type { SampledRow } from "./pairs/condition.ts";
import { unblank } from "../../kit/words.ts";
import { watching } from "../watch-detector.ts";

/** Words, the one form in which a secret stands beside them, and samples of it (see `SampledRow`). */
export interface Row extends Omit<SampledRow, "name"> {
  /** The words in lower case, with blanks between them (`␣` is a blank in a word). */
  readonly words: string;
  readonly as: readonly [kind: string, rule: string, confidence: Confidence];
  /**
   * A pattern that is matched at the end of a word and can look back at the text before it. The secret is its group
   * `value`; with a group `head`, the secret begins at the start of `head`.
   */
  readonly secret: RegExp;
  /** Whether a value is a secret. Default: `isSet`. */
  readonly accepts?: (value: string, text: string, start: number) => boolean;
}

/** A password beside the words of a row. */
export const PAIRED = ["password", "paired-password", "medium"] as const;

/** Makes a reader that finds secrets beside the words of the rows. Each word is in one row only. */
export function wordReader(rows: readonly Row[]): Reader {
  let byWord: ReadonlyMap<string, Row> | undefined;
  return (scan, start, end) => {
    byWord ??= new Map(rows.flatMap((row) => row.words.split(" ").map((word) => [unblank(word), row])));
    const { text } = scan;
    const { words, as, secret, accepts = isSet } = byWord.get(text.slice(start, end).toLowerCase())!;
    secret.lastIndex = end;
    const { value, head } = secret.exec(text)?.indices?.groups ?? {};
    if (value === undefined) return;
    const from = head?.[0] ?? value[0];
    if (!accepts(text.slice(...value), text, from)) return;
    addFinding(scan, as[0], from, value[1], as[2], as[1]);
    watching()?.foundBeside(words, as[1], value[1] - from);
  };
}

/** The anchors of a reader for these rows. */
export function wordsOfRows(rows: readonly Row[]): string {
  return rows.map(({ words }) => words).join(" ");
}

/** Whether a value is a real one: neither a placeholder nor a word that means "password". */
export function isSet(value: string): boolean {
  return !isPlaceholder(value) && !namesItself(value);
}
