/**
 * A row of a table with its samples. In these `{a}`, `{p}`, `{t}` and other letters stand for made-up secrets; see
 * `test/unit/redactors/kinds/samples.ts`.
 */
export interface SampledRow {
  /** A few words by which a test or a person refers to the row. */
  readonly name: string;
  /** A text whose secret is found. If the row is switched off, this text or the one in `leaves` is judged otherwise. */
  readonly finds: string;
  /** A text that is left alone. */
  readonly leaves: string;
}

/**
 * A row of a table that holds if any of its rows holds, so that the order of the rows does not matter: a test shuffles
 * them.
 */
export interface Condition<Asked> extends SampledRow {
  readonly holds: (asked: Asked) => boolean;
}

/** Whether any row of a table holds. */
export function anyHolds<Asked>(rows: readonly Condition<Asked>[], asked: Asked): boolean {
  return rows.some((row) => row.holds(asked));
}
