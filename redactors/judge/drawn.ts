import type { NamedValue } from "./named-value.ts";
import { MOST_SPELLED, spell } from "./opinion/spell.ts";
import { UUID } from "./value-traits.ts";

/** The alphabets of keys as programs issue these, each with the least bits that a character takes to be spelled. */
const ALPHABETS = [
  { form: /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w+/-]{16,}={0,2}$/, least: 4.4 },
  { form: /^[A-Za-z0-9+/]{22}==$/, least: 4.4 },
  { form: /^(?=.*[a-z])(?=.*[A-Z])[A-Za-z]{20,}$/, least: 5 },
];

/**
 * Whether a value under a whole name of a key was drawn from an alphabet: names in code take 2 to 3 bits a character. Each draw counts as one: none looks by chance
 * like a name, code or words, and leaks. A token that is a UUID is more often the id of a record.
 */
export function isDrawn({ promised, head }: NamedValue): boolean {
  if (!promised.exact || promised.strength === "hint") return false;
  if (UUID.test(head)) return promised.kind !== "token";
  const alphabet = ALPHABETS.find(({ form }) => form.test(head));
  return alphabet !== undefined && spell(head).bits >= alphabet.least * Math.min(MOST_SPELLED, head.length);
}
