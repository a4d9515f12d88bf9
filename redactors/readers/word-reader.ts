import type { Confidence } from "../finding.ts";
import { isPlaceholder } from "../judge/placeholder.ts";
import { addFinding, type Reader } from "../scan.ts";
import { unblank } from "../../kit/words.ts";

/** Words beside which a secret stands in one way only. */
export type Row = readonly [
  /** The words in lower case, with blanks between them (`␣` is a blank in a word). */
  words: string,
  as: readonly [kind: string, rule: string, confidence: Confidence],
  /**
   * A pattern that matches at the end of a word; it looks back at the text before. Its group `value` is the secret,
   * which begins with the group `head` if there is one.
   */
  secret: RegExp,
  /** Whether a value counts. Without it: every value that does not merely name itself. */
  accepts?: (value: string, text: string, start: number) => boolean,
];

/** A reader that finds secrets beside the words of these rows: each word stands in one row. */
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
    if (accepts(text.slice(...value), text, from)) addFinding(scan, kind, from, value[1], confidence, rule);
  };
}

/** The words that call the reader of these rows. */
export function wordsOfRows(rows: readonly Row[]): string {
  return rows.map(([words]) => words).join(" ");
}

/** A value that does not merely name itself. */
export function isSet(value: string): boolean {
  return !isPlaceholder(value) && !/^(?:pass(?:word)?|pw|pwd|secret)$/i.test(value);
}
