// Trains the judge's second opinion, measures it, and writes its tables:
//
//     node .build/train-judge.cjs            trains on two thirds of the trees and measures on the rest
//     node .build/train-judge.cjs --write    trains on all and writes redactors/judge/opinion/{shapes,forest-data}.ts
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { chanceIn, toText } from "../../redactors/judge/opinion/forest.ts";
import { FEATURE_NAMES, featuresOf } from "../../redactors/judge/opinion/features.ts";
import { setShapes, shapeOf, shapeRows } from "../../redactors/judge/opinion/shape.ts";
import { growForest } from "./grow-forest.ts";
import { withSecret } from "./made-up-secrets.ts";
import { withHarmless } from "./made-up-values.ts";
import { parseLine, toNamed, type PairRow } from "./pair-row.ts";
import { startRandom } from "./random.ts";

const GROWTH = { trees: 150, leaves: 8, rate: 0.12, least: 16 } as const;
/** How often each foreign pair gets a secret, and a harmless value, in the place of its own. */
const [SECRETS, HARMLESS] = [4, 3];
const FOLDER = "tools/judge";
const TABLES = "redactors/judge/opinion";

interface Case extends PairRow {
  /** Whether the value was made up here and is not that of a foreign pair. */
  readonly isMadeUp: boolean;
}

function readCases(): Case[] {
  const random = startRandom(7);
  const pairs = readFileSync(join(FOLDER, "foreign-pairs.tsv"), "utf8").trim().split("\n").map(parseLine);
  const others = (make: typeof withSecret, times: number): Case[] =>
    pairs.flatMap((pair) =>
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

/**
 * The features of a case. The frequency of its shape is what the other trees say, since a case of a tree that nobody
 * has seen has no other frequency.
 */
function learn(cases: readonly Case[]): ReturnType<typeof growForest> {
  const counts = countShapes(cases);
  const total = (trees: ReadonlyMap<number, number> | undefined, but: number): number =>
    [...(trees ?? [])].reduce((sum, [tree, count]) => sum + (tree === but ? 0 : count), 0);
  const place = FEATURE_NAMES.indexOf("frequency of the shape");
  setShapes(new Map([...counts].map(([shape, trees]) => [shape, levelOf(total(trees, -1))])));
  const rows = cases.map((one) => {
    const features = featuresOf(toNamed(one));
    if (!one.isMadeUp) features[place] = levelOf(total(counts.get(shapeOf(one.value)), one.tree));
    return features;
  });
  return growForest(
    rows,
    cases.map(({ isSecret }) => isSecret),
    GROWTH,
  );
}

/** The power of two of a count; 0 for shapes that hardly occur. */
function levelOf(count: number): number {
  return count < 3 ? 0 : Math.round(Math.log2(count));
}

function measure(cases: readonly Case[], forest: ReturnType<typeof growForest>): void {
  const chances = cases.map((one) => chanceIn(forest, featuresOf(toNamed(one))));
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
  const cases = readCases();
  if (!process.argv.includes("--write")) {
    const isKept = ({ tree }: Case): boolean => tree % 3 === 2;
    measure(cases.filter(isKept), learn(cases.filter((one) => !isKept(one))));
    return;
  }
  const forest = learn(cases);
  writeFileSync(
    join(TABLES, "forest-data.ts"),
    asModule("FOREST", "The forest, as `toText` in forest.ts writes it.", toText(forest), " "),
  );
  writeFileSync(
    join(TABLES, "shapes.ts"),
    asModule("SHAPES", "Shapes of harmless values, each behind its frequency.", shapeRows(), "\t"),
  );
}

/** A module with one long text, in lines that end at `joint`. */
function asModule(name: string, what: string, text: string, joint: string): string {
  const lines: string[] = [];
  let line = "";
  for (const part of text.split(joint).map((one, at) => (at === 0 ? one : joint + one))) {
    if (JSON.stringify(line + part).length > 112) {
      lines.push(line);
      line = "";
    }
    line += part;
  }
  lines.push(line);
  return `/** ${what} */\nexport const ${name} =\n${lines.map((one) => `  ${JSON.stringify(one)}`).join(" +\n")};\n`;
}

main();
