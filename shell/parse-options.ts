/** The arguments of a command, sorted into options, their values and operands. */
export interface Options {
  /** Letters of short options: for `-am text` both `a` and `m`. */
  readonly letters: ReadonlySet<string>;
  /** Names of long options, without dashes and values. */
  readonly names: ReadonlySet<string>;
  /** The words that are neither options nor values of options; after `--` every word is an operand. */
  readonly operands: readonly string[];
  /** Values with their options: `["-m", "text"]`. */
  readonly given: readonly (readonly [option: string, value: string])[];
  /** Whether one of the given options is present: `"x --extract"`. */
  has(options: string): boolean;
  /** The values of the given options: `"f --file"`. */
  valuesOf(options: string): readonly string[];
}

interface Values {
  readonly short: string;
  readonly long: ReadonlySet<string>;
}

const KNOWN = new Map<string, Values>();

/**
 * Splits a list of options: in `"uC --env"` a word without a dash holds letters of short options. Long options of
 * PowerShell have one dash.
 */
function parseValues(values: string): Values {
  let parsed = KNOWN.get(values);
  if (parsed === undefined) {
    const words = values.split(/\s+/);
    const short = words.filter((word) => !word.startsWith("-")).join("");
    parsed = { short, long: new Set(words.filter((word) => word.startsWith("-"))) };
    KNOWN.set(values, parsed);
  }
  return parsed;
}

/**
 * Sorts the arguments of a command into options, their values and operands.
 * @param values options that take a value, as in `"uC --env"`: joined to a short option, after `=`, or in the next word
 */
export function parseOptions(words: readonly string[], values = ""): Options {
  const { short, long } = parseValues(values);
  const letters = new Set<string>();
  const names = new Set<string>();
  const operands: string[] = [];
  const given: [string, string][] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    if (!word.startsWith("-")) {
      operands.push(word);
      continue;
    }
    if (word === "--") {
      operands.push(...words.slice(at + 1));
      break;
    }
    const [, name, joined] = /^--([\w-]+)(?:=(.*))?/s.exec(word) ?? [];
    const isNext = takesNext(word, values);
    if (name !== undefined) {
      names.add(name);
      if (joined !== undefined) given.push([`--${name}`, joined]);
    } else if (/^-./.test(word)) {
      const all = Array.from(word.slice(1));
      const takes = all.findIndex((letter) => short.includes(letter));
      for (const letter of takes === -1 ? all : all.slice(0, takes + 1)) letters.add(letter);
      if (!isNext && takes !== -1)
        given.push([
          `-${all[takes]!}`,
          all
            .slice(takes + 1)
            .join("")
            .replace(/^=/, ""),
        ]);
    } else operands.push(word);
    if (isNext)
      given.push([long.has(word.toLowerCase()) ? word.toLowerCase() : `-${word.at(-1)!}`, words[(at += 1)] ?? ""]);
  }
  return {
    letters,
    names,
    operands,
    given,
    has(options) {
      const asked = parseValues(options);
      return (
        Array.from(asked.short).some((one) => letters.has(one)) ||
        [...asked.long].some((one) => names.has(one.slice(2)))
      );
    },
    valuesOf(options) {
      const asked = parseValues(options);
      return given.flatMap(([one, value]) =>
        asked.long.has(one) || asked.short.includes(one.slice(1)) ? [value] : [],
      );
    },
  };
}

/** Whether the next word is an option's value: `-u root`, but not `-uroot`, `-n5` or `--user=root`. */
export function takesNext(option: string, values: string): boolean {
  const { short, long } = parseValues(values);
  if (!/^-./.test(option)) return false;
  if (option.startsWith("--") || long.has(option.toLowerCase())) return long.has(option.toLowerCase());
  return short.includes(option.at(-1)!) && !Array.from(option.slice(1, -1)).some((letter) => short.includes(letter));
}

const NONE: readonly string[] = [];

/** Whether a word may be an option. Most commands of a long script have none, and need not be parsed. */
function isDashed(word: string): boolean {
  return word.startsWith("-");
}

/** The words that are neither options nor values of the options in `values`. */
export function operandsOf(words: readonly string[], values?: string): readonly string[] {
  return words.some(isDashed) ? parseOptions(words, values).operands : words;
}

/** The values of the given options, such as `"f --file"`. */
export function valuesOf(words: readonly string[], options: string): readonly string[] {
  return words.some(isDashed) ? parseOptions(words, options).valuesOf(options) : NONE;
}

/** Whether one of the options is present: a letter alone or among joined short options, or a whole long option. */
export function hasOption(words: readonly string[], letters: string, ...long: readonly string[]): boolean {
  return words.some(isDashed) && parseOptions(words).has([letters, ...long].join(" "));
}
