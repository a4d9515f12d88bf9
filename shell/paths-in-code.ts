import { namesOf } from "./bindings-in-code.ts";
import { Budget } from "./budget.ts";
import { linesOf, type CodeContext } from "./code-context.ts";
import { tokensOf, type Token } from "./code-tokens.ts";
import { textAt, type Expressions, type Found } from "./expressions.ts";
import { someBelow } from "./found-by.ts";
import { inBrackets, listAt, mappedByPerl, objectAt, wordsAt } from "./lists-in-code.ts";
import { withMethods } from "./methods-in-code.ts";
import { NamedValues } from "./named-values.ts";
import { joined, joinedSome } from "./path-functions.ts";
import { behindOperand } from "./token-places.ts";
import { anyOfValues, combined, formatted, spread, valueOf, type Value } from "./values-in-code.ts";
import { VariablesInCode } from "./variables-in-code.ts";

/** The most levels of expressions inside expressions. */
const DEEPEST = 16;
/** The most operands that are read for one code, and further ones for each of its tokens. */
const [MOST_OPERANDS, FOR_TOKEN] = [50_000, 2] as const;
/** The characters of an evaluated text that count as an operand. */
const CHARACTERS = 128;
/** Words by which code selects files before it does something with them. */
const TESTS = /^(?:if|unless|filter|select|reject|grep|match|endswith|\?)$/;
/** Words before an operand that do not change its value. */
const PREFIX = /^(?:await|new|\.{3}|\*)$/;

/** The code around a string that holds code, and the index of the string in it. */
interface Surrounding {
  readonly variables: VariablesInCode;
  readonly at: number;
  readonly depth: number;
  readonly budget: Budget;
}

/**
 * Computes the values of path expressions in code, as far as they follow from the code and its surroundings.
 * @throws TooMuchScript if variables and functions refer to one another so often that the work is not linear
 */
export class PathsInCode implements Expressions {
  readonly tokens: readonly Token[];
  readonly tests: boolean;
  readonly #context: CodeContext;
  readonly #outer: Surrounding | undefined;
  readonly #variables: VariablesInCode;
  readonly #named: NamedValues;
  #depth: number;
  readonly #budget: Budget;
  /** The index at which no further method is applied, since the value in front of it is asked for. */
  #until = Number.POSITIVE_INFINITY;

  constructor(tokens: readonly Token[], context: CodeContext = {}, outer?: Surrounding) {
    this.tokens = tokens;
    this.tests = tokens.some(({ text, kind }) => kind !== "text" && TESTS.test(text));
    this.#context = context;
    this.#outer = outer;
    this.#depth = outer?.depth ?? 0;
    this.#budget = outer?.budget ?? new Budget(undefined, MOST_OPERANDS + FOR_TOKEN * tokens.length);
    this.#variables = outer?.variables ?? new VariablesInCode(this, namesOf(tokens), context);
    this.#named = new NamedValues(this, this.#variables, context, outer?.at);
  }

  /**
   * The value of an expression and the index after it; `undefined` if it is not known. Known are texts, lists, paths
   * that are joined by `+`, `/`, `.` (PHP, Perl) or functions, and the alternatives of `a or b` and `c ? a : b`.
   */
  expression(from: number): Found | undefined {
    if (this.#depth > DEEPEST) return undefined;
    this.#depth += 1;
    const found = this.#sum(from);
    this.#depth -= 1;
    return found;
  }

  linesOfFile(path: string): Value | undefined {
    const text = this.#context.textOf?.(path);
    const lines = text === undefined ? undefined : linesOf([text]);
    return lines && this.tests ? { ...lines, texts: lines.texts.map(someBelow) } : lines;
  }

  before<Result>(until: number, work: () => Result): Result {
    const before = this.#until;
    this.#until = until;
    const result = work();
    this.#until = before;
    return result;
  }

  #sum(from: number): Found | undefined {
    let found = this.#operand(from);
    while (found) {
      const [value, end] = found;
      const sign = textAt(this, end);
      if (sign === "%" && /%s/.test(value.texts[0] ?? "")) {
        const next = this.#operand(end + 1);
        return next && [formatted(value, next[0], /%[sd]/), next[1]];
      }
      if (sign !== "+" && sign !== "/" && sign !== ".") break;
      const behind = this.tokens[end + 1];
      if (sign === "." && behind?.kind !== "text" && !/^(?:\$|getenv$)/.test(behind?.text ?? "")) break;
      const next = this.#operand(end + 1);
      if (!next) return this.#withUnknown(found, sign);
      const sum = summed(value, next[0], sign);
      if (sum === undefined) break;
      this.#spendOn(sum);
      found = [sum, next[1]];
    }
    return found;
  }

  /** A path whose last part is unknown ends in an unknown name (`{}`). */
  #withUnknown([value, end]: Found, sign: string): Found {
    const isPath = sign === "+" && !value.isList && /^[~/.\w][^\s]*$/.test(value.texts[0] ?? "");
    return isPath ? [valueOf(value.texts.map(joinedSome)), behindOperand(this.tokens, end + 1)] : [value, end];
  }

  /** The value of an expression, or of the alternatives in it whose values are known. */
  valueAt(from: number): Value | undefined {
    const [first, next] = this.expression(from) ?? [undefined, from];
    const values = first ? [first] : [];
    const end = behindOperand(this.tokens, from);
    for (let at = next; at < end && values.length < 4; at += 1) {
      const word = textAt(this, at);
      const isElse = /^(?:or|else)$/.test(word) || (/^[|?]$/.test(word) && textAt(this, at - 1) === word);
      const isChoice =
        isElse || (word === "?" && textAt(this, at + 1) !== "?" && textAt(this, at + 1) !== ".") || word === ":";
      if (!isChoice || this.tokens[at]!.kind === "text") continue;
      const other = this.expression(at + 1);
      if (other) values.push(other[0]);
      // Of `a or b` only the first known value is meant.
      if (other && isElse && word !== "else") break;
    }
    return anyOfValues(values);
  }

  #operand(at: number): Found | undefined {
    this.#budget.spend(1);
    const { kind, text } = this.tokens[at] ?? {};
    if (kind !== "text" && PREFIX.test(text ?? "")) return this.#operand(at + 1);
    // Perl: `File::Spec->catdir(…)`.
    if (text === "File" && textAt(this, at + 3) === "Spec") return this.#operand(at + 6);
    const first = this.#primary(at);
    return first && withMethods(this, first, this.#until);
  }

  #primary(at: number): Found | undefined {
    const token = this.tokens[at];
    if (token === undefined) return undefined;
    if (token.kind === "text") {
      const value = this.#filled(token, at);
      return value && [value, at + 1];
    }
    if (token.text === "(") return inBrackets(this, at);
    if (token.text === "[") return listAt(this, at);
    if (token.text === "{") return objectAt(this, at);
    if (token.text === "%" && /^[wW]$/.test(textAt(this, at + 1))) return wordsAt(this, at + 2);
    if (token.text === "qw") return wordsAt(this, at + 1);
    if (token.text === "map" && textAt(this, at + 1) === "{") return mappedByPerl(this, at + 2);
    return token.kind === "name" ? this.#named.at(at) : undefined;
  }

  /** A quoted text with the values of known variables. */
  #filled({ text, prefix, quote }: Token, at: number): Value | undefined {
    const isFormat = /f/i.test(prefix);
    if ((quote === "'" && !isFormat) || !/[{$]/.test(text)) return valueOf([text]);
    const places = isFormat ? /\{([^{}]{1,80})\}/g : IN_TEXT;
    const parts: Value[] = [];
    let end = 0;
    for (const { index, 0: whole, 1: one, 2: two, 3: three } of text.matchAll(places)) {
      const outer = {
        variables: this.#variables,
        at: this.#outer?.at ?? at,
        depth: this.#depth + 1,
        budget: this.#budget,
      };
      const value = new PathsInCode(tokensOf(one ?? two ?? three ?? ""), this.#context, outer).valueAt(0);
      parts.push(valueOf([text.slice(end, index)]), value === undefined ? valueOf([whole]) : spread(value));
      end = index + whole.length;
    }
    const value = combined([...parts, valueOf([text.slice(end)])], (texts) => texts.join(""));
    if (value) this.#spendOn(value);
    return value;
  }

  #spendOn({ texts }: Value): void {
    this.#budget.spend(Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / CHARACTERS));
  }
}

/** Expressions in a text: `${x}` and `#{x}`, `$x` and `$ENV{X}`, `{$x}`, `@{[…]}`. */
const IN_TEXT = /[#$]\{([^{}]{1,80})\}|(\$ENV\{\w{1,40}\}|[$@][A-Za-z_]\w{0,40})|\{(\$\w{1,40})\}/g;

/** Two lists as one, or two texts as one text or, with a slash, as one path. */
function summed(one: Value, other: Value, sign: string): Value | undefined {
  if (one.isList && other.isList) return valueOf([...one.texts, ...other.texts], true);
  return combined([one, other], ([first = "", second = ""]) =>
    sign === "/" ? joined([first, second]) : first + second,
  );
}
