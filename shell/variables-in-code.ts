import type { Binding, Names } from "./bindings-in-code.ts";
import { environmentValue, type CodeContext } from "./code-context.ts";
import { textAt, type Expressions } from "./expressions.ts";
import { SOME } from "./found-by.ts";
import { anyOfValues, valueOf, type Value } from "./values-in-code.ts";

/** The values of variables, members and functions by their names. */
export class VariablesInCode {
  readonly #code: Expressions;
  readonly #names: Names;
  readonly #context: CodeContext;
  readonly #known = new Map<Binding, Value | undefined>();

  constructor(code: Expressions, names: Names, context: CodeContext) {
    this.#code = code;
    this.#names = names;
    this.#context = context;
  }

  /**
   * The value that a variable has at an index. @param member the name of the member, if the name is `self.x` or
   * `this.x`; a member is known by its name alone, whatever the object is
   */
  valueOf(name: string, member: string | undefined, at: number): Value | undefined {
    const all = this.#names.variables.get(member === undefined ? name : `.${member}`) ?? [];
    const binding = lastBefore(at, all) ?? all[0];
    if (binding) return this.#bound(binding);
    return member === undefined ? undefined : this.returnedBy(member);
  }

  /** The value that a function of the code returns. */
  returnedBy(name: string): Value | undefined {
    const { returns = [] } = this.#names.functions.get(name) ?? {};
    return anyOfValues(returns.flatMap((at) => this.#code.valueAt(at) ?? []));
  }

  #bound(binding: Binding): Value | undefined {
    if (this.#known.has(binding)) return this.#known.get(binding);
    // Set before the value is computed, so that a variable whose value names itself has none.
    this.#known.set(binding, undefined);
    const { from, until = Number.POSITIVE_INFINITY } = binding;
    const values = this.#code.before(until, () => from.flatMap((one) => this.#valueFrom(one, binding) ?? []));
    const value = anyOfValues(values);
    this.#known.set(binding, value);
    return value;
  }

  /** The value that a variable gets from an expression. */
  #valueFrom(from: number, { isLoop, place, member }: Binding): Value | undefined {
    if (member !== undefined) return this.#memberAt(from, member);
    const value = this.#code.valueAt(from);
    if (value === undefined) return undefined;
    if (place !== undefined && value.isList) return ofPlace(value, place, isLoop === true);
    return isLoop ? valueOf(value.texts) : value;
  }

  /** The value of a member of an object: `const { HOME } = process.env`. */
  #memberAt(from: number, member: string): Value | undefined {
    const name = [0, 1, 2].map((at) => textAt(this.#code, from + at)).join("");
    if (/^process\.env$/.test(name)) return environmentValue(this.#context, member);
    const value = this.#code.expression(from)?.[0];
    const at = value?.keys?.indexOf(member) ?? -1;
    return at === -1 ? undefined : valueOf([value!.texts[at]!]);
  }
}

/** The value of one of several names that an expression sets; in a loop each item may be meant. */
function ofPlace({ texts, keys }: Value, place: number, isLoop: boolean): Value | undefined {
  if (keys && isLoop) return valueOf(place === 0 ? keys : texts);
  // Only of a walk the names are different things: a folder, and names in it.
  if (isLoop && texts[1] !== SOME) return valueOf(texts);
  const text = texts[place];
  return text === undefined ? undefined : valueOf([text]);
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
