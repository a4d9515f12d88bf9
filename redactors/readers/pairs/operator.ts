/** The join between a name and its value. */
export interface Operator {
  /**
   * `assign`: `name = value`, `name: value`; `argument`: the value is the next argument of a call or element of a list;
   * `element` and `attribute`: of XML; `space`: nothing but blanks or words; `call`: `name("value")`.
   */
  readonly kind: "assign" | "argument" | "element" | "attribute" | "space" | "call";
  /** The name of the syntax's row, by which `explain` calls the operator. */
  readonly row: string;
  readonly valueStart: number;
  readonly nameEnd: number;
  readonly nameQuoted: boolean;
  /** No blank stands around the operator, as in an environment line. */
  readonly tight: boolean;
  /** The value must be in quotes, as in a call's arguments and in a comparison. */
  readonly needsQuote: boolean;
  /** The operator is a word of prose: "password is …". */
  readonly says: boolean;
  readonly quoteFollows: boolean;
  /** The value is a block of YAML, which may have several lines. */
  readonly block: boolean;
  /** Whether the operator assigns or compares, as `=` and `:=` do. Tables of texts have colons and arrows instead. */
  readonly assigns: boolean;
}
