/** How the value stands in the text. */
export interface ValueContext {
  /** The value stands in quotes, or is a whole JSON string. */
  readonly quoted: boolean;
  /** The value stands in the place of data: an environment line, a query, a header, an XML element, a flag. */
  readonly data: boolean;
  /** The name is written in capitals, as environment variables are. */
  readonly constant: boolean;
  /** A name like user or host stands beside the value. Asked late, since it costs a look around. */
  readonly bundled: () => boolean;
  /** A service is named before the value. Asked late too. */
  readonly owned?: () => boolean;
  /** The name names the owner of the password, as in settings: `PGPASSWORD`, `spring.datasource.password`. */
  readonly setting?: boolean;
  /**
   * The value is given to the name or compared with it, and several words by a statement alone: a table of texts has
   * colons. Without quotes: nothing else stands with it.
   */
  readonly assigned?: boolean;
  /** The value stands behind `=` or `:`, where code and texts about it stand as well. */
  readonly assigns?: boolean;
  readonly query?: boolean;
  /** The value stands without quotes alone behind its name, and with signs that no code has: see `isScrambledWord`. */
  readonly scrambled?: boolean | undefined;
  /** The name stands in quotes before a text in quotes, as labels do; `phrase`: it is the last of several words. */
  readonly label?: "word" | "phrase" | undefined;
}

/** Counts of a value's characters by kind. */
export interface Traits {
  /** Letters; every character beyond ASCII counts as one. */
  readonly letters: number;
  readonly digits: number;
  readonly hex: number;
  /** - _ . / : which join names and paths. */
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

/** How often the kind of the characters changes. */
export function turnsIn(value: string): number {
  const kinds = Array.from(value, (character) => KINDS.findIndex((kind) => kind.test(character)));
  return kinds.filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length;
}

/** A UUID: a record's key may look so as well as a secret's. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
