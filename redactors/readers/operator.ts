/** The join between a name and its value. */
export interface Operator {
  /**
   * `assign`: `name = value`, `name: value`; `argument`: the one behind it in a call or a list; `element` and
   * `attribute`: of XML; `space`: nothing but blanks or words; `call`: `name("value")`.
   */
  readonly kind: "assign" | "argument" | "element" | "attribute" | "space" | "call";
  readonly valueStart: number;
  readonly nameEnd: number;
  readonly nameQuoted: boolean;
  /** No blank around it, as in an environment line. */
  readonly tight: boolean;
  /** Only a value in quotes counts: a call's argument, a comparison. */
  readonly needsQuote: boolean;
  /** Prose: "password is …". */
  readonly says: boolean;
  readonly quoteFollows: boolean;
  /** A block of YAML, which may have several lines. */
  readonly block: boolean;
  /** A statement: `=`, `:=`, a comparison. In tables of texts stand colons and arrows. */
  readonly assigns: boolean;
}

/** How a name and its value are joined in one language or format. */
export interface PairSyntax {
  /** Matches at the end of the name's quotes and the blanks behind it; the value begins at the end of the match. */
  readonly is: RegExp;
  readonly kind: Operator["kind"];
  /** Whether the name touches the sign; whether it stands in quotes. Without: either way. */
  readonly tight?: boolean;
  readonly nameQuoted?: boolean;
  /** Must match before the end of the name, and must not. */
  readonly before?: RegExp;
  readonly notBefore?: RegExp;
  /** Finds the start of the value, from the end of the match; -1 if there is none. */
  readonly value?: (text: string, at: number) => number;
  readonly means?: Partial<Operator>;
}
