/**
 * Steps that reading the scripts of one call may take. A step is a character that is read or handed on. So many are
 * some seconds of work, and no script of a person's or a model's comes near.
 */
export const STEPS = 40_000_000;
/** Levels of scripts in scripts: `$(…)`, `bash -c`, `eval`, aliases, files that start files. */
const DEEPEST = 64;
/** The steps of a command, and of each of its words, beside the steps of its characters. */
const COST = 400;

/** The steps of a character of code in another language than the shell's: it is cut into tokens, and put together anew. */
export const CODE_COST = 20;

/** A script that is too long, or makes more of itself, than can be read: its effects are not known. */
export class TooMuchScript extends Error {
  override readonly name = "TooMuchScript";
  constructor() {
    super("it is longer, or makes more of itself, than can be read.");
  }
}

/** The calls whose scripts were too much for one guard: no other guard begins to read these scripts. */
const TOO_MUCH = new WeakSet<object>();

/** The patience for the scripts of one call: it counts steps, so that the same call gets the same answer everywhere. */
export class Budget {
  readonly #call: object | undefined;
  #left: number;
  #depth = 0;

  /**
   * @param call the event; absent: other guards read its scripts even if they were too much for this one
   * @throws TooMuchScript if the scripts of the call were too much before
   */
  constructor(call?: object, steps: number = STEPS) {
    this.#call = call;
    this.#left = steps;
    if (call && TOO_MUCH.has(call)) throw new TooMuchScript();
  }

  /** Spends some steps. @throws TooMuchScript if no steps are left */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) this.#end();
  }

  /** Spends the steps of a command with so many words. */
  spendOnCommand(words: number): void {
    this.spend(COST * (1 + words));
  }

  /** Spends the steps of texts that are each looked at as a whole: one for each character and each text. */
  spendOn(texts: readonly string[]): void {
    for (const text of texts) this.#left -= text.length;
    this.spend(texts.length);
  }

  /**
   * Does the work on a script in the script that is read.
   * @throws TooMuchScript if the script is in too many others
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

/** @returns whether the work came to its end, and no script was too much */
export function isReadWhole(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof TooMuchScript) return false;
    throw error;
  }
}
