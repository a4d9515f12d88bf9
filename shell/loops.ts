import { isName, LIST } from "./expansion.ts";

/** Words of the grammar that stand before a loop in the same command: `then for …`. */
const BEFORE = /^(?:[!({]|if|elif|then|do|else|time)$/;
const LOOPS = /^(?:for|while|until|select)$/;

/** The most rounds that are read for one loop, and the most characters that are read again in a script. */
const [MOST_ROUNDS, MOST_AGAIN] = [64, 50_000];
/** The most rounds of a loop that reads the lines of a file. */
const MOST_LINES = 256;

/** The values of a loop's variables in one round, in the order of their names. */
type Round = readonly string[];

/** A loop whose `done` is still to come. */
interface Loop {
  readonly names: readonly string[];
  /** The rounds that are still to be read. */
  readonly left: Round[];
  /** The values after the loop: all items as one text, for a part of the script that is read later. */
  readonly all: Round;
  /** The offset of the loop's body. */
  start: number;
  /** The words after `while` of a loop that reads lines, and the values of its variables before its body. */
  readonly reads?: { readonly words: readonly string[]; readonly before: string };
}

/**
 * The loops of a script that is being read. The body of `for name in a b` is read once for each item, so that `"$name/x"`
 * is two paths, and the body of `while read name` once for each line that is known. If there is too much to read, the
 * items that are left are one text in the last round.
 */
export class Loops {
  readonly #set: (name: string, value: string) => void;
  readonly #open: Loop[] = [];
  #again = MOST_AGAIN;
  /** The loop whose `done` was read last, and the same loop if the input behind `done` told its lines. */
  #last: Loop | undefined;
  #told: Loop | undefined;
  /** The rest of the script is read again with all items of each loop as one text. */
  #isOver = false;

  /** @param set gives a variable its value */
  constructor(set: (name: string, value: string) => void) {
    this.#set = set;
  }

  /**
   * Notes a command that may begin a loop.
   * @param valueOf the value of a variable: `@` is what `for name` without a list goes through, and a variable of
   * `while read` holds all lines
   * @param hasInput the command has an input of its own: `done < list`
   */
  note(all: readonly string[], valueOf: (name: string) => string | undefined, hasInput: boolean): void {
    const last = this.#last;
    this.#last = undefined;
    if (this.#isOver) return;
    if (last?.reads && hasInput && all[0] === "done" && knownOf(last.reads.words, valueOf) !== last.reads.before)
      this.#told = last;
    const [word = "", ...rest] = all.slice(all.findIndex((one) => !BEFORE.test(one)));
    if (!LOOPS.test(word)) return;
    if (word === "for") this.#begin(itemsOf(rest, valueOf), { start: -1 });
    else this.#begin(linesOf(rest, valueOf), { start: -1, reads: { words: rest, before: knownOf(rest, valueOf) } });
  }

  #begin({ names, rounds, most }: Rounds, loop: Pick<Loop, "start" | "reads">): void {
    const left = rounds.slice(0, most - 1);
    left.push(...joined(rounds.slice(most - 1)));
    this.#open.push({ ...loop, names, left, all: joined(rounds)[0] ?? [] });
    if (left.length > 1) this.#setAll(names, left.shift()!);
    else left.length = 0;
  }

  /**
   * The offset at which the script is to be read on after a pipeline. It is the body of a loop whose lines an earlier
   * command of the script wrote, so that they are known only since the input behind `done`: that is read once more.
   * @param at the offset after the pipeline
   */
  readOn(at: number, valueOf: (name: string) => string | undefined): number {
    const told = this.#told;
    this.#told = undefined;
    if (!told?.reads || told.start < 0 || this.#isOver || at - told.start > this.#again) return at;
    this.#again -= at - told.start;
    this.#begin(linesOf(told.reads.words, valueOf), { start: told.start });
    return told.start;
  }

  #setAll(names: readonly string[], values: Round): void {
    for (const [at, name] of names.entries()) if (values[at] !== undefined) this.#set(name, values[at]);
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
      this.#setAll(loop.names, next);
      return loop.start;
    }
    this.#open.pop();
    this.#last = loop;
    if (loop) this.#setAll(loop.names, loop.all);
    return at;
  }

  /**
   * Notes the end of the script, which is read once more if a loop is open that has more items.
   * @returns the offset at which it is to be read on; `undefined` if it is read to its end
   */
  endAll(): number | undefined {
    const start = this.#open.find(({ left, start: from }) => left.length > 0 && from >= 0)?.start;
    if (start === undefined) return undefined;
    for (const { names, all } of this.#open) this.#setAll(names, all);
    this.#isOver = true;
    this.#open.length = 0;
    return start;
  }
}

interface Rounds {
  readonly names: readonly string[];
  readonly rounds: Round[];
  readonly most: number;
}

/** The rounds of `for name in a b`. @param rest the words after `for` */
function itemsOf(
  [name = "", isIn, ...given]: readonly string[],
  valueOf: (name: string) => string | undefined,
): Rounds {
  const items = isIn === "in" ? given : isIn === undefined ? (valueOf("@")?.split(LIST) ?? []) : [];
  return { names: [name], rounds: items.map((item) => [item]), most: MOST_ROUNDS };
}

/** The variables of `while IFS= read a b`. @param rest the words after `while` */
function namesRead(rest: readonly string[]): readonly string[] {
  const at = rest.findIndex((word) => !/^\w+=/.test(word));
  return rest[at] === "read" ? rest.slice(at + 1).filter(isName) : [];
}

/** The values of a loop's variables as one text, by which a change of these is seen. */
function knownOf(rest: readonly string[], valueOf: (name: string) => string | undefined): string {
  return JSON.stringify(namesRead(rest).map((name) => valueOf(name) ?? null));
}

/** The rounds of `while read a b`, one for each line. @param rest the words after `while` */
function linesOf(rest: readonly string[], valueOf: (name: string) => string | undefined): Rounds {
  const names = namesRead(rest);
  const columns = names.map((name) => valueOf(name)?.split(LIST) ?? []);
  const rounds = (columns[0] ?? []).map((_, line) => columns.map((column) => column[line] ?? ""));
  return { names, rounds: rounds.length > 1 ? rounds : [], most: MOST_LINES };
}

/** Some rounds as one, with all values of each variable as one text; none if there are none. */
function joined(rounds: readonly Round[]): Round[] {
  const [first] = rounds;
  return first ? [first.map((_, at) => rounds.map((round) => round[at] ?? "").join(" "))] : [];
}
