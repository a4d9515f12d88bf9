// Trains the judge's second opinion, measures it, and writes its tables:
//
//     node .build/train-judge.cjs            trains on two thirds of the trees and measures on the rest
//     node .build/train-judge.cjs --write    trains on all and writes the tables in redactors/judge/opinion: words, shapes,
//                                            forest and usual features
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { chanceIn, type Forest, pack } from "../../redactors/judge/opinion/forest.ts";
import { FEATURE_NAMES, featuresOf } from "../../redactors/judge/opinion/features.ts";
import { CODE_WORDS } from "../../redactors/judge/opinion/code-words.ts";
import { shapeOf } from "../../redactors/judge/opinion/shape.ts";
import { wordRows } from "./code-words.ts";
import { growForest } from "./grow-forest.ts";
import { withSecret } from "./made-up-secrets.ts";
import { withHarmless } from "./made-up-values.ts";
import { parseLine, toNamed, type PairRow } from "./pair-row.ts";
import { startRandom } from "./random.ts";

const GROWTH = { trees: 200, leaves: 8, rate: 0.12, least: 16 } as const;
/** How often each foreign pair gets a secret, and a harmless value, in the place of its own. */
const [SECRETS, HARMLESS] = [6, 4];
/** The most characters of a shape that is kept. */
const LONGEST_SHAPE = 20;
const FOLDER = "tools/judge";
const TABLES = "redactors/judge/opinion";

interface Case extends PairRow {
  /** Whether the value was made up here and is not that of a foreign pair. */
  readonly isMadeUp: boolean;
}

function readCases(): Case[] {
  const random = startRandom(7);
  const pairs = readFileSync(join(FOLDER, "foreign-pairs.tsv"), "utf8").trim().split("\n").map(parseLine);
  const harmless = pairs.filter(({ isSecret }) => !isSecret);
  const others = (make: typeof withSecret, times: number): Case[] =>
    harmless.flatMap((pair) =>
      Array.from({ length: times }, () => make(pair, random)).flatMap((one) =>
        one === undefined ? [] : [{ ...one, isMadeUp: true }],
      ),
    );
  return [
    ...pairs.map((pair) => ({ ...pair, isMadeUp: false })),
    ...others(withSecret, SECRETS),
    ...others(withHarmless, HARMLESS),
  ];
}

/** How many harmless foreign values have each shape, by tree. */
function countShapes(cases: readonly Case[]): Map<string, Map<number, number>> {
  const counts = new Map<string, Map<number, number>>();
  for (const { isMadeUp, isSecret, tree, value } of cases) {
    if (isMadeUp || isSecret) continue;
    const trees = counts.get(shapeOf(value)) ?? new Map<number, number>();
    counts.set(shapeOf(value), trees.set(tree, (trees.get(tree) ?? 0) + 1));
  }
  return counts;
}

/** The forest, with what it was grown from. */
interface Grown {
  readonly forest: Forest;
  readonly counts: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** The features of each case. */
  readonly rows: readonly (readonly number[])[];
}

const FREQUENCY = FEATURE_NAMES.indexOf("frequency of the shape");

/**
 * The features of a case. The frequency of its shape is what the other trees say, since a case of a tree that nobody
 * has seen has no other frequency.
 */
function featuresIn(counts: Grown["counts"], one: Case): number[] {
  const features = featuresOf(toNamed(one));
  features[FREQUENCY] = frequencyIn(counts, shapeOf(one.value), one.isMadeUp ? -1 : one.tree);
  return features;
}

/**
 * How often trees but `but` have a shape, as a power of two; 0 for a shape that hardly occurs, is long or has a blank.
 */
function frequencyIn(counts: Grown["counts"], shape: string, but: number): number {
  if (shape.length > LONGEST_SHAPE || /\s/.test(shape)) return 0;
  return levelOf([...(counts.get(shape) ?? [])].reduce((sum, [tree, count]) => sum + (tree === but ? 0 : count), 0));
}

function learn(cases: readonly Case[]): Grown {
  const counts = countShapes(cases);
  const rows = cases.map((one) => featuresIn(counts, one));
  return {
    counts,
    rows,
    forest: growForest(
      rows,
      cases.map(({ isSecret }) => isSecret),
      GROWTH,
    ),
  };
}

/** The power of two of a count; 0 for shapes that hardly occur. */
function levelOf(count: number): number {
  return count < 3 ? 0 : Math.round(Math.log2(count));
}

function measure(cases: readonly Case[], { forest, counts }: Grown): void {
  const chances = cases.map((one) => chanceIn(forest, featuresIn(counts, one)));
  for (const [what, isOne] of [
    ["secrets", (one: Case) => one.isSecret],
    ["foreign values", (one: Case) => !one.isSecret && !one.isMadeUp],
    ["made-up harmless values", (one: Case) => !one.isSecret && one.isMadeUp],
  ] as const) {
    const own = chances.filter((_, at) => isOne(cases[at]!));
    const above = [0.05, 0.1, 0.5, 0.9, 0.97, 0.99].map(
      (least) => `${least}: ${own.filter((one) => one >= least).length}`,
    );
    process.stdout.write(`${what}, ${own.length}: with a chance of at least ${above.join(", ")}\n`);
  }
}

function main(): void {
  // The features of a value are made with the words of the build, so the words come first.
  const words = wordRows();
  if (words.join() !== CODE_WORDS.join()) {
    write("code-words", "CODE_WORDS", "Words of code by their length, as `wordBits` in spell.ts reads these.", words);
    process.stdout.write("The words are new: build, and start this once more.\n");
    return;
  }
  const cases = readCases();
  if (!process.argv.includes("--write")) {
    const isKept = ({ tree }: Case): boolean => tree % 3 === 2;
    measure(cases.filter(isKept), learn(cases.filter((one) => !isKept(one))));
    return;
  }
  const { forest, counts, rows } = learn(cases);
  write("shapes", "SHAPES", "The shapes of harmless values by their frequency, between blanks.", shapeRows(counts));
  write("forest-data", "FOREST", "The forest, as `pack` in forest.ts writes it.", pack(forest));
  const isForeign = cases.map(({ isMadeUp }) => !isMadeUp);
  const usual = usualOf(rows.filter((_, at) => isForeign[at]));
  write(
    "usual",
    "USUAL",
    "The usual number of each feature among foreign pairs, in the order of `FEATURE_NAMES`.",
    usual,
  );
}

/** For each frequency its shapes. */
function shapeRows(counts: Grown["counts"]): string[] {
  const rows: string[] = [];
  for (const shape of counts.keys()) {
    const level = frequencyIn(counts, shape, -1);
    if (level > 0) rows[level] = `${rows[level] ?? " "}${shape} `;
  }
  return Array.from(rows, (row) => row ?? "");
}

/** The middle number of each feature. */
function usualOf(rows: readonly (readonly number[])[]): number[] {
  return rows[0]!.map((_, feature) => rows.map((row) => row[feature]!).toSorted((a, b) => a - b)[rows.length >> 1]!);
}

/** Writes a module with one constant. */
function write(file: string, name: string, what: string, value: string | readonly string[] | readonly number[]): void {
  const text =
    typeof value === "string"
      ? inLines(value)
      : typeof value[0] === "number"
        ? `[${value.map((one) => Number((one as number).toPrecision(3))).join(", ")}]`
        : `[\n${value.map((one) => `  ${inLines(one as string)},`).join("\n")}\n]`;
  writeFileSync(join(TABLES, `${file}.ts`), `/** ${what} */\nexport const ${name} = ${text};\n`);
}

/** A text as an expression, in lines of at most a hundred characters. */
function inLines(text: string): string {
  const parts = text.length <= 112 ? [text] : text.match(/.{1,100}/g)!;
  return parts.map((part) => JSON.stringify(part)).join(" +\n  ");
}

main();
