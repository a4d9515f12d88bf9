import type { ProgressStep } from "../kit/io.ts";

/** Who may use the terminal: nobody writes, the thread writes this moment, the line is hidden. */
const FREE = 0;
const DRAWING = 1;
const HIDDEN = 2;

/** Bytes of the words that say what is done. */
const WORDS = 120;

/**
 * What two threads know about long work: one does it, and is deaf while a git runs; the other draws the line. All of it
 * lies in shared memory, so a report costs next to nothing.
 */
export class ProgressBoard {
  readonly shared: SharedArrayBuffer;
  readonly #flags: Int32Array; // who may write, whether a line stands there, unit, columns, length of the words
  readonly #numbers: Float64Array; // done, total, begin of all, begin of this step
  readonly #words: Uint8Array;

  constructor(shared = new SharedArrayBuffer(64 + WORDS)) {
    this.shared = shared;
    this.#numbers = new Float64Array(shared, 0, 4);
    this.#flags = new Int32Array(shared, 32, 5);
    this.#words = new Uint8Array(shared, 64, WORDS);
  }

  /** Nothing is shown until the first report. */
  begin(columns: number): void {
    this.#flags[0] = HIDDEN;
    this.#flags[3] = columns;
  }

  report({ doing, done, total, unit }: ProgressStep, now: number): void {
    const isNew = Atomics.load(this.#flags, 0) === HIDDEN;
    const words = Buffer.from(doing).subarray(0, WORDS);
    if (isNew) this.#numbers[2] = now;
    if (isNew || words.compare(this.#words, 0, this.#flags[4]) !== 0) {
      this.#numbers[3] = now;
      this.#words.set(words);
      this.#flags[4] = words.length;
    }
    this.#numbers[0] = done;
    this.#numbers[1] = total;
    this.#flags[2] = unit === "files" ? 0 : 1;
    if (isNew) Atomics.store(this.#flags, 0, FREE);
  }

  /** From now on nobody draws. Gives whether there is a line to take away. */
  hide(): boolean {
    // At the end of the process the thread may have been stopped while it drew: then nobody will ever say so.
    for (let tries = 0; tries < 20 && Atomics.compareExchange(this.#flags, 0, FREE, HIDDEN) === DRAWING; tries += 1)
      Atomics.wait(this.#flags, 0, DRAWING, 5);
    return Atomics.exchange(this.#flags, 1, 0) === 1;
  }

  /** Draws what is known, unless the line is hidden. */
  draw(now: number, after: number, write: (step: ProgressStep, seconds: number, columns: number) => void): void {
    if (Atomics.compareExchange(this.#flags, 0, FREE, DRAWING) !== FREE) return;
    const [done = 0, total = 0, begin = 0, step = 0] = this.#numbers;
    if (now - begin >= after) {
      const doing = Buffer.from(this.#words.slice(0, this.#flags[4])).toString("utf8");
      write(
        { doing, done, total, unit: this.#flags[2] === 0 ? "files" : "bytes" },
        (now - step) / 1000,
        this.#flags[3]!,
      );
      this.#flags[1] = 1;
    }
    Atomics.store(this.#flags, 0, FREE);
    Atomics.notify(this.#flags, 0);
  }
}
