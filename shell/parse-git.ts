import { isAbsolute, join } from "node:path";

/** The words behind `git`, told apart: `git -C DIR -c x=y VERB …`. */
export interface GitWords {
  /** Options of git itself, each with its value, or "". */
  readonly options: readonly (readonly [name: string, value: string])[];
  /** The folder in which git works, from its own; "" for its own. */
  readonly folder: string;
  /** The verb, or "". */
  readonly verb: string;
  /** The words behind the verb. */
  readonly own: readonly string[];
}

const TAKES_NEXT = /^(?:-[cC]|--(?:git-dir|work-tree|namespace|exec-path|super-prefix|config-env|attr-source))$/;

/** Splits the words behind `git` into git's own options, the verb and the verb's words. */
export function parseGit(words: readonly string[]): GitWords {
  const options: [string, string][] = [];
  let at = 0;
  for (; at < words.length && words[at]!.startsWith("-"); at += 1) {
    const word = words[at]!;
    const [, name, attached] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
    if (name !== undefined) options.push([name, attached!]);
    else if (TAKES_NEXT.test(word)) options.push([word, words[(at += 1)] ?? ""]);
    else options.push([word, ""]);
  }
  const folders = options.flatMap(([name, value]) => (name === "-C" || name === "--work-tree" ? [value] : []));
  const folder = folders.reduce((to, one) => (isAbsolute(one) || one.startsWith("~") ? one : join(to, one)), "");
  return { options, folder, verb: words[at] ?? "", own: words.slice(at + 1) };
}
