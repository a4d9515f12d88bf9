import { spell } from "../../redactors/judge/opinion/spell.ts";
import { CODE_WORDS } from "./code-words.ts";
import type { PairRow } from "./pair-row.ts";
import type { Random } from "./random.ts";

const SMALL = "abcdefghijklmnopqrstuvwxyz";
const CAPITALS = SMALL.toUpperCase();
const DIGITS = "0123456789";
const LETTERS = SMALL + CAPITALS;
const ALL = LETTERS + DIGITS;
const HEX = `${DIGITS}abcdef`;
const SIGNS = "!@#$%^&*?~+-_=.";
const BRACKETS = "(){}[]<>|;:,";

/** Words of which people make passwords. None of them is a word of code. */
const NOUNS = (
  "amber anchor apple autumn badger balcony bamboo banana basil beacon beaver berry biscuit blossom breeze " +
  "bronze butter cactus camel candle canyon carbon castle cedar cherry chestnut cinnamon clover cobalt coffee " +
  "comet copper coral cotton crystal dahlia daisy desert dolphin donkey dragon eagle ember falcon feather " +
  "fennel forest fossil fountain garden ginger glacier gravel grizzly hammer harbour hazel hedgehog heron " +
  "honey horizon iguana island ivory jacket jaguar jasmine jungle kayak kettle kitten koala ladder lagoon " +
  "lantern lavender lemon leopard lilac lizard lobster lotus magnet mango maple marble marmot meadow melon " +
  "mercury mesa mirror monkey moon mountain mustard nebula nectar nickel nutmeg oasis ocean olive onion opal " +
  "orange orbit orchid otter oyster panther papaya parrot peach pebble pelican pepper piano pickle pigeon " +
  "planet plum pocket pumpkin puzzle quartz rabbit raven ribbon river rocket saffron sailor salmon sapphire " +
  "saturn shadow silver spider spring summer sunset tiger thunder timber tomato topaz tulip tundra turtle " +
  "velvet violet walnut walrus whale willow winter wizard wombat yellow zebra zephyr"
).split(" ");

/** Words of everybody, which code has as well. */
const PLAIN = CODE_WORDS.filter((one) => one.length > 3 && one.length < 7).concat(NOUNS);

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}

function word(random: Random): string {
  const noun = random.pick(NOUNS);
  return random.pick([noun, capital(noun), capital(noun), noun.toUpperCase()]);
}

function leet(text: string, random: Random): string {
  const digits: Readonly<Record<string, string>> = { a: "4", e: "3", i: "1", o: "0", s: "5", t: "7" };
  return text.replace(/[aeiost]/g, (letter) => (random.happens(60) ? digits[letter]! : letter));
}

function row(random: Random, joint: string, least: number, most: number): string {
  return Array.from({ length: random.between(least, most) }, () => random.pick(NOUNS)).join(joint);
}

/** Four words or more without a gap, each of them a word of everybody. */
function runTogether(random: Random): string {
  return Array.from({ length: random.between(4, 6) }, () => random.pick(PLAIN)).join("");
}

/** Passwords as people choose and as managers of passwords make them. */
const TYPED: readonly ((random: Random) => string)[] = [
  (r) => word(r) + r.text(DIGITS, r.between(2, 4)),
  (r) => word(r) + r.text(DIGITS, r.between(1, 4)) + r.pick([..."!?#*$."]),
  (r) => word(r) + r.pick([..."-_.!@#$%&"]) + r.text(DIGITS, r.between(2, 4)),
  (r) => word(r) + r.pick([..."-_.!@#"]) + word(r) + r.text(DIGITS, r.between(0, 4)),
  (r) => word(r) + word(r) + r.text(DIGITS, r.between(0, 4)),
  (r) => capital(r.pick(NOUNS)) + capital(r.pick(NOUNS)),
  (r) => capital(r.pick(NOUNS)).repeat(2),
  (r) => `${capital(r.pick(NOUNS))}.${r.pick(NOUNS)}${r.text(DIGITS, r.between(1, 3))}`,
  (r) => `${word(r)}.${word(r)}${r.text(DIGITS, r.between(1, 3))}`,
  (r) => row(r, r.pick([..."-_."]), 2, 3) + r.pick(["", "-", "_"]) + r.text(DIGITS + LETTERS, r.between(1, 4)),
  (r) => row(r, r.pick([..."-_"]), 3, 5),
  (r) => row(r, "-", 2, 3) + "-" + r.text(DIGITS, r.between(2, 4)),
  (r) => `${capital(r.pick(NOUNS))}${r.pick([..."-_"])}${capital(r.pick(NOUNS))}`,
  (r) => row(r, " ", 3, 6),
  (r) => Array.from({ length: 4 }, () => r.text(SMALL, 4)).join(" "),
  (r) => leet(r.pick(NOUNS) + r.pick(NOUNS), r),
  (r) => leet(word(r), r) + r.text(DIGITS, r.between(0, 2)) + r.pick([..."!?#*$"]),
  (r) =>
    r.pick(["app", "db", "root", "prod", "admin"]) + "_" + r.pick(["pass", "db", "user"]) + "_" + r.text(LETTERS, 3),
  (r) => r.text(ALL, r.between(7, 14)),
  (r) => r.text(SMALL + DIGITS, r.between(7, 12)),
  (r) => r.text(ALL + SIGNS, r.between(8, 18)),
  (r) => r.text(ALL + SIGNS + BRACKETS, r.between(9, 24)),
  (r) => r.pick(PLAIN) + r.text(DIGITS, 2) + r.pick([..."!#@"]) + r.pick(PLAIN),
  (r) => r.text(SIGNS + BRACKETS, r.between(8, 16)) + r.text(ALL, r.between(0, 1)),
  (r) => r.text(`${ALL}${SIGNS}${BRACKETS}${SIGNS}${BRACKETS}`, r.between(16, 64)),
  (r) => runTogether(r),
  (r) => r.pick([..."!#$%@*&+"]) + word(r) + r.text(DIGITS, 2),
  (r) => `${r.text(ALL, 4)}-${r.text(ALL, 4)}${r.happens(50) ? `-${r.text(ALL, 4)}` : ""}`,
  (r) => r.text(ALL, r.between(3, 6)) + r.pick([..."!@#$%&*()^;:,.<>"]) + r.text(ALL, r.between(3, 8)),
  (r) => word(r) + r.pick([..."!@#$%&*()^"]) + word(r),
];

/** Words that people take for a password where nobody else is to log in. */
const WORDS: readonly ((random: Random) => string)[] = [
  (r) => r.pick(NOUNS),
  (r) => r.pick(NOUNS) + r.pick(NOUNS),
  (r) =>
    r.pick(["root", "db", "app", "admin", "super", "top", "my"]) +
    r.pick(["pass", "passwd", "password", "pwd", "secret"]),
  (r) => r.pick(NOUNS) + r.pick(["pass", "rules", "rocks", "password", "secret"]),
  (r) => r.text(DIGITS, r.between(6, 10)),
];

/** Keys and tokens as services and programs make them. */
const MADE: readonly ((random: Random) => string)[] = [
  (r) => r.text(ALL, r.between(16, 64)),
  (r) => `${r.text(ALL, 1)}${r.text(`${ALL}-_`, r.between(20, 64))}`,
  (r) => r.text(`${ALL}+/`, r.pick([42, 86])) + "==",
  (r) => r.text(`${ALL}+/`, r.pick([43, 27])) + "=",
  (r) => r.text(CAPITALS + "234567", r.pick([16, 26, 32])),
  (r) => r.text(SMALL + DIGITS, r.between(16, 40)),
  (r) =>
    r.text(SMALL, r.between(2, 6)) +
    r.pick([..."_-"]) +
    r.pick(["", "", "live_", "test_", "v1_"]) +
    r.text(ALL, r.between(16, 48)),
  (r) => `eyJ${r.text(ALL, r.between(20, 40))}.${r.text(`${ALL}-_`, r.between(30, 120))}.${r.text(`${ALL}-_`, 43)}`,
  (r) => r.text(`${ALL}!@#$%^&*()-_=+`, r.between(32, 64)),
  (r) => r.text(ALL + SIGNS + BRACKETS, r.between(32, 64)),
  (r) => r.text(ALL + (SIGNS + BRACKETS).repeat(3), r.between(32, 64)),
  (r) => runTogether(r),
  (r) => `${r.text(ALL, r.between(20, 30))}.${r.text(`${ALL}-_`, r.between(20, 40))}`,
  (r) => `${r.text(DIGITS, r.between(8, 12))}:${r.text(`${ALL}-_`, 35)}`,
  (r) => r.text(CAPITALS + DIGITS, r.between(16, 24)),
  (r) => r.text(DIGITS, r.between(12, 40)),
  (r) => Array.from({ length: 4 }, () => r.text(CAPITALS + DIGITS, 4)).join("-"),
];

/** Keys in hex, which under a weak name may as well be digests. */
const IN_HEX: readonly ((random: Random) => string)[] = [
  (r) => r.text(HEX, r.pick([24, 32, 40, 48, 64])),
  (r) => r.text(HEX.toUpperCase(), r.pick([32, 40])),
  (r) => [8, 4, 4, 4, 12].map((length) => r.text(HEX, length)).join("-"),
];

/**
 * A secret in the place of a foreign pair's value; `undefined` if no secret of that kind stands in such a place, as a
 * password in the middle of code.
 */
export function withSecret(pair: PairRow, random: Random): PairRow | undefined {
  const { place } = pair;
  const isOfData = place.quoted || place.data || place.setting === true || place.assigned === true;
  if (isRare(pair, isOfData, random)) return undefined;
  const value = random.pick(makersFor(pair, random))(random);
  const isWhole = place.quoted ? !/"/.test(value) : !/[\s"'`]/.test(value);
  if (!isWhole || (!isOfData && !/^[\w-]+$/.test(value))) return undefined;
  // A word among translations is one of these.
  if (pair.around.foreign > FOREIGN && /^[A-Za-z-]+$/.test(value)) return undefined;
  const label = place.label === "phrase" && random.happens(50) ? undefined : place.label;
  const near = random.happens(4) && !/^[A-Za-z-]+$/.test(value) ? inTranslation(pair.around, random) : pair.around;
  const around = { ...near, ...repeated(random) };
  return { ...pair, isSecret: true, value, place: { ...place, scrambled: undefined, label }, around };
}

/** The share of letters beyond ASCII from which on a text is in another language than English. */
export const FOREIGN = 0.01;

/** The surroundings of a value in a text of another language, such as an interface's translations. */
export function inTranslation(around: PairRow["around"], random: Random): PairRow["around"] {
  return { ...around, prose: random.between(10, 90) / 100, foreign: random.between(11, 150) / 1000 };
}

/** How often a secret stands elsewhere in its text: mostly nowhere, and hardly ever as a name in code. */
function repeated(random: Random): Pick<PairRow["around"], "repeats" | "uses" | "alike"> {
  const uses = Number(random.happens(8));
  return { repeats: Math.max(uses, Number(random.happens(25))), uses, alike: Number(random.happens(8)) };
}

/**
 * How many percent of the random values under a name are no secrets, though they look like keys. A weak name that
 * consists of words of code (`RecordKey`, `sort_key`) mostly names a thing of the program, and the more so the more words
 * it has; a name with another word (`acmeKey`) is that of a service's key, as are variables of the environment.
 */
export function percentOfRecords({ promised, place, name }: PairRow): number {
  if (promised.strength !== "hint" || promised.kind !== "api-key" || place.constant) return 0;
  const words = name.match(/[A-Z]?[a-z]{2,}|[A-Z]{2,}/g) ?? [];
  if (words.length < 2 || spell(name).longestRest > 2) return 0;
  return words.length === 2 ? 25 : 70;
}

/** A value as programs make it, for a place that holds such values though they are no secrets. */
export function madeValue(random: Random): string {
  return random.pick([...MADE, ...IN_HEX, ...IN_HEX, ...IN_HEX])(random);
}

/** Whether this pair is left out, since secrets are rarer in such a place than such pairs are. */
function isRare(pair: PairRow, isOfData: boolean, random: Random): boolean {
  const { promised } = pair;
  if ((!promised.exact && random.happens(50)) || (!isOfData && random.happens(60))) return true;
  if (random.happens(percentOfRecords(pair))) return true;
  return promised.strength === "hint" && random.happens(60);
}

/** The makers of secrets of one kind: words or passwords that people type, or what programs make. */
function makersFor({ promised, place }: PairRow, random: Random): readonly ((random: Random) => string)[] {
  const isTyped = random.happens(promised.strength === "password" ? 75 : promised.typed ? 25 : 10);
  const isWord = promised.strength === "password" && (place.assigned === true || place.setting === true);
  const typed = isWord && random.happens(10) ? WORDS : TYPED;
  if (promised.strength === "hint") return [...MADE, ...IN_HEX];
  return isTyped ? typed : [...MADE, ...MADE, ...IN_HEX];
}
