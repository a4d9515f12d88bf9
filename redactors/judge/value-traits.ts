/** The context of a value in its text. */
export interface ValueContext {
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
  readonly assigns?: boolean;
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

/** Counts of a value's characters by kind. */
export interface Traits {
  /** Letters; every character beyond ASCII counts as one. */
  readonly letters: number;
  readonly digits: number;
  readonly hex: number;
  /** The signs `- _ . / :`, which join the parts of names and paths. */
  readonly dashes: number;
  readonly special: number;
}

export function traitsOf(value: string): Traits {
  const count = (pattern: RegExp): number => value.match(pattern)?.length ?? 0;
  const letters = count(/[A-Za-z\x80-\uffff]/g);
  const digits = count(/[0-9]/g);
  const dashes = count(/[-_./:]/g);
  return { letters, digits, hex: count(/[0-9a-fA-F]/g), dashes, special: value.length - letters - digits - dashes };
}

const KINDS: readonly RegExp[] = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/];

/** How often the kind of character (small letter, capital, digit, other) changes from one to the next. */
export function turnsIn(value: string): number {
  const kinds = Array.from(value, (character) => KINDS.findIndex((kind) => kind.test(character)));
  return kinds.filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length;
}

/** Matches a UUID, which may be a secret or the id of a record. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
