/** Texts that a regular expression may match, made from its own source. Whoever asks tries them with it. */

/**
 * One text of a pattern by a generator of whole numbers. What it only looks for, `(?=.*x)`, stands at the end; what must
 * not follow is left to the pattern itself.
 */
export function matchingText({ source }: RegExp, chance: (below: number) => number): string {
  const maker = new TextMaker(source, chance);
  const text = maker.make();
  return [text.trim(), ...maker.looked].join(" ").trim();
}

const WORD = "abcdexyz019";

class TextMaker {
  readonly #source: string;
  readonly #chance: (below: number) => number;
  #at = 0;
  readonly looked: string[] = [];

  constructor(source: string, chance: (below: number) => number) {
    this.#source = source;
    this.#chance = chance;
  }

  make(): string {
    return this.#either();
  }

  /** All ways are read; one of them is taken, with what it looks for. */
  #either(): string {
    const ways: { text: string; looked: string[] }[] = [];
    const before = [...this.looked];
    do {
      this.looked.length = 0;
      ways.push({ text: this.#sequence(), looked: [...this.looked] });
    } while (this.#takes("|"));
    const way = ways[this.#chance(ways.length)]!;
    this.looked.splice(0, this.looked.length, ...before, ...way.looked);
    return way.text;
  }

  #takes(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #sequence(): string {
    let text = "";
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source[this.#at]!)) text += this.#quantified();
    return text;
  }

  #quantified(): string {
    const from = this.#at;
    const known = this.looked.length;
    let text = this.#one();
    const behind = this.#at;
    const [sign = ""] = /^(?:[?*+]|\{\d+(?:,\d*)?\})\??/.exec(this.#source.slice(behind)) ?? [];
    const least = sign === "" || sign.startsWith("+") ? 1 : Number(/^\{(\d+)/.exec(sign)?.[1] ?? 0);
    const count = sign === "" ? 1 : least + this.#chance(sign.startsWith("?") ? 2 : 3);
    if (count === 0) this.looked.length = known;
    text = count === 0 ? "" : text;
    for (let round = 1; round < count; round += 1) {
      this.#at = from;
      text += this.#one();
    }
    this.#at = behind + sign.length;
    return text;
  }

  #one(): string {
    const char = this.#source[this.#at++]!;
    if (char === "(") return this.#group();
    if (char === "[") return this.#class();
    if (char === "^" || char === "$") return "";
    if (char === ".") return WORD[this.#chance(WORD.length)]!;
    return char === "\\" ? this.#escaped() : char;
  }

  #escaped(): string {
    const char = this.#source[this.#at++]!;
    if (char === "x") return String.fromCharCode(parseInt(this.#source.slice(this.#at, (this.#at += 2)), 16));
    if (char === "d") return String(this.#chance(10));
    if (char === "w" || char === "S") return WORD[this.#chance(WORD.length)]!;
    if (char === "s") return " ";
    return char === "b" || char === "B" ? "" : char;
  }

  #group(): string {
    if (this.#takes("?=")) {
      const text = this.#either();
      this.#takes(")");
      this.looked.push(text.trim());
      return "";
    }
    const isNot = this.#takes("?!") || this.#takes("?<!") || this.#takes("?<=");
    this.#takes("?:");
    const known = [...this.looked];
    const text = this.#either();
    this.#takes(")");
    if (!isNot) return text;
    this.looked.splice(0, this.looked.length, ...known);
    return "";
  }

  #class(): string {
    const end = this.#source.indexOf("]", this.#at + 1);
    const inside = this.#source.slice(this.#at, end).replace(/\\([^a-zA-Z])/g, "$1");
    this.#at = end + 1;
    const of = new RegExp(`[${this.#source.slice(end - inside.length, end)}]`);
    const all = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).filter((one) =>
      isIn(one, inside, of),
    );
    return all[this.#chance(all.length)] ?? "";
  }
}

function isIn(char: string, inside: string, of: RegExp): boolean {
  return inside.startsWith("^") ? /[a-z0-9]/.test(char) && of.test(char) : of.test(char);
}
