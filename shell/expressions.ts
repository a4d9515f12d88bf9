import type { Token } from "./code-tokens.ts";
import { SOME } from "./found-by.ts";
import { behindBracket } from "./token-places.ts";
import { valueOf, type Value } from "./values-in-code.ts";

/** The value of an expression, and the index of the token behind the expression. */
export type Found = readonly [value: Value, next: number];

/** The expressions of code. An index is that of the first token of an expression. */
export interface Expressions {
  readonly tokens: readonly Token[];
  /**
   * Whether the code tests names of files. If it does, a pattern of all files in a folder is replaced by `{}`, unknown
   * names.
   */
  readonly tests: boolean;
  /** The lines of a file that the code reads; `undefined` if its text is not known. */
  linesOfFile(path: string): Value | undefined;
  /** The value of an expression and the index after it; `undefined` if it is not known. */
  expression(from: number): Found | undefined;
  /** The value of an expression, or of the alternatives in it whose values are known. */
  valueAt(from: number): Value | undefined;
  /** Does work for which no method at `until` or behind is applied. */
  before<Result>(until: number, work: () => Result): Result;
}

/** The text of a token; "" behind the last one. */
export function textAt({ tokens }: Pick<Expressions, "tokens">, at: number): string {
  return tokens[at]?.text ?? "";
}

/** The values of a call's arguments up to the first unknown one, and the index after the closing bracket. */
export function argumentValues(code: Expressions, from: number): readonly [values: Value[], next: number] {
  const values: Value[] = [];
  let at = from;
  for (;;) {
    const value = code.expression(at);
    const sign = value && textAt(code, value[1]);
    if (!value || (sign !== "," && sign !== ")")) break;
    values.push(value[0]);
    at = value[1] + 1;
    if (sign === ")") return [values, at];
  }
  // An unknown argument becomes an unknown name (`{}`) after the known ones.
  if (values.length > 0 && code.tokens[at]?.kind !== "text") values.push(valueOf([SOME]));
  return [values, behindBracket(code.tokens, at)];
}

/** The value of the argument of a call without brackets: `glob "$dir/*"`. */
export function onlyArgument(code: Expressions, from: number): readonly [values: Value[], next: number] {
  const [value, next] = code.expression(from) ?? [undefined, from];
  return [value ? [value] : [], next];
}
