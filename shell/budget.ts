/**
 * The most steps that the scripts of one call may take; each character that is read or passed on takes one step. 40
 * million steps take a few seconds, and real scripts need far fewer.
 */
export const STEPS = 40_000_000;
/** The most levels of scripts inside scripts: `$(…)`, `bash -c`, `eval`, aliases, files that start files. */
const DEEPEST = 64;
/** The steps that a command and each of its words take, in addition to the steps for their characters. */
const COST = 400;

/** The steps for a character of code in another language, which is split into tokens and joined again. */
export const CODE_COST = 20;

/** A script that is too long, or expands to more than can be read, so its effects are not known. */
export class TooMuchScript extends Error {
  override readonly name = "TooMuchScript";
  constructor() {
    super("it is longer, or makes more of itself, than can be read.");
  }
}

/**
 * The calls whose scripts exceeded the budget of one guard. The other guards of the call do not start to read its
 * scripts.
 */
const TOO_MUCH = new WeakSet<object>();

/**
 * Limits the work on the scripts of one call. It counts steps and not time, so that the same call gets the same answer
 * on every machine.
 */
export class Budget {
  readonly #call: object | undefined;
  #left: number;
  #depth = 0;

  /**
   * @param call the event; absent: the budget is not shared with other guards of the call
   * @throws TooMuchScript if the call's scripts already exceeded the budget of another guard
   */
  constructor(call?: object, steps: number = STEPS) {
    this.#call = call;
    this.#left = steps;
    if (call && TOO_MUCH.has(call)) throw new TooMuchScript();
  }

  /** Takes steps from the budget. @throws TooMuchScript if none are left */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) this.#end();
  }

  /** Takes the steps for a command with this number of words. */
  spendOnCommand(words: number): void {
    this.spend(COST * (1 + words));
  }

  /** Takes the steps for texts that are read as a whole: one for each character and one for each text. */
  spendOn(texts: readonly string[]): void {
    for (const text of texts) this.#left -= text.length;
    this.spend(texts.length);
  }

  /**
   * Does the work for a script inside the current one.
   * @throws TooMuchScript if the nesting is too deep
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

/** @returns false if the work exceeded a budget and was not finished */
export function isReadWhole(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof TooMuchScript) return false;
    throw error;
  }
}
