import { resolve } from "node:path";

import { ENVIRONMENT, filesChanged, holdsEnvironment, marksIn, printsEnvironment } from "../../shell/doors/effects.ts";
import { quotesIn } from "../../shell/doors/code.ts";
import { operandsOf, valuesOf } from "../../shell/doors/options.ts";
import { kindOf } from "../../shell/doors/programs.ts";
import { PARTS } from "../../session/secret-copies.ts";
import type { CommandView } from "./rule.ts";

/**
 * The files to which commands of the call have written the environment or the content of files of secrets so far, and
 * copies of these files.
 */
export class HeldContents {
  /** Path → marks of the contents. */
  readonly #held = new Map<string, readonly string[]>();
  /** Path → marks of the contents that commands wrote there, as far as it is certain; none: something else. */
  readonly #written = new Map<string, readonly string[]>();
  /** The beginnings of the paths of parts. */
  readonly #parted = new Set<string>();
  readonly #markBefore: (path: string) => string | undefined;

  /** @param markBefore the mark of what an earlier call wrote to a path, if that were secrets or the environment */
  constructor(markBefore: (path: string) => string | undefined) {
    this.#markBefore = markBefore;
  }

  /** Whether any file is known to hold secrets. The words of a long pipe are looked up only then. */
  get #mayHold(): boolean {
    return this.#held.size > 0 || this.#markBefore !== NO_MARK;
  }

  /** Path → marks of the contents that commands of the call write there, as far as it is certain. */
  get written(): ReadonlyMap<string, readonly string[]> {
    return this.#written;
  }

  /**
   * Notes the files that a command writes. @param read the marks of the files of secrets that the command reads
   * @param named the marks of those that it names, which each file that it makes may hold
   */
  note(view: CommandView, read: string | undefined, named: string | undefined): void {
    const { own, fed, writes, appends, folder, elsewhere } = view;
    if (elsewhere) return;
    const marks = [...givenTo(view), ...marksIn([...own, ...fed]), ...(read === undefined ? [] : [read])];
    if (this.#mayHold) for (const word of [...own, ...view.piped]) marks.push(...this.of(word, folder));
    if (named !== undefined) for (const file of madeBy(view)) this.#held.set(resolve(folder ?? "/", file), [named]);
    const { target } = view.carried ?? {};
    const replaced = [...writes, ...filesChanged(view.name, own).writes, ...(target === undefined ? [] : [target])];
    for (const file of replaced) this.#note(resolve(folder ?? "/", file), marks);
    if (marks.length === 0) return;
    for (const file of [...appends, ...partsBy(view)]) this.#note(resolve(folder ?? "/", file), marks);
  }

  #note(path: string, marks: readonly string[]): void {
    if (marks.length > 0) this.#held.set(path, marks);
    // Of the two branches of an `if`, the one that writes secrets counts.
    if (marks.length > 0 || !this.#written.has(path)) this.#written.set(path, marks);
    if (path.endsWith(PARTS)) this.#parted.add(path.slice(0, -PARTS.length));
  }

  /**
   * The marks of what a file holds. A compressed copy holds the same: `gzip env.txt` creates `env.txt.gz`.
   */
  of(word: string, folder: string | undefined): readonly string[] {
    if (word.startsWith("-") || word.length > LONGEST_PATH || !this.#mayHold) return NONE;
    const path = resolve(folder ?? "/", word);
    const written = this.#written.get(path);
    const before = written === undefined ? this.#markBefore(path) : undefined;
    if (before !== undefined) return [before];
    // The beginnings of a path are few, and a long script holds thousands of copies.
    const found = new Set(this.#held.get(path));
    for (let at = 1; at < path.length; at++)
      if (path[at] === "." || path[at] === "/")
        for (const mark of this.#held.get(path.slice(0, at)) ?? NONE) found.add(mark);
    for (const beginning of this.#parted)
      if (path.startsWith(beginning)) for (const mark of this.#held.get(beginning + PARTS) ?? NONE) found.add(mark);
    return [...found];
  }
}

/** The words of a command, and of its code, that may be files which it makes: those that do not exist yet. */
function madeBy({ name, own, fed, isThere }: CommandView): readonly string[] {
  const isCode = kindOf(name) === "code";
  const words = isCode ? [...own, ...fed].flatMap((code) => [...quotesIn(code)].map(({ text }) => text)) : own;
  return words.filter((word) => /^[\w./~-]+$/.test(word) && !word.startsWith("-") && !isThere(word));
}

/** The files into which a command parts its input, each by the beginning of its name: `split -b 1k FILE BEGINNING`. */
function partsBy({ name, own }: CommandView): readonly string[] {
  if (name === "csplit") return [(valuesOf(own, "f --prefix").at(-1) ?? "xx") + PARTS];
  return name === "split" ? [(operandsOf(own, "abClnt --bytes --lines --number")[1] ?? "x") + PARTS] : NONE;
}

const NONE: readonly string[] = [];
/** The most characters of a path. A longer word, such as code, is none, and all its beginnings would be looked up. */
const LONGEST_PATH = 4096;
/** For a call of a session whose earlier calls wrote no secrets. */
export const NO_MARK = () => undefined;

/** The mark of the environment, if a command prints it or gets it by a path in `/proc`. */
function givenTo({ name, own, fed }: CommandView): readonly string[] {
  return own.some(holdsEnvironment) || fed.some(holdsEnvironment) || printsEnvironment(name, own) ? [ENVIRONMENT] : [];
}
