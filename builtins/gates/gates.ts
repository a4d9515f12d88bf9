import { PROGRAMS, type Program } from "../../shell/doors/programs.ts";
import { WHOLE_ENVIRONMENT } from "../../shell/doors/effects.ts";
import { REMOVALS_IN_CODE, WRITINGS_IN_CODE } from "../../shell/doors/code.ts";
import { RULES } from "../block-destructive/rules.ts";
import type { GateTable } from "./gate.ts";
import { tableOf } from "./gate-table.ts";
import { choicesOf, commonness, rarest, type Needed } from "./needed-words.ts";

// The build replaces this module with the results of its functions: most calls contain none of the words, so neither
// rules nor tables are loaded for them. The gates are computed from the rows of the tables, so every row is covered.

/** Signs of a script that hides its words: they may be encoded, escaped, in variables, or produced by code. */
const DISGUISES = String.raw`\bbase64\b|\bxxd\b|\beval\b|\$'|\\x[0-9a-f]|\\[0-7]{3}|(?:^|[;&|(\x60\n]\s*)\$|\$\w+\$`;

/**
 * The gate of `block_destructive`: words without which none of its rules can match. Quotes and backslashes are removed
 * from a text before it is tested.
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

/** The gate of `scan_commit`: git, the clients of forges, and programs that publish a folder. */
export function mayPublish(): GateTable {
  const rows = PROGRAMS.flatMap(({ names, publishes }) =>
    // A build publishes nothing by itself.
    publishes && publishes[1] !== "build" ? neededFor(names, [publishes[0]]) : [],
  );
  return tableOf(joined([...rows, String.raw`--push\b`]), ["git", "gh", "glab"]);
}

/** Further words for the environment. */
const ENVIRONMENTS = [String.raw`\benv:`, "environ", "dotenv"];

/** The gate for commands that print a secret which a program stores or fetches, or that print variables. */
export function mayPrint(): GateTable {
  const rows = PROGRAMS.flatMap(({ names, keeps }) => (keeps ? neededFor(names, [keeps[0]]) : []));
  const names = PROGRAMS.flatMap((row) => (row.showsVariables ? row.names.split(" ") : []));
  return tableOf(joined([...rows, ...neededOf(WHOLE_ENVIRONMENT), ...ENVIRONMENTS]), names);
}

/** The gate for commands that may print a file in letters that no search for secrets reads. */
export function mayRespell(): GateTable {
  return tableOf(
    [],
    PROGRAMS.flatMap((row) => (row.respells || row.encodes ? row.names.split(" ") : [])),
  );
}

/** Words in the names of files and variables that hold a secret. */
const TELLING = "pass secret token key cred cookie auth pwd rand jwt bearer mnemonic otp psk";

/**
 * The gate for commands that print a single secret: words for secrets, and the programs that print a stored or new
 * secret.
 */
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
 * The names of the programs that change files or rights, send files, end programs or wipe disks. A program that does so
 * only with a certain verb is represented by the verb.
 */
function changers(): string[] {
  // Programs of the kind `part` mostly print. They are left out, since a rule's `words` hold them with the options that
  // make them write.
  const rows = PROGRAMS.filter((row) => row.kind !== "part" && changes(row));
  return rows.flatMap(({ names, readsIf, options }) =>
    readsIf && options?.output === undefined ? [readsIf.source.replace(/^\^|\$$/g, "")] : names.split(" "),
  );
}

function changes({ writes, empties, deletes, carries, rights, ends, wipes, options, ...row }: Program): boolean {
  const goesAway = row.sends ?? row.looksUp;
  return (
    (writes ?? empties ?? deletes ?? carries ?? rights ?? goesAway ?? ends ?? wipes ?? options?.output) !== undefined
  );
}

/** Fragments for a row of the table: words of its patterns, or the program's names if these are rarer. */
function neededFor(names: string, patterns: readonly RegExp[]): Needed {
  const own = namesAsWords(names);
  const lists = patterns.map((pattern) => rarest(choicesOf(pattern)));
  const words = lists.every((one) => one !== undefined) ? lists.flat() : undefined;
  if (words === undefined) return own;
  if (commonness(words) < 100) return commonness(own) < commonness(words) - 1 ? own : words;
  if (commonness(own) < 100) return own;
  // Both the names and the words are common, so the fragment matches only a name with a word behind it in the same
  // command.
  return [String.raw`\b(?:${names.split(" ").map(escaped).join("|")})\s[^\n;|&]{0,400}?(?:${words.join("|")})`];
}

/** Fragments for a pattern that belongs to no program. @throws Error if every text may match the pattern */
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

/** Matches a fragment that is only a text, with or without a boundary before it. */
const TEXT = /^(?:\\b)?(?:[\w-]|\\[^a-zA-Z0-9])+$/;

/** The fragments without each one that contains another as a whole: a search for the shorter one finds it, too. */
function joined(fragments: readonly string[]): string[] {
  const all = [...new Set(fragments)];
  const texts = all.filter((one) => TEXT.test(one));
  const isHeld = (one: string) =>
    /^(?:\\b)?(?:[\w-]|\\[^a-zA-Z0-9]|\\[bs]|[*])+$/.test(one) &&
    texts.some((text) => text !== one && (text.startsWith("\\b") ? one.startsWith(text) : one.includes(text)));
  return all.filter((one) => !isHeld(one));
}
