/** The place of a value: what stands around the value in its text. */
export interface Place {
  /** The value stands in quotes, or is a whole JSON string. */
  readonly quoted: boolean;
  /** The value stands where formats have data: an environment line, a query, a header, an XML element, a flag. */
  readonly data: boolean;
  /** The name is written in capitals, as environment variables are. */
  readonly constant: boolean;
  /**
   * Whether a name like user or host stands beside the value. It is a function, since it searches the text around the
   * value.
   */
  readonly bundled: () => boolean;
  /**
   * Whether a service's name stands before the value. It is a function, since it searches the text around the value.
   */
  readonly owned?: () => boolean;
  /** The name says whose password it is, as names of settings do: `PGPASSWORD`, `spring.datasource.password`. */
  readonly setting?: boolean;
  /**
   * A statement assigns the value to the name, or compares the two. If the value is several words, a colon is no
   * assignment, since tables of texts have colons. A value without quotes is alone on its line.
   */
  readonly assigned?: boolean;
  /** The value stands behind `=` or `:`, as values in code do, and also values in texts about code. */
  readonly behindSign?: boolean;
  readonly query?: boolean;
  /** The value is a field of a record that a program printed or reads, such as a row of a database, and never code. */
  readonly record?: boolean;
  /**
   * The value has no quotes, is alone behind its name, and has signs that code does not have: see `isScrambledWord`.
   */
  readonly scrambled?: boolean | undefined;
  /**
   * The name and the value are both in quotes, as labels and their texts are; `phrase` if the name is the last of
   * several words in its quotes.
   */
  readonly label?: "word" | "phrase" | undefined;
}
