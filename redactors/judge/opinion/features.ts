import { isRandom } from "../is-random.ts";
import type { NamedValue } from "../named-value.ts";
import { shapeFrequency, shapeOf } from "./shape.ts";
import { spell } from "./spell.ts";

/** The names of all features, in the order of `featuresOf`. */
export const FEATURE_NAMES: readonly string[] = [
  "length",
  "small letters",
  "capitals",
  "digits",
  "signs that join",
  "other signs",
  "blanks",
  "letters beyond ASCII",
  "different characters",
  "changes of kind",
  "longest run of one kind",
  "bits a character",
  "bits",
  "characters in words",
  "words",
  "longest rest without a word",
  "frequency of the shape",
  "length of the shape",
  "first character",
  "last character",
  "digits at the end",
  "humps",
  "looks random",
  "only hex digits",
  "base64 of whole bytes",
  "signs of code",
  "repeats the name",
  "quoted",
  "among data",
  "constant",
  "setting",
  "assigned",
  "behind a sign",
  "in a query",
  "label",
  "scrambled",
  "strength of the name",
  "exact name",
  "kind of name",
  "words of the name",
  "longest rest of the name without a word",
  "repeats in the text",
  "uses as a name in the text",
  "words alike nearby",
  "long runs nearby",
  "sentences nearby",
  "code nearby",
  "letters beyond ASCII nearby",
];

/** The features of a value under a name, as numbers. */
export function featuresOf({ head, promised, place, traits, name, around }: NamedValue): number[] {
  const { length } = head;
  const { small, capitals, blanks, foreign, signsOfCode, humps, turns, longestRun, digitsAtEnd } = countsOf(head);
  const spelling = spell(head);
  const shape = shapeOf(head);
  return [
    Math.min(64, length),
    small / length,
    capitals / length,
    traits.digits / length,
    traits.dashes / length,
    (traits.special - blanks) / length,
    blanks / length,
    foreign / length,
    new Set(head).size / Math.min(64, length),
    turns / length,
    longestRun,
    spelling.bits / Math.min(96, length),
    Math.min(200, spelling.bits),
    spelling.inWords / Math.min(96, length),
    spelling.words,
    spelling.longestRest,
    shapeFrequency(shape),
    shape.length / Math.min(96, length),
    kindOf(head.charCodeAt(0)),
    kindOf(head.charCodeAt(length - 1)),
    digitsAtEnd,
    humps / length,
    Number(isRandom(head)),
    Number(traits.hex + head.split("-").length - 1 === length),
    Number(length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(head)),
    signsOfCode / length,
    shareOfName(head, name),
    Number(place.quoted),
    Number(place.data),
    Number(place.constant),
    Number(place.setting === true),
    Number(place.assigned === true),
    Number(place.behindSign === true),
    Number(place.query === true),
    place.label === undefined ? 0 : place.label === "word" ? 1 : 2,
    Number(place.scrambled === true),
    ["hint", "secret", "password"].indexOf(promised.strength),
    Number(promised.exact),
    ["token", "api-key", "secret"].indexOf(promised.kind),
    name.match(/[A-Z]?[a-z]+|[A-Z]+/g)?.length ?? 0,
    name === "" ? 0 : spell(name).longestRest,
    around.repeats,
    around.uses,
    around.alike,
    around.runs,
    around.prose,
    around.code,
    around.foreign,
  ];
}

/** Counts of a value's characters, made in one walk: V8 would compile a pattern for each. */
function countsOf(value: string) {
  let [small, capitals, blanks, foreign, signsOfCode, humps, turns] = [0, 0, 0, 0, 0, 0, 0];
  let [run, longestRun, digitsAtEnd] = [0, 0, 0];
  let before = -1;
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    const kind = Math.min(3, kindOf(code));
    if (kind === 0) small += 1;
    else if (kind === 1) capitals += 1;
    else if (code > 127) foreign += 1;
    else if (code === 32 || (code >= 9 && code <= 13)) blanks += 1;
    else if (CODE.includes(value[at] as string)) signsOfCode += 1;
    if (kind !== before) {
      if (at > 0) turns += 1;
      if (kind === 1 && before === 0) humps += 1;
      run = 0;
    }
    run += 1;
    longestRun = Math.max(longestRun, run);
    before = kind;
  }
  if (before === 2) digitsAtEnd = run;
  return {
    small,
    capitals,
    blanks,
    foreign,
    signsOfCode,
    humps,
    turns,
    longestRun: Math.min(32, longestRun),
    digitsAtEnd,
  };
}

/** Signs of code. */
const CODE = "(){}[]<>$=;|\\";

/** The kind of a character: 0 small letter, 1 capital, 2 digit, 3 a sign that joins, 4 another sign. */
function kindOf(code: number): number {
  if (code >= 97 && code <= 122) return 0;
  if (code >= 65 && code <= 90) return 1;
  if (code >= 48 && code <= 57) return 2;
  return "-_./:".includes(String.fromCharCode(code)) ? 3 : 4;
}

/** The share of a value that repeats words of its name. */
function shareOfName(value: string, name: string): number {
  const lower = value.toLowerCase();
  const words = new Set((name.match(/[A-Z]?[a-z]{2,}|[A-Z]{3,}/g) ?? []).map((word) => word.toLowerCase()));
  let share = 0;
  for (const word of words) if (lower.includes(word)) share += word.length;
  return Math.min(1, share / value.length);
}
