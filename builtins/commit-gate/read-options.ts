/** The words of a command, told apart. */
export interface Options {
  /** Letters of short options: of `-am text` both `a` and `m`. */
  readonly letters: ReadonlySet<string>;
  /** Long ones, without dashes and values. */
  readonly names: ReadonlySet<string>;
  /** All other words. */
  readonly operands: readonly string[];
}

/**
 * @param valued letters of short options that take a value: the rest of the word, or the next one
 * @param valuedNames long ones whose value is the next word where it is not behind `=`
 */
export function readOptions(words: readonly string[], valued = "", valuedNames = /^$/): Options {
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
      if (!hasValue && valuedNames.test(name)) at += 1;
    } else if (/^-./.test(word)) {
      const all = Array.from(word.slice(1));
      const takes = all.findIndex((letter) => valued.includes(letter));
      for (const letter of takes === -1 ? all : all.slice(0, takes + 1)) letters.add(letter);
      if (takes === all.length - 1) at += 1;
    } else operands.push(word);
  }
  return { letters, names, operands };
}
