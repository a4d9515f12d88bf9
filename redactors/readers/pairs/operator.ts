/** The join between a name and its value. */
export interface Operator {
  /**
   * What stands between the name and the value:
   * - `assign`: a sign that gives the name its value: `name = value`, `name: value`
   * - `item`: a comma; the value is the next argument of a call or item of a list
   * - `enclosed`: the start of marks around the value: an element, a default in braces, a block or line of its own
   * - `two-fields`: the name is the value of one field, and the value that of a second field or attribute
   * - `words`: nothing but blanks, words or a dash
   * - `call`: a bracket: `name("value")`
   */
  readonly kind: "assign" | "item" | "enclosed" | "two-fields" | "words" | "call";
  /** The name of the syntax's row, by which `explain` calls the operator. */
  readonly row: string;
  readonly valueStart: number;
  readonly nameEnd: number;
  readonly nameQuoted: boolean;
  /** No blank stands around the operator, as in an environment line. */
  readonly tight: boolean;
  /** The value must be in quotes, as in a call's arguments and in a comparison. */
  readonly needsQuote: boolean;
  /** The syntax itself shows that a value follows, as in "password is …". Without that, `BLANK_JOINS` decides. */
  readonly announces: boolean;
  readonly quoteFollows: boolean;
  /** The value is a block of YAML, which may have several lines. */
  readonly block: boolean;
  /** Whether the operator assigns or compares, as `=` and `:=` do. Tables of texts have colons and arrows instead. */
  readonly isStatement: boolean;
}
