// Gathers the pairs that the judge is asked about in folders of foreign code, and prints these with all texts made
// anew, a line each. A value that the rules take for a secret is labelled by hand: the lines of these are printed with
// a `?` in front.
//
//     node .build/gather-pairs.cjs FOLDER… > tools/judge/foreign-pairs.tsv
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { detector } from "../../redactors/detect.ts";
import { judgeValue, VALUE_RULES } from "../../redactors/judge/judge-value.ts";
import { NamedValue, type ValueRule } from "../../redactors/judge/named-value.ts";
import { toLine, type PairRow } from "./pair-row.ts";
import { startRandom } from "./random.ts";
import { remaker } from "./remake.ts";

/** The most pairs of one folder, and of one file. */
const [MOST, MOST_OF_FILE] = [420, 25];
/** The most characters of a value and of a name that are kept. */
const [LONGEST, LONGEST_NAME] = [80, 40];
const MOST_BYTES = 1_500_000;

const random = startRandom(20_310_412);
const asked: NamedValue[] = [];
/** Sees each value before any rule decides on it. */
const observer: ValueRule = {
  name: "observer",
  holds: (named) => {
    asked.push(named);
    return false;
  },
  verdict: "none",
  decides: ["password", "", "bare"],
};

function* filesIn(folder: string): Generator<string> {
  for (const name of readdirSync(folder).toSorted()) {
    const path = join(folder, name);
    const state = lstatSync(path);
    if (state.isDirectory() && name !== ".git") yield* filesIn(path);
    else if (state.isFile() && state.size > 20 && state.size < MOST_BYTES) yield path;
  }
}

/** The pairs in one file: each differs from the others in more than its words. */
function pairsIn(path: string, tree: number): PairRow[] {
  const bytes = readFileSync(path);
  if (bytes.subarray(0, 4000).includes(0)) return [];
  asked.length = 0;
  detector.find(bytes.toString("utf8"));
  const ways = new Map(asked.map((named) => [`${named.name} ${named.head}`, named]));
  return [...ways.values()].slice(0, MOST_OF_FILE).flatMap(({ promised, value, place, name }) => {
    if (value.length < 4) return [];
    const remake = remaker(random);
    const isSecret = judgeValue(new NamedValue(promised, value, place, name)) !== undefined;
    const cut = value.slice(0, LONGEST);
    return [{ tree, isSecret, promised, place, name: remake(name.slice(-LONGEST_NAME)), value: remake(cut) }];
  });
}

function main(folders: readonly string[]): void {
  (VALUE_RULES as ValueRule[]).unshift(observer);
  for (const [tree, folder] of folders.entries()) {
    const lines = new Map<string, string>();
    for (const path of filesIn(folder))
      for (const pair of pairsIn(path, tree)) {
        const { promised, place, value } = pair;
        // Values of one shape in one kind of place tell nothing new.
        const shape = value
          .replace(/[a-z]+/g, "a")
          .replace(/[A-Z]+/g, "A")
          .replace(/\d+/g, "9");
        lines.set(JSON.stringify([promised, place, shape]), `${pair.isSecret ? "? " : ""}${toLine(pair)}`);
      }
    const all = [...lines.values()];
    const step = Math.max(1, all.length / MOST);
    for (let at = 0; at < all.length; at += step) process.stdout.write(`${all[Math.floor(at)]!}\n`);
  }
}

main(process.argv.slice(2));
