import type { Token } from "./code-tokens.ts";
import { SOME } from "./found-by.ts";

const LOOPS = /^(?:forEach|map|each)$/;

/** An assignment of a variable, or a loop that sets it. */
export interface Binding {
  readonly at: number;
  /** The index of the first token of the value or, for a loop, of the list. */
  readonly from: number;
  readonly isLoop?: true;
  /** The value; absent until it is computed, `{ value: undefined }` if it cannot be computed. */
  known?: { readonly value: string | undefined };
}

/** The bindings of each variable in code, in the order of the code: assignments and loops. */
export function bindingsOf(tokens: readonly Token[]): ReadonlyMap<string, readonly Binding[]> {
  const bindings = new Bindings(tokens);
  bindings.read();
  return bindings.found;
}

class Bindings {
  readonly #tokens: readonly Token[];
  readonly found = new Map<string, Binding[]>();

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  read(): void {
    const text = (at: number) => this.#tokens[at]?.text ?? "";
    for (let at = 0; at < this.#tokens.length; at += 1) {
      const { kind, text: name } = this.#tokens[at]!;
      if (kind === "name" && text(at + 1) === "=" && text(at - 1) !== ".") this.#add(name, { at, from: at + 2 });
      else if (/^(?:in|of)$/.test(name)) this.#bindLoop(at);
      else if (LOOPS.test(name) && text(at - 1) === ".") this.#bindBlock(at);
      else if (name === "as" && this.#tokens[at + 1]?.kind === "name") {
        // Matches `foreach (glob('x') as $f)`.
        const open = this.#opening(at);
        if (/^foreach$/.test(text(open - 1))) this.#add(text(at + 1), { at, from: open + 1, isLoop: true });
      }
    }
  }

  /** Binds the variables of `for f in …`, `for root, dirs, files in os.walk(…)` or `for (const f of …)`. */
  #bindLoop(at: number): void {
    const names: string[] = [];
    let back = at - 1;
    for (; back >= 0 && at - back < 10 && this.#tokens[back]!.text !== "for"; back -= 1) {
      const { kind, text } = this.#tokens[back]!;
      if (kind === "name" && !/^(?:const|let|var)$/.test(text)) names.unshift(text);
    }
    if (this.#tokens[back]?.text !== "for") return;
    // `os.walk` gives a folder (the first variable), then unknown names of folders and files.
    for (const [index, name] of names.entries())
      this.#add(name, { at, from: at + 1, isLoop: true, ...(index > 0 && { known: { value: SOME } }) });
  }

  /** Binds the variable of `….forEach(f => …)` or `….each { |f| … }`. */
  #bindBlock(at: number): void {
    const name = this.#tokens
      .slice(at + 1, at + 6)
      .find(({ kind, text }) => kind === "name" && !/^(?:do|function)$/.test(text));
    const start = this.#startBefore(at - 1);
    if (name && start !== undefined) this.#add(name.text, { at, from: start, isLoop: true });
  }

  #add(name: string, binding: Binding): void {
    const all = this.found.get(name);
    if (all) all.push(binding);
    else this.found.set(name, [binding]);
  }

  /** The index of the innermost bracket that is open before `at`; 0 if none is found. */
  #opening(at: number): number {
    let depth = 0;
    for (let back = at - 1; back >= 0 && at - back < 60; back -= 1) {
      const { text } = this.#tokens[back]!;
      if (/^[)\]]$/.test(text)) depth += 1;
      else if (/^[([]$/.test(text) && depth-- === 0) return back;
    }
    return 0;
  }

  /** The index of the first token of the call in front of a dot; `undefined` if it is not found. */
  #startBefore(dot: number): number | undefined {
    let at = dot - 1;
    if (this.#tokens[at]?.text === "]") return this.#opening(at);
    for (let calls = 0; calls < 8; calls += 1) {
      if (this.#tokens[at]?.text === ")") at = this.#opening(at);
      if (this.#tokens[at]?.text === "(") at -= 1;
      if (this.#tokens[at - 1]?.text !== "." || at < 2) break;
      at -= 2;
    }
    return this.#tokens[at]?.kind === "punctuation" ? undefined : at;
  }
}
