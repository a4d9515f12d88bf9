import { textAt, type Expressions, type Found } from "./expressions.ts";
import { argumentsAt } from "./token-places.ts";
import { valueOf } from "./values-in-code.ts";

/** The value of `(EXPRESSION)`, or of a tuple. */
export function inBrackets(code: Expressions, at: number): Found | undefined {
  const inside = code.expression(at + 1);
  if (inside && textAt(code, inside[1]) === ")") return [inside[0], inside[1] + 1];
  return listAt(code, at);
}

/** A list, a tuple, or a list that is made from another: `[f(x) for x in y]`. */
export function listAt(code: Expressions, at: number): Found | undefined {
  const items = argumentsAt(code.tokens, at + 1);
  const texts: string[] = [];
  for (const from of items) {
    const value = code.expression(from)?.[0] ?? code.valueAt(from);
    if (value === undefined) continue;
    texts.push(...value.texts);
  }
  return texts.length === 0 ? undefined : [valueOf(texts, true), items.end];
}

/** The values of the members of an object or a dictionary. */
export function objectAt(code: Expressions, at: number): Found | undefined {
  const members = argumentsAt(code.tokens, at + 1);
  const [keys, texts]: [string[], string[]] = [[], []];
  for (const from of members) {
    const isPair = /^(?::|=>)$/.test(textAt(code, from + 1));
    const value = code.expression(isPair ? from + 2 : from)?.[0];
    if (value === undefined) continue;
    if (isPair) keys.push(textAt(code, from));
    texts.push(...value.texts);
  }
  return texts.length === 0 ? undefined : [{ ...valueOf(texts, true), keys }, members.end];
}

/** The words of `%w[a b]` and `qw(a b)`. @param at the index of the opening bracket */
export function wordsAt({ tokens }: Expressions, at: number): Found {
  const { end } = argumentsAt(tokens, at + 1);
  const inside = tokens.slice(at + 1, end - 1).map(({ before, source }) => before + source);
  const words = inside.join("").split(/\s+/);
  return [
    valueOf(
      words.filter((word) => word !== ""),
      true,
    ),
    end,
  ];
}

/** The list that `map { EXPRESSION } LIST` makes. @param at the index of the expression */
export function mappedByPerl(code: Expressions, at: number): Found | undefined {
  const value = code.expression(at)?.[0];
  const { end } = argumentsAt(code.tokens, at);
  const list = code.expression(end);
  return value && [valueOf(value.texts, true), list?.[1] ?? end];
}
