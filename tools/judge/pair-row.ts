import type { Promised } from "../../redactors/judge/promised.ts";
import { NamedValue } from "../../redactors/judge/named-value.ts";
import { ALONE, type Around } from "../../redactors/judge/opinion/around.ts";
import type { Place } from "../../redactors/judge/place.ts";

/** A pair that the judge was asked about, with the tree it stood in and whether its value is a secret. */
export interface PairRow {
  /** The number of the tree. Pairs of one tree are alike, so a tree is either learned from or measured on. */
  readonly tree: number;
  readonly isSecret: boolean;
  readonly name: string;
  readonly value: string;
  readonly promised: Promised;
  readonly place: Place;
  readonly around: Around;
}

const AROUND = Object.keys(ALONE) as (keyof Around)[];

const STRENGTHS = ["hint", "secret", "password"] as const;
/** The switches of a place that a row keeps, each with its letter. */
const SWITCHES = {
  q: "quoted",
  d: "data",
  c: "constant",
  s: "setting",
  a: "assigned",
  o: "behindSign",
  u: "query",
  x: "scrambled",
} as const;

/** A row as a line: tree, label, strength, kind, switches, name, value and the numbers around it, between tabs. */
export function toLine({ tree, isSecret, name, value, promised, place, around }: PairRow): string {
  const switches = Object.entries(SWITCHES).flatMap(([letter, field]) => (place[field] === true ? [letter] : []));
  const labels = { word: ["l"], phrase: ["L"] };
  switches.push(...(place.label === undefined ? [] : labels[place.label]));
  switches.push(...(promised.exact ? ["e"] : []), ...(promised.typed ? ["t"] : []));
  return [
    tree,
    Number(isSecret),
    promised.strength,
    promised.kind,
    switches.join(""),
    name,
    JSON.stringify(value),
    AROUND.map((field) => Number(around[field].toFixed(2))).join(" "),
  ].join("\t");
}

/** The row of a line that `toLine` made. */
export function parseLine(line: string): PairRow {
  const [tree = "", label, strength = "", kind = "", letters = "", name = "", value = "", near] = line.split("\t");
  const has = (letter: string): boolean => letters.includes(letter);
  const switches = Object.entries(SWITCHES).map(([letter, field]) => [field, has(letter)]);
  const numbers = near?.split(" ").map(Number);
  return {
    tree: Number(tree),
    isSecret: label === "1",
    name,
    value: JSON.parse(value) as string,
    promised: { strength: STRENGTHS.find((one) => one === strength)!, kind, exact: has("e"), typed: has("t") },
    place: {
      ...(Object.fromEntries(switches) as Omit<Place, "bundled">),
      label: has("L") ? "phrase" : has("l") ? "word" : undefined,
      bundled: () => false,
    },
    around:
      numbers === undefined ? ALONE : (Object.fromEntries(AROUND.map((field, at) => [field, numbers[at]])) as never),
  };
}

/** A row as the judge gets it. */
export function toNamed({ promised, value, place, name, around }: PairRow): NamedValue {
  return new NamedValue(promised, value, place, name, () => around);
}
