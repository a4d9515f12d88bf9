/** The words of a command, told apart. */
export interface Options {
  /** Letters of short options: of `-am text` both `a` and `m`. */
  readonly letters: ReadonlySet<string>;
  /** Long ones, without dashes and values. */
  readonly names: ReadonlySet<string>;
  /** All other words; behind `--` none is an option. */
  readonly operands: readonly string[];
}

/** @param values options with a value: what is joined to a short one, what stands behind `=`, or else the next word */
export function readOptions(words: readonly string[], values = /^$/): Options {
  const letters = new Set<string>();
  const names = new Set<string>();
  const operands: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    if (word === "--") {
      operands.push(...words.slice(at + 1));
      break;
    }
    const [, name, hasValue] = /^--([\w-]+)(=?)/.exec(word) ?? [];
    if (name !== undefined) {
      names.add(name);
      if (!hasValue && values.test(`--${name}`)) at += 1;
    } else if (/^-./.test(word)) {
      const all = Array.from(word.slice(1));
      const takes = all.findIndex((letter) => values.test(`-${letter}`));
      for (const letter of takes === -1 ? all : all.slice(0, takes + 1)) letters.add(letter);
      // PowerShell has long ones with one dash.
      if (takes === all.length - 1 || values.test(word)) at += 1;
    } else operands.push(word);
  }
  return { letters, names, operands };
}

/** The words that are no options and no values of these. */
export function operandsOf(words: readonly string[], values?: RegExp): readonly string[] {
  return readOptions(words, values).operands;
}

/** Whether one of the options is there: a letter among joined short ones, or a whole long one. */
export function hasOption(words: readonly string[], letters: string, ...long: readonly string[]): boolean {
  const found = readOptions(words);
  return (
    Array.from(letters).some((letter) => found.letters.has(letter)) ||
    long.some((name) => found.names.has(name.slice(2)))
  );
}
