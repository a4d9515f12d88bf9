import type { Named, Program, Role } from "./program.ts";
import { parseOptions, type Options } from "./parse-options.ts";
import { rowsOf } from "./programs.ts";

const NONE: readonly string[] = [];

/** A command's arguments, sorted by the options in its program's row. */
export interface Words extends Options {
  /** The values of the options of one role. */
  of(role: Role): readonly string[];
}

/** The options of a row. */
type OfRow = NonNullable<Program["options"]>;
const NO_OPTIONS: OfRow = {};
/** The options of a row → all its options with a value, in one string for `parseOptions`. */
const VALUES = new WeakMap<OfRow, string>();

function valuesIn(options: OfRow): string {
  let values = VALUES.get(options);
  if (values === undefined) VALUES.set(options, (values = Object.values(options).join(" ")));
  return values;
}

/**
 * The arguments that were sorted last, with the result. They are kept because several rules sort the arguments of one
 * command in turn.
 */
let last: { readonly own: readonly string[]; readonly options: OfRow; readonly words: Words } | undefined;

/**
 * Sorts a command's arguments. @param options the row's options with a value, so that their values are not taken for
 * operands
 */
export function sortedBy(own: readonly string[], options: OfRow = NO_OPTIONS): Words {
  if (last?.own !== own || last.options !== options) last = { own, options, words: sorted(own, options) };
  return last.words;
}

function sorted(own: readonly string[], options: OfRow): Words {
  const found = parseOptions(own, valuesIn(options));
  const valuesOfRole = (role: Role) => {
    const words = (options[role] ?? "").split(" ");
    const letters = words.filter((word) => !word.startsWith("-")).join("");
    const isOf = (option: string) => words.includes(option) || (option.length === 2 && letters.includes(option[1]!));
    return found.given.flatMap(([option, value]) => (isOf(option) ? [value] : []));
  };
  return { ...found, of: (role) => (found.given.length === 0 ? NONE : valuesOfRole(role)) };
}

/** The first row of a program that has a column, with the command's arguments sorted by that row. */
export function rowWith(name: string, own: readonly string[], column: keyof Program): [Program, Words] | undefined {
  const row = rowsOf(name).find((one) => one[column] !== undefined);
  return row && [row, sortedBy(own, row.options)];
}

/** The words of a command that a column of its row names. */
export function namedBy(which: Named, own: readonly string[], { operands, of }: Words): readonly string[] {
  if (which instanceof RegExp) {
    return own.flatMap((word) => which.exec(word)?.slice(1).find(Boolean) ?? []);
  }
  if (which === "all") return operands;
  if (which === "first") return operands.slice(0, 1);
  if (which === "sources") return operands.length < 2 ? operands : operands.slice(0, -1);
  return of("pattern").length > 0 ? operands : operands.slice(which);
}
