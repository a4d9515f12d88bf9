/** What a benchmark takes on its command line. */
export interface Usage {
  /** The script of package.json that starts the benchmark: `bench:long`. */
  readonly script: string;
  /** A sentence on what is measured. */
  readonly does: string;
  /** The words that are no options, as help names these: `[ROUNDS]`. */
  readonly plain?: string;
  /** Option, with the name of its value if it takes one (`--only WORDS`) → its effect. */
  readonly options?: Readonly<Record<string, string>>;
}

const words = process.argv.slice(2);
/** The words that are values of options. */
const values = new Set<number>();

/**
 * Reads the command line. `--help` is answered, and an unknown option refused, before anything is measured: the process
 * ends then.
 */
export function begin(usage: Usage): void {
  const names = new Map(
    Object.keys(usage.options ?? {}).map((option) => {
      const [name = "", value] = option.split(" ");
      return [name, value !== undefined] as const;
    }),
  );
  if (words.includes("--help") || words.includes("-h")) end(helpOf(usage), 0);
  for (const [at, word] of words.entries()) {
    if (values.has(at) || !word.startsWith("-")) continue;
    const takesValue = names.get(word);
    if (takesValue === undefined) end(`There is no option ${word}.\n\n${helpOf(usage)}`, 2);
    if (takesValue) values.add(at + 1);
  }
}

function helpOf({ script, does, plain = "", options = {} }: Usage): string {
  const rows = Object.entries(options).map(([option, effect]) => `  ${option.padEnd(18)} ${effect}\n`);
  return `${does}\n\nnpm run ${script} -- ${plain ? `${plain} ` : ""}[OPTIONS]\n\n${rows.join("")}  --help\n`;
}

function end(text: string, code: number): never {
  (code === 0 ? process.stdout : process.stderr).write(text);
  process.exit(code);
}

/** Whether the command line has an option. */
export function hasWord(word: string): boolean {
  return words.includes(word);
}

/** The word after an option on the command line; `undefined` without the option. */
export function optionOf(name: string): string | undefined {
  return hasWord(name) ? words[words.indexOf(name) + 1] : undefined;
}

/** The words of the command line that are neither options nor values of options. */
export function plainWords(): string[] {
  return words.filter((word, at) => !word.startsWith("-") && !values.has(at));
}

/** The number of rounds on the command line, else the usual one. */
export function roundsOr(usual: number): number {
  return Number(plainWords().find((word) => /^\d+$/.test(word)) ?? usual);
}
