import { bindingsOf, type Binding } from "./bindings-in-code.ts";
import { tokensOf, type Token } from "./code-tokens.ts";
import { SOME } from "./found-by.ts";
import { ENVIRONMENT, OF_HOME, SAME, SAME_METHOD } from "./path-functions.ts";
import { isPathCall, joined, joinedSome, pathOfCall, placeNamed, someOf } from "./path-functions.ts";
import { behindBracket, behindEmpty, behindOperand, behindRequire } from "./token-places.ts";

/** The most levels of expressions inside expressions, and of variables whose value names other variables. */
const DEEPEST = 12;
/** Words by which code selects files before it does something with them. */
const TESTS = /^(?:if|unless|filter|select|reject|grep|match|endswith|\?)$/;

type Found = readonly [value: string, next: number];

/** Computes the values of path expressions in code, as far as they follow from the code alone. */
export class PathsInCode {
  readonly #tokens: readonly Token[];
  readonly #bindings: ReadonlyMap<string, readonly Binding[]>;
  /** The values of variables of the surrounding code, if this code stands inside a string. */
  readonly #outer: ((name: string) => string | undefined) | undefined;
  /**
   * Whether the code tests names of files. If it does, a pattern of all files in a folder is replaced by `{}`, unknown
   * names.
   */
  readonly #tests: boolean;
  #depth = 0;

  constructor(tokens: readonly Token[], outer?: (name: string) => string | undefined) {
    this.#tokens = tokens;
    this.#outer = outer;
    this.#tests = tokens.some(({ text }) => TESTS.test(text));
    this.#bindings = bindingsOf(tokens);
  }

  /**
   * The value of an expression `a + b`, `a / b`, or `a . b` (PHP, Perl) and the index after it; `undefined` if it is
   * not known.
   */
  expression(from: number): Found | undefined {
    if (this.#depth > DEEPEST) return undefined;
    this.#depth += 1;
    let value = this.#operand(from);
    while (value) {
      const sign = this.#tokens[value[1]]?.text ?? "";
      if (!/^[+/.]$/.test(sign)) break;
      const [at, isDot] = [value[1] + 1, sign === "."];
      const behind = this.#tokens[at];
      if (isDot && behind?.kind !== "text" && !/^(?:\$|getenv$)/.test(behind?.text ?? "")) break;
      const next = this.#operand(at);
      if (!next) {
        // An unknown part of a path becomes an unknown name (`{}`).
        if (sign === "+" && /^[~/.\w][^\s]*$/.test(value[0]))
          value = [joinedSome(value[0]), behindOperand(this.#tokens, at)];
        break;
      }
      value = [sign === "/" ? joined([value[0], next[0]]) : value[0] + next[0], next[1]];
    }
    this.#depth -= 1;
    return value;
  }

  #operand(at: number): Found | undefined {
    const first = this.#primary(at);
    return first && this.#methods(first);
  }

  #primary(at: number): Found | undefined {
    const token = this.#tokens[at];
    if (token === undefined) return undefined;
    if (token.kind === "text") {
      const value = this.#filled(token, at);
      return value === undefined ? undefined : [value, at + 1];
    }
    if (token.text === "(") {
      const inside = this.expression(at + 1);
      return inside && this.#tokens[inside[1]]?.text === ")" ? [inside[0], inside[1] + 1] : undefined;
    }
    return token.kind === "name" ? this.#named(at) : undefined;
  }

  /** The value of a call of a known function, of a name of the home folder, or of a variable. */
  #named(at: number): Found | undefined {
    const behind = behindRequire(this.#tokens, at);
    const names: [string, number][] = [behind === undefined ? [this.#tokens[at]!.text, at + 1] : ["path", behind]];
    for (let [name, next] = names[0]!; names.length < 8; names.push([name, next])) {
      if (this.#tokens[next]?.text !== "." || this.#tokens[next + 1]?.kind !== "name") break;
      name += `.${this.#tokens[next + 1]!.text}`;
      next += 2;
    }
    for (const [whole, end] of names.toReversed()) {
      const found = this.#meaning(whole, end, at);
      if (found) return found;
    }
    return undefined;
  }

  #meaning(name: string, end: number, at: number): Found | undefined {
    const open = this.#tokens[end]?.text;
    const place = placeNamed(name);
    if (place !== undefined) return [place, behindEmpty(this.#tokens, end)];
    if (/^[[{]$/.test(open ?? "") && (ENVIRONMENT.test(name) || name === "Dir")) {
      const key = this.#tokens[end + 1]?.text ?? "";
      if (!/^[\]}]$/.test(this.#tokens[end + 2]?.text ?? "")) return undefined;
      if (name === "Dir") return [key, end + 3];
      return OF_HOME.test(key) ? ["~", end + 3] : undefined;
    }
    if (open === "(") return this.#called(name, end + 1);
    const value = name.includes(".") ? undefined : this.#variable(name, at);
    return value === undefined ? undefined : [value, end];
  }

  #called(name: string, from: number): Found | undefined {
    const [values, next] = isPathCall(name) ? this.#arguments(from) : [[], from];
    const value = pathOfCall(name, values);
    return value === undefined ? undefined : [SAME.test(name) ? this.#some(value) : value, next];
  }

  /** The values of a call's arguments up to the first unknown one, and the index after the closing bracket. */
  #arguments(from: number): [string[], number] {
    const values: string[] = [];
    let at = from;
    for (;;) {
      const value = this.expression(at);
      const sign = value && this.#tokens[value[1]]?.text;
      if (!value || (sign !== "," && sign !== ")")) break;
      values.push(value[0]);
      at = value[1] + 1;
      if (sign === ")") return [values, at];
    }
    // An unknown argument becomes an unknown name (`{}`) after the known ones.
    if (values.length > 0 && this.#tokens[at]?.kind !== "text") values.push(SOME);
    return [values, behindBracket(this.#tokens, at)];
  }

  #variable(name: string, at: number): string | undefined {
    return this.#outer ? this.#outer(name) : this.#valueAt(name, at);
  }

  #valueAt(name: string, at: number): string | undefined {
    const all = this.#bindings.get(name) ?? [];
    const binding = lastBefore(at, all) ?? all[0];
    if (!binding) return undefined;
    if (!binding.known) {
      // Set before the value is computed, so that a variable whose value names itself has none.
      binding.known = { value: undefined };
      const value = (binding.isLoop ? this.#list(binding.from) : undefined) ?? this.expression(binding.from)?.[0];
      binding.known = { value };
    }
    return binding.known.value;
  }

  /** The values of a list as a pattern: `['/etc', '/usr']` → `{/etc,/usr}`. */
  #list(from: number): string | undefined {
    if (!/^[[(]$/.test(this.#tokens[from]?.text ?? "")) return undefined;
    const values: string[] = [];
    for (let at = from + 1; values.length < 32; ) {
      const value = this.expression(at);
      if (!value) break;
      values.push(value[0]);
      if (this.#tokens[value[1]]?.text !== ",") break;
      at = value[1] + 1;
    }
    return values.length > 1 ? `{${values.join(",")}}` : values[0];
  }

  /** Applies methods of a path that return another path. */
  #methods([start, from]: Found): Found {
    let [value, at] = [start, from];
    while (this.#tokens[at]?.text === ".") {
      const name = this.#tokens[at + 1]?.text ?? "";
      const isCall = this.#tokens[at + 2]?.text === "(";
      if (SAME_METHOD.test(name)) at = isCall ? behindBracket(this.#tokens, at + 3) : at + 2;
      else if (name === "iterdir" && isCall) [value, at] = [joined([value, SOME]), at + 4];
      else if (/^(?:r?glob|joinpath|joinPath)$/.test(name) && isCall) {
        const [values, next] = this.#arguments(at + 3);
        if (values.length === 0) break;
        const deep = name === "rglob" ? ["**"] : [];
        [value, at] = [this.#some(joined([value, ...deep, ...values])), next];
      } else break;
    }
    return [value, at];
  }

  /** The pattern as given or, if the code selects files, with `{}` (unknown names) in place of a last `*`. */
  #some(pattern: string): string {
    return this.#tests ? someOf(pattern) : pattern;
  }

  /** A quoted text with the values of known variables. */
  #filled({ text, prefix, quote }: Token, at: number): string {
    const isFormat = /f/i.test(prefix);
    if ((quote === "'" && !isFormat) || !/[{$]/.test(text)) return text;
    return text.replace(
      isFormat ? /\{([^{}]{1,80})\}/g : /[#$]\{([^{}]{1,80})\}|(\$ENV\{HOME\}|\$[A-Za-z_]\w{0,40})|\{(\$\w{1,40})\}/g,
      (whole, ...[one, two, three]: (string | undefined)[]) => {
        const variable = (name: string) => this.#variable(name, at);
        return new PathsInCode(tokensOf(one ?? two ?? three ?? ""), variable).expression(0)?.[0] ?? whole;
      },
    );
  }
}

/** The last binding before index `at`. Bindings are sorted, and a name may have thousands, hence a binary search. */
function lastBefore(at: number, bindings: readonly Binding[]): Binding | undefined {
  let [low, high] = [0, bindings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bindings[middle]!.at < at) low = middle + 1;
    else high = middle;
  }
  return bindings[low - 1];
}
