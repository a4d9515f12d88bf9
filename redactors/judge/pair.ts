import type { Promised } from "./promised.ts";
import type { Place } from "./place.ts";

/** A name and its value, read from text, a field of JSON, or the cells of a table: all that a judge asks about. */
export interface Pair {
  readonly name: string;
  readonly value: string;
  /** `[start, end)` of the value in its text. A value of several lines has a span for each line. */
  readonly spans: readonly (readonly [start: number, end: number])[];
  /** The judgement of the name. If it is absent, `promiseOf` judges the name. */
  readonly promised?: Promised | undefined;
  readonly place: Place;
  readonly syntax: Syntax;
  /** The row of a table by which the text joins name and value, for `explain`. */
  readonly row?: string;
}

/**
 * How a text joins the name and the value: by their places (`keyed`), below a heading (`column`), in two cells of a row
 * (`row`). The rule of a finding is this word with the kind of the secret (`keyed-password`), or one of the others
 * alone.
 */
type Syntax = "keyed" | "column" | "row" | "sql-insert" | "sql-copy" | "respelled-pair";

/** A pair whose value stands in one piece at `start`. */
export function pairAt(start: number, pair: Omit<Pair, "spans">): Pair {
  return { ...pair, spans: [[start, start + pair.value.length]] };
}

/** The context of a value in a table's cell or on a line of its own, where nothing but data stands. */
export function inCell(quoted: boolean, bundled: () => boolean): Place {
  return { quoted, data: true, constant: false, bundled };
}

/** Names of environment variables that hold a password. */
export const PASSWORD_VARIABLE = /^(?:[A-Z][A-Z0-9_]*)?(?:PASSWORD|PASSWD|PASSPHRASE|PWD|PASS)$/;
