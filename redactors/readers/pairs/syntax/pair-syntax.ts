import type { SampledRow } from "../condition.ts";
import type { Operator } from "../operator.ts";

/** How one language or format joins a name and its value. */
export interface PairSyntax extends SampledRow {
  /**
   * Matches the operator, from its sign on. Before the sign stand the name, its quotes and blanks; the value begins at
   * the end of the match.
   */
  readonly is: RegExp;
  readonly kind: Operator["kind"];
  /**
   * Whether the name must touch the sign (`tight`) and be in quotes (`nameQuoted`). If a property is absent, both are
   * allowed.
   */
  readonly tight?: boolean;
  readonly nameQuoted?: boolean;
  /** A pattern that must match the text up to the end of the name. `notBefore` must not match this text. */
  readonly before?: RegExp;
  readonly notBefore?: RegExp;
  /** Finds the start of the value, from the end of the match; -1 if there is none. */
  readonly value?: (text: string, at: number) => number;
  readonly means?: Partial<Operator>;
}

/** What an operator means: it assigns; it compares a text in quotes; its value is in quotes; it is a word of prose. */
export const STATEMENT = { isStatement: true } as const;
export const COMPARED = { isStatement: true, needsQuote: true } as const;
export const IN_QUOTES = { needsQuote: true } as const;
export const ANNOUNCES = { announces: true } as const;

export function sticky(pattern: string): RegExp {
  return new RegExp(pattern, "y");
}
