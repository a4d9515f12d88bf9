import { isRandom } from "../../redactors/judge/is-random.ts";
import { CODE_WORDS } from "./code-words.ts";
import type { Random } from "./random.ts";

const PLACES = new Map(CODE_WORDS.map((word, place) => [word, place]));
const BY_LENGTH = Array.from({ length: 16 }, (_, length) =>
  [...PLACES.keys()].filter((word) => word.length === length),
);
/** Words that say what a value is about, which are the same in everybody's code. */
const TELLING = /pass|pwd|secret|token|key|auth|cred|user|name|hash|null|none|true|false|undefined|string|number|bool/;
const VOWELS = "aeiou";
const CONSONANTS = "bcdfghklmnprstvw";

/**
 * Makes the texts of a foreign pair anew: each word becomes another word that is as long and about as frequent, each
 * digit another digit, and random characters others of their kind. A word that occurs twice becomes the same word
 * twice, so that a value still repeats its name. Shapes and signs stay.
 */
export function remaker(random: Random): (text: string) => string {
  const made = new Map<string, string>();
  const another = (word: string): string => {
    const known = made.get(word);
    if (known !== undefined) return known;
    const fresh = PLACES.has(word) ? wordLike(word, random) : spoken(word.length, random);
    made.set(word, fresh);
    return fresh;
  };
  return (text) =>
    text
      .replace(/[^\0-\x7f]/g, "é")
      .split(/([^A-Za-z0-9é]+)/)
      .map((part) => {
        if (/[^A-Za-z0-9é]/.test(part) || part === "") return part;
        if (part.length >= 8 && isRandom(part)) return respelled(part, random);
        return part
          .replace(/\d/g, (one) => sameKind(one, random))
          .replace(/[A-Z]{2,}(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+/g, (word) => {
            const lower = word.toLowerCase();
            if (word.length < 3 || TELLING.test(lower)) return word;
            return inCaseOf(word, another(lower));
          });
      })
      .join("");
}

function wordLike(word: string, random: Random): string {
  const place = PLACES.get(word)!;
  const like = BY_LENGTH[word.length]!.filter((one) => {
    const other = PLACES.get(one)!;
    return other * 2 >= place && other <= place * 2 + 40;
  });
  return random.pick(like);
}

function spoken(length: number, random: Random): string {
  return Array.from({ length }, (_, at) => random.pick([...(at % 2 === 0 ? CONSONANTS : VOWELS)])).join("");
}

function inCaseOf(word: string, fresh: string): string {
  if (word === word.toUpperCase()) return fresh.toUpperCase();
  return /^[A-Z]/.test(word) ? fresh[0]!.toUpperCase() + fresh.slice(1) : fresh;
}

/** Another value of the same kinds of characters, for a value that is random as a whole. */
export function respelled(value: string, random: Random): string {
  return value.replace(/[A-Za-z0-9]/g, (one) => sameKind(one, random));
}

const KINDS = ["0123456789", "abcdef", "ghijklmnopqrstuvwxyz", "ABCDEF", "GHIJKLMNOPQRSTUVWXYZ"];

function sameKind(character: string, random: Random): string {
  return random.pick([...(KINDS.find((kind) => kind.includes(character)) ?? character)]);
}
