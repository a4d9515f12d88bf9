import { CODE_WORDS } from "./code-words.ts";
import { FOREIGN, inTranslation, percentOfRecords, madeValue } from "./made-up-secrets.ts";
import type { PairRow } from "./pair-row.ts";
import type { Random } from "./random.ts";

const WORDS = CODE_WORDS.filter((word) => word.length > 3);

/** A word of code, or the beginning of one, as code shortens words. */
function wordOf(random: Random): string {
  const word = random.pick(WORDS);
  return random.happens(25) ? word.slice(0, random.between(3, 5)) : word;
}

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}

/** Words of code, joined in one of the ways in which code joins words. */
function joined(random: Random, least: number, most: number): string {
  const words = Array.from({ length: random.between(least, most) }, () => wordOf(random));
  return random.pick([
    () => words.join(random.pick([..."-_./"])),
    () => words.map((word, at) => (at > 0 ? capital(word) : word)).join(""),
    () => words.map(capital).join(""),
    () => words.join("_").toUpperCase(),
  ])();
}

/** A number that people put behind a name: of a version, of one of several. */
function number(random: Random): string {
  return random.pick(["", "", "2", "3", "1", "-v2", "_v3", ".2", `-${random.between(1, 30)}`]);
}

/** Values that settings and code hold under any name: names, versions, sizes, times, places, calls, patterns. */
const HARMLESS: readonly ((random: Random) => string)[] = [
  (r) => joined(r, 1, 3) + number(r),
  (r) => joined(r, 2, 4),
  (r) => r.pick(WORDS),
  (r) => r.pick(WORDS),
  (r) => `${r.between(1, 99)}${r.pick(["e3", "e-6", "e9", ".5", "_000", ".25e3"])}`,
  (r) => `${r.between(0, 30)}.${r.between(0, 40)}.${r.between(0, 30)}${r.pick(["", "", "-rc1", "+build5"])}`,
  (r) => `${r.between(1, 500)}${r.pick(["ms", "s", "m", "h", "d", "MB", "k", "%", "px", "tok", "/s"])}`,
  (r) => `${r.between(2001, 2040)}-0${r.between(1, 9)}-${r.between(10, 28)}`,
  (r) => `/${joined(r, 1, 2)}/${r.pick(WORDS)}${number(r)}${r.pick(["", ".txt", ".key", ".pem", "/"])}`,
  (r) => `https://${r.pick(WORDS)}.example.com/${joined(r, 1, 2)}`,
  (r) => `#${r.text("0123456789abcdef", 6)}`,
  (r) => `#${r.text("0123456789ABCDEF", 6)}`,
  (r) => `${joined(r, 1, 2)}(${r.pick(WORDS)}${number(r)})`,
  (r) => `${r.pick(WORDS)}.${joined(r, 1, 2)}${r.pick(["", "()", "[0]", ";"])}`,
  (r) => `${r.pick(WORDS)}["${r.pick(WORDS)}"]`,
  (r) => `${capital(wordOf(r))}${r.between(1, 64)}${capital(wordOf(r))}.${wordOf(r)}${r.between(1, 9)}`,
  (r) => `${r.pick(WORDS).slice(0, 2)}_${r.between(1, 9)}${r.pick(WORDS)}(${r.pick(WORDS)}${capital(r.pick(WORDS))}(`,
  (r) => `${r.pick(WORDS)[0]!}${r.between(1, 9)}${r.pick([..."+-*/&|"])}${r.pick(WORDS)}[${r.between(0, 9)}]`,
  (r) =>
    `${r.between(1, 9)}${r.pick(["e3", "e-6", "L", "f", "0x1f"])}${r.pick([..."+-*/>"])}` +
    `${r.pick([..."abcxyzABC"])}(${r.pick([..."ijkn"])}>>${r.between(1, 9)}`,
  (r) => `0x${r.text("0123456789ABCDEF", r.pick([2, 4, 8]))}`,
  (r) => `${r.pick(WORDS)}->${joined(r, 1, 2)}${r.pick(["", ";", "()"])}`,
  (r) => `${r.pick(WORDS)}::${joined(r, 1, 2)}`,
  (r) => `^[a-z]{${r.between(1, 8)},${r.between(9, 40)}}$`,
  (r) => `${r.pick(WORDS)}|${r.pick(WORDS)}|${r.pick(WORDS)}:${r.between(1, 64)}`,
  (r) =>
    `${r.pick(["aes", "rsa", "sha", "ecdsa", "scram", "hmac", "PBKDF"])}-` +
    r.pick(["128", "256", "sha256", "gcm", "p384"]),
  (r) => `${r.pick(WORDS)}:${joined(r, 1, 2)}${number(r)}`,
  (r) => `arn:aws:${r.pick(WORDS)}:eu-west-1:${r.text("0123456789", 12)}:${joined(r, 1, 2)}`,
  (r) => `${r.pick(["Enter", "The", "Your", "Invalid", "No"])} ${r.pick(WORDS)} ${r.pick(WORDS)} ${r.pick(WORDS)}`,
  (r) => `{{ ${joined(r, 1, 2)} }}`,
  (r) => `<${r.pick(WORDS)} ${r.pick(WORDS)}>`,
  // A mark that a filter of logs put in the place of a value.
  (r) => {
    const [open, close] = r.pick([
      ["[", "]"],
      ["<", ">"],
      ["{", "}"],
      ["(", ")"],
      ["**", "**"],
    ] as const);
    const word = r.pick([r.pick(WORDS), capital(r.pick(WORDS)), r.pick(WORDS).toUpperCase()]);
    return `${open}${word}${r.pick(["", "", "-", "_", " "])}${r.pick(["", "", String(r.between(1, 99))])}${close}`;
  },
  (r) => `${r.pick(WORDS)}@${r.pick(WORDS)}`,
  (r) => `-${r.pick(["", "-"])}${joined(r, 1, 2)}`,
  (r) => `!${r.pick(WORDS)}`,
  (r) => `${r.pick(WORDS)}=${r.pick(WORDS)}&${r.pick(WORDS)}=${r.pick(WORDS)}`,
];

/** A harmless value in the place of a foreign pair's value; `undefined` if the value could not stand there. */
export function withHarmless(whole: PairRow, random: Random): PairRow | undefined {
  const pair = random.happens(8) ? { ...whole, around: inTranslation(whole.around, random) } : whole;
  const value = harmlessFor(pair, random);
  if (value.length < 4 || (pair.place.quoted ? /"/ : /[\s"']/).test(value)) return undefined;
  return { ...pair, isSecret: false, value, place: { ...pair.place, scrambled: undefined } };
}

function harmlessFor(pair: PairRow, random: Random): string {
  if (random.happens(percentOfRecords(pair))) return madeValue(random);
  if (pair.around.foreign > FOREIGN && random.happens(80)) return spoken(random);
  return random.pick(HARMLESS)(random);
}

/** A word that can be spoken, as in a language that is not English. */
function spoken(random: Random): string {
  const [first, ...others] = Array.from({ length: random.between(2, 5) }, () => {
    const end = random.happens(30) ? random.pick([..."nrstlkm"]) : "";
    return random.text("bcdfghjklmnprstvwz", 1) + (random.happens(20) ? "r" : "") + random.text("aeiouy", 1) + end;
  });
  return (random.happens(60) ? capital(first!) : first!) + others.join("");
}
