import { isRandom } from "../is-random.ts";
import type { NamedValue } from "../named-value.ts";
import { turnsIn } from "../value-traits.ts";
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
  "assigns",
  "in a query",
  "label",
  "scrambled",
  "strength of the name",
  "exact name",
  "kind of name",
];

/** The features of a value under a name, as numbers. Those of the surroundings that cost a search are left out. */
export function featuresOf({ head, key, place, traits, name }: NamedValue): number[] {
  const { length } = head;
  const of = (pattern: RegExp): number => (head.match(pattern)?.length ?? 0) / length;
  const spelling = spell(head);
  const shape = shapeOf(head);
  return [
    Math.min(64, length),
    of(/[a-z]/g),
    of(/[A-Z]/g),
    traits.digits / length,
    traits.dashes / length,
    of(/[!-,;-@[-^`{-~]/g),
    of(/\s/g),
    of(/[^\0-\x7f]/g),
    new Set(head).size / Math.min(64, length),
    turnsIn(head) / length,
    longestRun(head),
    spelling.bits / Math.min(96, length),
    Math.min(200, spelling.bits),
    spelling.inWords / Math.min(96, length),
    spelling.words,
    spelling.longestRest,
    shapeFrequency(shape),
    shape.length / Math.min(96, length),
    kindOf(head.charCodeAt(0)),
    kindOf(head.charCodeAt(length - 1)),
    /\d*$/.exec(head)![0].length,
    of(/[a-z][A-Z]/g),
    Number(isRandom(head)),
    Number(traits.hex + of(/-/g) * length === length),
    Number(length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(head)),
    of(/[(){}[\]<>$=;|\\]/g),
    shareOfName(head, name),
    Number(place.quoted),
    Number(place.data),
    Number(place.constant),
    Number(place.setting === true),
    Number(place.assigned === true),
    Number(place.assigns === true),
    Number(place.query === true),
    place.label === undefined ? 0 : place.label === "word" ? 1 : 2,
    Number(place.scrambled === true),
    ["hint", "secret", "password"].indexOf(key.strength),
    Number(key.exact),
    ["token", "api-key", "secret"].indexOf(key.kind),
  ];
}

/** The most characters of one kind in a row. */
function longestRun(value: string): number {
  return Math.max(
    ...(value.match(/[a-z]+|[A-Z]+|[0-9]+|[^a-zA-Z0-9]+/g) ?? [""]).map(({ length }) => Math.min(32, length)),
  );
}

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
