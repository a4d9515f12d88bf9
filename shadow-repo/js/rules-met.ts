import { foldersOf, onDisk, type GitPath } from "../git-path.ts";
import { readBytes } from "../read-bytes.ts";
import { foundAt } from "../source/on-disk.ts";
import type { IgnoreRules } from "./ignore-rules.ts";
import { sameSignature, signatureOf } from "./signature.ts";

/** The rules that hold in a folder, and whether they are those of the last walk. */
export interface RulesThere {
  readonly rules: IgnoreRules;
  readonly trusted: boolean;
}

/** The `.gitignore` files that a walk comes by. */
export class RulesMet {
  /** Signatures by folder. */
  readonly signatures: Record<GitPath, string> = {};
  /** What each says, by its path. */
  readonly texts = new Map<GitPath, string>();
  readonly #root: string;
  readonly #outside: IgnoreRules;
  readonly #last: Readonly<Record<GitPath, string>> | undefined;
  readonly #now: number;
  readonly #rules = new Map<GitPath, IgnoreRules>();

  /** @param last signatures of the last walk, by folder */
  constructor(root: string, outside: IgnoreRules, last: Readonly<Record<GitPath, string>> | undefined, now: number) {
    this.#root = root;
    this.#outside = outside;
    this.#last = last;
    this.#now = now;
  }

  wereIn(folder: GitPath): boolean {
    return this.#last?.[folder] !== undefined;
  }

  /** A `.gitignore` counts only as a regular file: git follows no symlink there. */
  enter(folder: GitPath, { rules: above, trusted }: RulesThere): RulesThere {
    const path = `${folder}.gitignore`;
    const found = foundAt(this.#root, path);
    const file = found?.isFile() ? found : undefined;
    const signature = signatureOf(file, this.#now);
    const stillTrusted = trusted && sameSignature(this.#last?.[folder], signature);
    if (!file) return { rules: above, trusted: stillTrusted };
    this.signatures[folder] = signature;
    try {
      const text = readBytes(onDisk(this.#root, path)).toString("latin1");
      this.texts.set(path, text);
      const rules = above.with(folder, text);
      this.#rules.set(folder, rules);
      return { rules, trusted: stillTrusted };
    } catch {
      return { rules: above, trusted: stillTrusted }; // unreadable: git goes on without it
    }
  }

  /** From the top down: below an ignored folder nothing is asked. */
  ignores(path: GitPath): boolean {
    let rules = this.#outside;
    let folder = "";
    for (const step of [...foldersOf(path).toReversed(), path]) {
      rules = this.#rules.get(folder) ?? rules;
      if (rules.ignores(step)) return true;
      folder = step;
    }
    return false;
  }
}
