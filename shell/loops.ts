import { LIST } from "./expansion.ts";

/** Words of the grammar that stand before a loop in the same command: `then for …`. */
const BEFORE = /^(?:[!({]|if|elif|then|do|else|time)$/;
const LOOPS = /^(?:for|while|until|select)$/;

/** The most rounds that are read for one loop, and the most characters that are read again in a script. */
const [MOST_ROUNDS, MOST_AGAIN] = [64, 50_000];

/** A loop whose `done` is still to come. */
interface Loop {
  readonly name: string;
  /** The values of the rounds that are still to be read. */
  readonly left: string[];
  /** The value after the loop: all items as one text, for a part of the script that is read later. */
  readonly all: string;
  /** The offset of the loop's body. */
  start: number;
}

/**
 * The loops of a script that is being read. The body of `for name in a b` is read once for each item, so that `"$name/x"`
 * is two paths. If there is too much to read, the items that are left are one text in the last round.
 */
export class Loops {
  readonly #set: (name: string, value: string) => void;
  readonly #open: Loop[] = [];
  #again = MOST_AGAIN;
  /** The rest of the script is read again with all items of each loop as one text. */
  #isOver = false;

  /** @param set gives a variable its value */
  constructor(set: (name: string, value: string) => void) {
    this.#set = set;
  }

  /** Notes a command that may begin a loop. @param items what `for name` without a list goes through */
  note(all: readonly string[], items: () => string | undefined): void {
    const [word = "", name = "", isIn, ...given] = all.slice(all.findIndex((one) => !BEFORE.test(one)));
    if (!LOOPS.test(word) || this.#isOver) return;
    const values = word !== "for" ? [] : isIn === "in" ? given : isIn === undefined ? (items()?.split(LIST) ?? []) : [];
    const left = values.slice(0, MOST_ROUNDS - 1);
    left.push(...joined(values.slice(MOST_ROUNDS - 1)));
    this.#open.push({ name, left, all: values.join(" "), start: -1 });
    if (left.length > 1) this.#set(name, left.shift()!);
    else left.length = 0;
  }

  /** Notes that the script is read up to an offset: there the body of the last loop begins, if it has not begun. */
  readTo(at: number): void {
    const loop = this.#open.at(-1);
    if (loop?.start === -1) loop.start = at;
  }

  /**
   * Notes the word `done`. @param at the offset after it
   * @returns the offset at which the script is to be read on: that of the body again, if a round is left
   */
  end(at: number): number {
    const loop = this.#open.at(-1);
    if (loop && at - loop.start > this.#again) loop.left.splice(0, loop.left.length, ...joined(loop.left));
    const next = loop?.left.shift();
    if (loop && next !== undefined) {
      this.#again = Math.max(0, this.#again - (at - loop.start));
      this.#set(loop.name, next);
      return loop.start;
    }
    this.#open.pop();
    if (loop && loop.all !== "") this.#set(loop.name, loop.all);
    return at;
  }

  /**
   * Notes the end of the script, which is read once more if a loop is open that has more items.
   * @returns the offset at which it is to be read on; `undefined` if it is read to its end
   */
  endAll(): number | undefined {
    const start = this.#open.find(({ left, start: from }) => left.length > 0 && from >= 0)?.start;
    if (start === undefined) return undefined;
    for (const { name, all } of this.#open) if (all !== "") this.#set(name, all);
    this.#isOver = true;
    this.#open.length = 0;
    return start;
  }
}

/** Some items as one; none if there are none. */
function joined(items: readonly string[]): string[] {
  return items.length > 0 ? [items.join(" ")] : [];
}
