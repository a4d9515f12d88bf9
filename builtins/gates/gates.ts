import { PROGRAMS, type Program } from "../../shell/doors/programs.ts";
import { WHOLE_ENVIRONMENT } from "../../shell/doors/effects.ts";
import { REMOVALS_IN_CODE, WRITINGS_IN_CODE } from "../../shell/doors/code.ts";
import { RULES } from "../block-destructive/rules.ts";
import type { GateTable } from "./gate.ts";
import { tableOf } from "./gate-table.ts";
import { choicesOf, commonness, rarest, type Needed } from "./needed-words.ts";

// The build replaces this module with the results of these functions: most calls name none of these words, and load
// neither rules nor tables. The gates are made of the rows, so no row can exist without its gate.

/** Signs of a script whose words do not show: encoded, escaped, in variables, or made by code. */
const DISGUISES = String.raw`\bbase64\b|\bxxd\b|\beval\b|\$'|\\x[0-9a-f]|\\[0-7]{3}|(?:^|[;&|(\x60\n]\s*)\$|\$\w+\$`;

/**
 * The words without which no rule of `block_destructive` can match; quotes and backslashes are taken out of a text
 * before.
 */
export function mayDestroy(): GateTable {
  const rows = PROGRAMS.flatMap(({ names, destroys }) =>
    destroys
      ? neededFor(
          names,
          [destroys.verb, destroys.words].filter((one) => one !== undefined),
        )
      : [],
  );
  const rules = RULES.flatMap(({ words }) => (words instanceof RegExp ? [words.source] : words.flatMap(neededOf)));
  const code = [...REMOVALS_IN_CODE, ...WRITINGS_IN_CODE].flatMap(neededOf);
  return tableOf(joined([...rows, ...code, ...rules, DISGUISES]), changers());
}

/** Other words for an environment. */
const ENVIRONMENTS = [String.raw`\benv:`, "environ", "dotenv"];

/** The words without which no command prints a secret that a program keeps or fetches, or variables. */
export function mayPrint(): GateTable {
  const rows = PROGRAMS.flatMap(({ names, keeps }) => (keeps ? neededFor(names, [keeps[0]]) : []));
  const names = PROGRAMS.flatMap((row) => (row.showsVariables ? row.names.split(" ") : []));
  return tableOf(joined([...rows, ...neededOf(WHOLE_ENVIRONMENT), ...ENVIRONMENTS]), names);
}

/** Words in the name of a file or a variable that holds a secret. */
const TELLING = "pass secret token key cred cookie auth pwd rand jwt bearer mnemonic otp psk";

/** The words without which no command prints a secret alone: names for one, and programs that hand one out. */
export function mayHandOut(): GateTable {
  const rows = PROGRAMS.flatMap(({ names, bare = [], makes = [] }) =>
    [...bare, ...makes].flatMap((list) => {
      const words = list.split(" ").map((word) => new RegExp(`^(?:${word})$`));
      const best = rarest([namesAsWords(names), ...words.flatMap((word) => choicesOf(word).slice(-1))]);
      return best ?? [];
    }),
  );
  return tableOf(joined([...TELLING.split(" "), ...rows]));
}

/**
 * Names of the programs that change files or their rights, send files away, end other programs or wipe disks with any
 * words, and the verbs of the programs that do so only with one.
 */
function changers(): string[] {
  // Programs that mostly print stand in the words of the rule, with the words that make them write.
  const rows = PROGRAMS.filter((row) => row.kind !== "part" && changes(row));
  return rows.flatMap(({ names, readsIf, options }) =>
    readsIf && options?.output === undefined ? [readsIf.source.replace(/^\^|\$$/g, "")] : names.split(" "),
  );
}

function changes({ writes, empties, deletes, carries, rights, sends, ends, wipes, options }: Program): boolean {
  return (writes ?? empties ?? deletes ?? carries ?? rights ?? sends ?? ends ?? wipes ?? options?.output) !== undefined;
}

/** Fragments for a row: words of its patterns, or its names if these are rarer. */
function neededFor(names: string, patterns: readonly RegExp[]): Needed {
  const own = namesAsWords(names);
  const lists = patterns.map((pattern) => rarest(choicesOf(pattern)));
  const words = lists.every((one) => one !== undefined) ? lists.flat() : undefined;
  if (words === undefined) return own;
  if (commonness(words) < 100) return commonness(own) < commonness(words) - 1 ? own : words;
  if (commonness(own) < 100) return own;
  // Both the name and the word are common: the word stands behind the name, in one command.
  return [String.raw`\b(?:${names.split(" ").map(escaped).join("|")})\s[^\n;|&]{0,400}?(?:${words.join("|")})`];
}

/** Fragments for a pattern without a program of its own. @throws Error if every text may match it */
function neededOf(pattern: RegExp): Needed {
  const words = rarest(choicesOf(pattern));
  if (words === undefined) throw new Error(`Every text may match ${pattern}: no word of it can be looked for.`);
  return words;
}

function namesAsWords(names: string): Needed {
  return names.split(" ").map((name) => String.raw`\b${escaped(name)}\b`);
}

function escaped(name: string): string {
  return name.replace(/[.+*[\]()]/g, "\\$&");
}

/** A fragment that is only a text, perhaps with a boundary before it. */
const TEXT = /^(?:\\b)?(?:[\w-]|\\[^a-zA-Z0-9])+$/;

/** The fragments without those in which another one stands as a whole. */
function joined(fragments: readonly string[]): string[] {
  const all = [...new Set(fragments)];
  const texts = all.filter((one) => TEXT.test(one));
  const isHeld = (one: string) =>
    /^(?:\\b)?(?:[\w-]|\\[^a-zA-Z0-9]|\\[bs]|[*])+$/.test(one) &&
    texts.some((text) => text !== one && (text.startsWith("\\b") ? one.startsWith(text) : one.includes(text)));
  return all.filter((one) => !isHeld(one));
}
