import { isGroup } from "./grammar-words.ts";

/** The arms of `case … in`, whose patterns are words and no commands. */
export class Arms {
  /** The number of `case … in` that are open. */
  #open = 0;
  /** An arm has ended, so that a pattern or `esac` follows. */
  #isBetween = false;

  /** The place of the word `case` in the present command. */
  #case: number | undefined;

  /** Notes a word. @param written the word as the script writes it: in quotes it is none of the grammar */
  word(written: string, before: readonly string[]): void {
    if (written === "case" && isGroup(before)) this.#case = before.length;
  }

  /** Notes a command that may begin or end the arms of a `case`. */
  note(all: readonly string[]): void {
    const at = this.#case;
    this.#case = undefined;
    if (at !== undefined && all[at + 2] === "in") {
      this.#open += 1;
      // The first pattern may stand in the next line.
      this.#isBetween = all.length === at + 3;
    } else if (this.#open > 0 && (all[0] === "esac" || all[1] === "esac")) {
      this.#open -= 1;
      this.#isBetween = false;
    }
  }

  /** Notes an operator between commands. @param isBreak it ends an arm: `;;` */
  end(isBreak: boolean): void {
    this.#isBetween = isBreak && this.#open > 0;
  }

  /** Whether the words since the last operator are patterns of an arm. */
  isPattern(all: readonly string[]): boolean {
    return this.#isBetween && all[0] !== "esac";
  }
}
