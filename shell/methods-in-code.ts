import { argumentValues, textAt, type Expressions, type Found } from "./expressions.ts";
import { SOME } from "./found-by.ts";
import { folderOf, joined, OF_LINES, READS_PATH, SAME_METHOD, someOf } from "./path-functions.ts";
import { behindBracket } from "./token-places.ts";
import { combined, formatted, valueOf, type Value } from "./values-in-code.ts";

/**
 * Applies methods of a path or a list that return another one.
 * @param until the index at which no further method is applied
 */
export function withMethods(code: Expressions, [start, from]: Found, until: number): Found {
  let [value, at] = [start, from];
  while (textAt(code, at) === "." && at < until) {
    const name = textAt(code, at + 1);
    const isCall = textAt(code, at + 2) === "(";
    const end = isCall ? behindBracket(code.tokens, at + 3) : at + 2;
    const next = method(code, value, name, isCall ? at + 3 : undefined);
    if (next === undefined) break;
    [value, at] = [next, end];
  }
  return [value, at];
}

/** @param from the index of the first argument; `undefined` if the method is not called */
function method(code: Expressions, value: Value, name: string, from: number | undefined): Value | undefined {
  if (SAME_METHOD.test(name)) return value;
  if (name === "keys") return value.keys && valueOf(value.keys, true);
  if (/^(?:parent|dirname)$/.test(name)) return valueOf(value.texts.map(folderOf), value.isList);
  if (from === undefined) return undefined;
  return (
    (value.isList ? methodOfList(code, value, name, from) : methodOfText(code, value, name, from)) ??
    joinedTo(code, value, name, from)
  );
}

function methodOfList(code: Expressions, value: Value, name: string, from: number): Value | undefined {
  if (OF_LINES.test(name)) return value;
  if (/^(?:map|flatMap)$/.test(name)) return mapped(code, from);
  if (name === "join") return valueOf([value.texts.join(" ")]);
  return name === "get" ? valueOf(value.texts) : undefined;
}

function methodOfText(code: Expressions, value: Value, name: string, from: number): Value | undefined {
  if (READS_PATH.test(name) && !/^[wax]/.test(textAt(code, from))) return code.linesOfFile(value.texts[0] ?? "");
  if (name === "iterdir" || name === "children") return valueOf(value.texts.map((text) => joined([text, SOME])));
  if (name === "split")
    return valueOf(
      value.texts.flatMap((text) => text.split(/[\s,]+/)),
      true,
    );
  if (name === "format") return formatted(value, listOf(code, from), /\{\w*\}/);
  if (name !== "join" || !/^\s*$/.test(value.texts[0] ?? "x")) return undefined;
  const list = code.expression(from)?.[0];
  return list && valueOf([list.texts.join(value.texts[0])]);
}

/** The paths that `.joinpath(…)`, `.glob(…)` and the like make of a path, or of each path of a list. */
function joinedTo(code: Expressions, value: Value, name: string, from: number): Value | undefined {
  if (!/^(?:r?glob|joinpath|joinPath|join)$/.test(name)) return undefined;
  const [values] = argumentValues(code, from);
  if (values.length === 0) return undefined;
  const deep = name === "rglob" ? ["**"] : [];
  const paths = combined([valueOf(value.texts), ...values], ([first = "", ...rest]) =>
    code.tests ? someOf(joined([first, ...deep, ...rest])) : joined([first, ...deep, ...rest]),
  );
  return paths && valueOf(paths.texts, value.isList);
}

/** The list that `….map(x => EXPRESSION)` makes. */
function mapped(code: Expressions, from: number): Value | undefined {
  const end = behindBracket(code.tokens, from);
  const arrow = code.tokens.slice(from, end).findIndex(({ text, kind }) => kind !== "text" && text === "=>");
  const value = arrow === -1 ? undefined : code.valueAt(from + arrow + 1);
  return value && valueOf(value.texts, true);
}

function listOf(code: Expressions, from: number): Value {
  return valueOf(
    argumentValues(code, from)[0].flatMap(({ texts }) => texts[0] ?? []),
    true,
  );
}
