import type { Confidence } from "../finding.ts";
import { isPlaceholder } from "../judge/placeholder.ts";
import { note, type Reader } from "../scan.ts";
import { unblank } from "../words.ts";

/** Words beside which a secret stands in one way only. */
export type Row = readonly [
  /** In lower case, blanks between them (`␣` is a blank in a word). */
  words: string,
  as: readonly [kind: string, rule: string, confidence: Confidence],
  /**
   * Matches where a word ends; what stands before is looked back at. Its group `value` is the secret, which begins with
   * the group `head` if there is one.
   */
  secret: RegExp,
  /** What may be one. Without it: what does not only say what it is. */
  accepts?: (value: string, text: string, start: number) => boolean,
];

/** Reads what stands beside a word of these rows: each word stands in one row. */
export function wordReader(rows: readonly Row[]): Reader {
  let byWord: ReadonlyMap<string, Row> | undefined;
  return (scan, start, end) => {
    byWord ??= new Map(rows.flatMap((row) => row[0].split(" ").map((word) => [unblank(word), row])));
    const { text } = scan;
    const [, [kind, rule, confidence], secret, accepts = isSet] = byWord.get(text.slice(start, end).toLowerCase())!;
    secret.lastIndex = end;
    const { value, head } = secret.exec(text)?.indices?.groups ?? {};
    if (value === undefined) return;
    const from = head?.[0] ?? value[0];
    if (accepts(text.slice(...value), text, from)) note(scan, kind, from, value[1], confidence, rule);
  };
}

/** The words that call the reader of these rows. */
export function wordsOf(rows: readonly Row[]): string {
  return rows.map(([words]) => words).join(" ");
}

/** A value that does not only say what it is. */
export function isSet(value: string): boolean {
  return !isPlaceholder(value) && !/^(?:pass(?:word)?|pw|pwd|secret)$/i.test(value);
}
