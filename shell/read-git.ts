/** The words behind `git`, told apart: `git -C DIR -c x=y VERB …`. */
export interface GitWords {
  /** Options of git itself, each with what it is given; "" if that is nothing. */
  readonly options: readonly (readonly [name: string, value: string])[];
  /** What git is told to do; "" if nothing is said. */
  readonly verb: string;
  /** The words behind the verb. */
  readonly own: readonly string[];
}

const TAKES_NEXT = /^(?:-[cC]|--(?:git-dir|work-tree|namespace|exec-path|super-prefix|config-env|attr-source))$/;

export function readGit(words: readonly string[]): GitWords {
  const options: [string, string][] = [];
  let at = 0;
  for (; at < words.length && words[at]!.startsWith("-"); at += 1) {
    const word = words[at]!;
    const [, name, attached] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
    if (name !== undefined) options.push([name, attached!]);
    else if (TAKES_NEXT.test(word)) options.push([word, words[(at += 1)] ?? ""]);
    else options.push([word, ""]);
  }
  return { options, verb: words[at] ?? "", own: words.slice(at + 1) };
}
