import { isAbsolute, join } from "node:path";

/** The parts of a git command `git -C DIR -c x=y VERB …`. */
export interface GitWords {
  /** Git's own options, each with its value or "". */
  readonly options: readonly (readonly [name: string, value: string])[];
  /** The folder of `-C` or `--work-tree`, relative to the command's folder; "" for the command's folder. */
  readonly folder: string;
  /** The verb; "" if there is none. */
  readonly verb: string;
  /** The arguments of the verb. */
  readonly own: readonly string[];
}

const TAKES_NEXT = /^(?:-[cC]|--(?:git-dir|work-tree|namespace|exec-path|super-prefix|config-env|attr-source))$/;

/** Splits the arguments of `git` into git's own options, the verb and the verb's arguments. */
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
