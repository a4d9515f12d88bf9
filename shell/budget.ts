/**
 * Steps that reading the scripts of one call may take. A step is a character that is read or handed on; these are some
 * seconds of work, and no script of a person's or a model's comes near.
 */
export const STEPS = 40_000_000;
/** Scripts in scripts: `$(…)`, `bash -c`, `eval`, aliases, files that start files. */
const DEEPEST = 64;
/** The steps of a command, and of each of its words, beside those of its characters. */
const COST = 400;

/** The steps of a character of code in another language than the shell's: it is cut into tokens, and put together anew. */
export const CODE_COST = 20;

/** A script that is too long, or makes more of itself, than can be read: what it does is not known. */
export class TooMuchScript extends Error {
  override readonly name = "TooMuchScript";
  constructor() {
    super("it is longer, or makes more of itself, than can be read.");
  }
}

/** The calls whose scripts were too much for one guard: no other guard begins to read these. */
const TOO_MUCH = new WeakSet<object>();

/** The patience for the scripts of one call: it counts steps, so that the same call gets the same answer everywhere. */
export class Budget {
  readonly #call: object | undefined;
  #left: number;
  #depth = 0;

  /**
   * @param call the event; absent: other guards read it all the same
   * @throws TooMuchScript if the scripts of the call were too much before
   */
  constructor(call?: object, steps: number = STEPS) {
    this.#call = call;
    this.#left = steps;
    if (call && TOO_MUCH.has(call)) throw new TooMuchScript();
  }

  /** @throws TooMuchScript if no steps are left */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) this.#end();
  }

  /** Those of a command with so many words. */
  spendOnCommand(words: number): void {
    this.spend(COST * (1 + words));
  }

  /** The same for some texts, which are each looked at as a whole. */
  spendOn(texts: readonly string[]): void {
    for (const text of texts) this.#left -= text.length;
    this.spend(texts.length);
  }

  /**
   * Does the work on a script in the script that is read.
   * @throws TooMuchScript if it is in too many others
   */
  inside<Result>(work: () => Result): Result {
    if (this.#depth === DEEPEST) this.#end();
    this.#depth += 1;
    const result = work();
    this.#depth -= 1;
    return result;
  }

  #end(): never {
    if (this.#call) TOO_MUCH.add(this.#call);
    throw new TooMuchScript();
  }
}

/** @returns whether the work came to its end before it was too much script for it */
export function isReadWhole(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof TooMuchScript) return false;
    throw error;
  }
}
