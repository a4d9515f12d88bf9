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
