import type { Token } from "./code-tokens.ts";
import { behindBracket } from "./token-places.ts";

/** A function that code defines, with all its calls. */
export interface CodeFunction {
  /** The index of the token with the function's name. */
  readonly at: number;
  readonly parameters: readonly Parameter[];
  /** The indices of the expressions that the function may return. */
  readonly returns: number[];
  /** The indices of the tokens behind the opening bracket of each call. */
  readonly calls: number[];
}

/** A parameter of a function; the last one may take all arguments that are left. */
interface Parameter {
  readonly name: string;
  readonly isRest: boolean;
}

/** Words that stand before a bracket and are no name of a function. */
const NO_NAME = /^(?:if|for|while|switch|catch|function|return|foreach|unless|until|and|or|not|in|of|elif|with)$/;
/** The methods that make an object, which is called by the name of its class. */
const MAKES = /^(?:__init__|constructor|initialize)$/;

/** The functions of code by their names; a class stands for the method that makes an object of it. */
export function functionsOf(tokens: readonly Token[]): ReadonlyMap<string, CodeFunction> {
  const found = new Functions(tokens);
  found.read();
  return found.found;
}

class Functions {
  readonly #tokens: readonly Token[];
  readonly found = new Map<string, CodeFunction>();
  readonly #opened = new Set<number>();

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  #text(at: number): string {
    return this.#tokens[at]?.text ?? "";
  }

  read(): void {
    let ofClass = "";
    let last: CodeFunction | undefined;
    for (let at = 0; at < this.#tokens.length; at += 1) {
      const { kind, text } = this.#tokens[at]!;
      if (kind !== "name") continue;
      if (text === "class") ofClass = this.#text(at + 1);
      if (text === "return") last?.returns.push(at + 1);
      const open = this.#parametersAt(at);
      if (open === undefined) continue;
      last = this.#define(at, open);
      this.found.set(MAKES.test(text) ? ofClass : text, last);
    }
    for (const [at, { kind, text }] of this.#tokens.entries()) {
      if (kind !== "name" || this.#text(at + 1) !== "(" || this.#opened.has(at + 1)) continue;
      const name = text === "new" && this.#text(at - 1) === "." ? this.#text(at - 2) : text;
      this.found.get(name)?.calls.push(at + 2);
    }
  }

  /** The index of the bracket, or of the single name, with the parameters of the function that a name defines. */
  #parametersAt(at: number): number | undefined {
    const [before, next] = [this.#text(at - 1), this.#text(at + 1)];
    if (/^(?:def|function|sub)$/.test(before)) return /^[({]$/.test(next) ? at + 1 : undefined;
    if (next === "=" || next === ":") {
      let from = at + 2;
      while (/^(?:async|function)$/.test(this.#text(from))) from += 1;
      if (this.#text(from - 1) === "function" && this.#text(from) === "(") return from;
      const end = this.#text(from) === "(" ? behindBracket(this.#tokens, from + 1) : from + 1;
      return this.#text(end) === "=>" ? from : undefined;
    }
    if (next !== "(" || NO_NAME.test(this.#text(at)) || /^(?:\.|new)$/.test(before)) return undefined;
    return this.#text(behindBracket(this.#tokens, at + 2)) === "{" ? at + 1 : undefined;
  }

  #define(at: number, open: number): CodeFunction {
    this.#opened.add(open);
    const isBody = this.#text(open) === "{";
    const end = this.#text(open) === "(" ? behindBracket(this.#tokens, open + 1) : open + 1;
    const parameters = isBody ? this.#ofPerl(open) : this.#parametersIn(open, end);
    const isShort = this.#text(end) === "=>" && this.#text(end + 1) !== "{";
    return { at, parameters, returns: isShort ? [end + 1] : [], calls: [] };
  }

  #parametersIn(open: number, end: number): Parameter[] {
    const names: Parameter[] = [];
    let [depth, isNext] = [0, true];
    for (let at = this.#text(open) === "(" ? open + 1 : open; at < end; at += 1) {
      const { kind, text } = this.#tokens[at]!;
      if (/^[([{]$/.test(text)) depth += 1;
      else if (/^[)\]}]$/.test(text)) depth -= 1;
      if (depth === 0 && text === ",") isNext = true;
      else if (isNext && kind === "name" && depth === 0) {
        isNext = false;
        if (!/^(?:self|cls|this)$/.test(text)) names.push({ name: text, isRest: /^[.*]$/.test(this.#text(at - 1)) });
      }
    }
    return names;
  }

  /** The parameters of `sub f { my ($a, $b) = @_; … }` and `sub f { my $a = shift; … }`. */
  #ofPerl(open: number): Parameter[] {
    const names: Parameter[] = [];
    for (let at = open + 1; at < open + 30 && at < this.#tokens.length; at += 1) {
      if (this.#text(at) === "@_" || this.#text(at) === "}") break;
      if (this.#text(at).startsWith("$")) names.push({ name: this.#text(at), isRest: false });
    }
    return names;
  }
}
