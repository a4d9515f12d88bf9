// Gathers the pairs that the judge is asked about in folders of foreign code, and prints these with all texts made
// anew, a line each:
//
//     node .build/gather-pairs.cjs NUMBER FALSE FOLDER… >> tools/judge/foreign-pairs.tsv
//
// NUMBER is that of the first folder's tree. A person reads all values that the rules take for secrets, and FALSE lists
// those that are none: a part of the path, a tab, and the beginning of the value on each line.
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { detector } from "../../redactors/detect.ts";
import { isRandom } from "../../redactors/judge/is-random.ts";
import { firstRule, verdictOf } from "../../redactors/judge/judge-rule.ts";
import { VALUE_RULES } from "../../redactors/judge/judge-value.ts";
import type { NamedValue, ValueRule } from "../../redactors/judge/named-value.ts";
import { toLine, type PairRow } from "./pair-row.ts";
import { startRandom } from "./random.ts";
import { remaker, respelled } from "./remake.ts";

/** The most pairs of one folder, and of one file; and the most values of a folder that are secrets. */
const [MOST, MOST_OF_FILE, MOST_SECRETS] = [70, 25, 30];
/** How often a value is kept that the rules falsely take for a secret, each time made anew. */
const TIMES = 3;
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

/** A pair as a row, with the number of rows that are made of it. */
type Gathered = PairRow & { readonly kind: "found" | "false" | "left" };

/** The pairs in one file: each differs from the others in more than its words. */
function pairsIn(path: string, tree: number, isFalse: (path: string, value: string) => boolean): Gathered[] {
  const bytes = readFileSync(path);
  if (bytes.subarray(0, 4000).includes(0)) return [];
  asked.length = 0;
  detector.find(bytes.toString("utf8"));
  const ways = new Map(asked.map((named) => [`${named.name} ${named.head}`, named]));
  const all = [...ways.values()].filter(({ value }) => value.length >= 4);
  const kinds = all.map((named): Gathered["kind"] =>
    !isFound(named) ? "left" : isFalse(path, named.value) ? "false" : "found",
  );
  return all.flatMap(({ promised, value, place, name, around }, at) => {
    const kind = kinds[at]!;
    if (kind === "left" && at >= MOST_OF_FILE) return [];
    return Array.from({ length: kind === "false" ? TIMES : 1 }, () => {
      const remake = remaker(random);
      const cut = value.slice(0, LONGEST);
      // A value with signs has hardly a word that `remake` would replace.
      const isWhole = kind !== "left" && (isRandom(cut) || /[^\w.-]/.test(cut));
      const made = isWhole ? respelled(cut, random) : remake(cut);
      const texts = { name: remake(name.slice(-LONGEST_NAME)), value: made };
      return { tree, isSecret: kind === "found", promised, place, around, kind, ...texts };
    });
  });
}

/** Whether the rules take a value for a secret; `observer` has seen the value and is not asked again. */
function isFound(named: NamedValue): boolean {
  const rule = firstRule(VALUE_RULES.slice(1), named);
  return rule !== undefined && verdictOf(rule, named) !== "none";
}

/** The found values that are no secrets, as FALSE lists these. */
function readFalse(file: string): (path: string, value: string) => boolean {
  const rows = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split("\t"));
  return (path, value) => rows.some(([part = "", start = ""]) => path.includes(part) && value.startsWith(start));
}

function main([number = "0", falseFile = "", ...folders]: readonly string[]): void {
  const isFalse = readFalse(falseFile);
  (VALUE_RULES as ValueRule[]).unshift(observer);
  for (const [at, folder] of folders.entries()) {
    const lines = {
      found: new Map<string, string>(),
      false: new Map<string, string>(),
      left: new Map<string, string>(),
    };
    for (const path of filesIn(folder))
      for (const [time, pair] of pairsIn(path, Number(number) + at, isFalse).entries()) {
        const { promised, place, value, kind } = pair;
        // Values of one shape in one kind of place tell nothing new.
        const shape = value
          .replace(/[a-z]+/g, "a")
          .replace(/[A-Z]+/g, "A")
          .replace(/\d+/g, "9");
        const key = JSON.stringify([promised, place, shape, kind === "false" ? time % TIMES : 0]);
        if (!lines[kind].has(key)) lines[kind].set(key, toLine(pair));
      }
    const all = [...some(lines.left, MOST), ...some(lines.found, MOST_SECRETS), ...lines.false.values()];
    for (const line of all) process.stdout.write(`${line}\n`);
  }
}

/** At most so many lines, at equal distances. */
function some(lines: ReadonlyMap<string, string>, most: number): string[] {
  const all = [...lines.values()];
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(most, all.length) }, (_, at) => all[Math.floor(at * step)]!);
}

main(process.argv.slice(2));
