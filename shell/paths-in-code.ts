import { namesOf, type Binding, type Names } from "./bindings-in-code.ts";
import { tokensOf, type Token } from "./code-tokens.ts";
import type { CodeContext } from "./code-context.ts";
import { SOME } from "./found-by.ts";
import { ARGUMENTS, ENVIRONMENT, ITEMS, OF_FILE, OF_FOLDER, OF_HOME, SAME, SAME_METHOD } from "./path-functions.ts";
import { folderOf, isPathCall, joined, joinedSome, pathOfCall, placeNamed } from "./path-functions.ts";
import { readsEnvironment, someOf, walks } from "./path-functions.ts";
import { argumentsAt, behindBracket, behindEmpty, behindOperand, behindRequire } from "./token-places.ts";
import { anyOfValues, combined, valueOf, type Value } from "./values-in-code.ts";

/** The most levels of expressions inside expressions, and the most operands that are read for one code. */
const [DEEPEST, MOST_OPERANDS] = [16, 50_000] as const;
/** Words by which code selects files before it does something with them. */
const TESTS = /^(?:if|unless|filter|select|reject|grep|match|endswith|\?)$/;
/** Words before an operand that do not change its value. */
const PREFIX = /^(?:await|new|\.{3}|\*)$/;

/** The value of an expression, and the index of the token behind the expression. */
export type Found = readonly [value: Value, next: number];

/** Computes the values of path expressions in code, as far as they follow from the code and its surroundings. */
export class PathsInCode {
  readonly #tokens: readonly Token[];
  readonly #names: Names;
  readonly #context: CodeContext;
  /** The values of variables of the surrounding code, if this code stands inside a string. */
  readonly #outer: PathsInCode | undefined;
  readonly #outerAt: number;
  readonly #known = new Map<Binding, Value | undefined>();
  /**
   * Whether the code tests names of files. If it does, a pattern of all files in a folder is replaced by `{}`, unknown
   * names.
   */
  readonly #tests: boolean;
  #depth = 0;
  #operands = 0;
  /** The index at which no further method is applied, since the value in front of it is asked for. */
  #until = Number.POSITIVE_INFINITY;

  constructor(tokens: readonly Token[], context: CodeContext = {}, outer?: PathsInCode, outerAt = 0) {
    this.#tokens = tokens;
    this.#context = context;
    this.#outer = outer;
    this.#outerAt = outerAt;
    this.#tests = tokens.some(({ text, kind }) => kind !== "text" && TESTS.test(text));
    this.#names = outer ? outer.#names : namesOf(tokens);
  }

  #text(at: number): string {
    return this.#tokens[at]?.text ?? "";
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

  #sum(from: number): Found | undefined {
    let value = this.#operand(from);
    while (value) {
      const [start, end] = value;
      const sign = this.#text(end);
      if (sign === "%" && /%s/.test(start.texts[0] ?? "")) {
        const next = this.#operand(end + 1);
        return next && this.#formatted(start, next[0], /%[sd]/, next[1]);
      }
      if (!/^[+/.]$/.test(sign)) break;
      const [at, isDot] = [end + 1, sign === "."];
      const behind = this.#tokens[at];
      if (isDot && behind?.kind !== "text" && !/^(?:\$|getenv$)/.test(behind?.text ?? "")) break;
      const next = this.#operand(at);
      if (!next) {
        // An unknown part of a path becomes an unknown name (`{}`).
        const [first] = start.texts;
        if (sign === "+" && !start.isList && /^[~/.\w][^\s]*$/.test(first ?? ""))
          value = [valueOf(start.texts.map(joinedSome)), behindOperand(this.#tokens, at)];
        break;
      }
      if (start.isList && next[0].isList) value = [valueOf([...start.texts, ...next[0].texts], true), next[1]];
      else {
        const sum = combined([start, next[0]], ([one = "", other = ""]) =>
          sign === "/" ? joined([one, other]) : one + other,
        );
        if (sum === undefined) break;
        value = [sum, next[1]];
      }
    }
    return value;
  }

  /** The value of an expression, or of the alternatives in it whose values are known. */
  #valueAt(from: number): Value | undefined {
    const [first, next] = this.expression(from) ?? [undefined, from];
    const values = first ? [first] : [];
    const end = behindOperand(this.#tokens, from);
    for (let at = next; at < end && values.length < 4; at += 1) {
      const word = this.#text(at);
      const isElse = /^(?:or|else)$/.test(word) || (/^[|?]$/.test(word) && this.#text(at - 1) === word);
      const isChoice =
        isElse || (word === "?" && this.#text(at + 1) !== "?" && this.#text(at + 1) !== ".") || word === ":";
      if (!isChoice || this.#tokens[at]!.kind === "text") continue;
      const other = this.expression(at + 1);
      if (other) values.push(other[0]);
      // Of `a or b` only the first known value is meant.
      if (other && isElse && word !== "else") break;
    }
    return anyOfValues(values);
  }

  #operand(at: number): Found | undefined {
    if ((this.#operands += 1) > MOST_OPERANDS) return undefined;
    if (PREFIX.test(this.#text(at)) && this.#tokens[at]?.kind !== "text") return this.#operand(at + 1);
    // Perl: `File::Spec->catdir(…)`.
    if (this.#text(at) === "File" && this.#text(at + 3) === "Spec") return this.#operand(at + 6);
    const first = this.#primary(at);
    return first && this.#methods(first);
  }

  #primary(at: number): Found | undefined {
    const token = this.#tokens[at];
    if (token === undefined) return undefined;
    if (token.kind === "text") {
      const value = this.#filled(token, at);
      return value && [value, at + 1];
    }
    if (token.text === "(") return this.#inBrackets(at);
    if (token.text === "[") return this.#list(at);
    if (token.text === "{") return this.#object(at);
    if (token.text === "%" && /^[wW]$/.test(this.#text(at + 1))) return this.#words(at + 2);
    if (token.text === "qw") return this.#words(at + 1);
    if (token.text === "map" && this.#text(at + 1) === "{") return this.#mappedByPerl(at + 2);
    return token.kind === "name" ? this.#named(at) : undefined;
  }

  /** The list that `map { EXPRESSION } LIST` makes. */
  #mappedByPerl(at: number): Found | undefined {
    const value = this.expression(at)?.[0];
    const { end } = argumentsAt(this.#tokens, at);
    const list = this.expression(end);
    return value && [valueOf(value.texts, true), list?.[1] ?? end];
  }

  #inBrackets(at: number): Found | undefined {
    const inside = this.expression(at + 1);
    if (inside && this.#text(inside[1]) === ")") return [inside[0], inside[1] + 1];
    return this.#list(at);
  }

  /** A list, a tuple, or a list that is made from another: `[f(x) for x in y]`. */
  #list(at: number): Found | undefined {
    const items = argumentsAt(this.#tokens, at + 1);
    const texts: string[] = [];
    for (const from of items) {
      const value = this.expression(from)?.[0] ?? this.#valueAt(from);
      if (value === undefined) continue;
      texts.push(...value.texts);
    }
    return texts.length === 0 ? undefined : [valueOf(texts, true), items.end];
  }

  /** The values of the members of an object or a dictionary. */
  #object(at: number): Found | undefined {
    const members = argumentsAt(this.#tokens, at + 1);
    const [keys, texts]: [string[], string[]] = [[], []];
    for (const from of members) {
      const isPair = /^(?::|=>)$/.test(this.#text(from + 1));
      const value = this.expression(isPair ? from + 2 : from)?.[0];
      if (value === undefined) continue;
      if (isPair) keys.push(this.#text(from));
      texts.push(...value.texts);
    }
    return texts.length === 0 ? undefined : [{ ...valueOf(texts, true), keys }, members.end];
  }

  /** The words of `%w[a b]` and `qw(a b)`. @param at the index of the opening bracket */
  #words(at: number): Found | undefined {
    const { end } = argumentsAt(this.#tokens, at + 1);
    const text = this.#tokens
      .slice(at + 1, end - 1)
      .map(({ before, source }) => before + source)
      .join("");
    return [
      valueOf(
        text.split(/\s+/).filter((word) => word !== ""),
        true,
      ),
      end,
    ];
  }

  /** The value of a call of a known function, of a name of the home folder, or of a variable. */
  #named(at: number): Found | undefined {
    const behind = behindRequire(this.#tokens, at);
    const names: [string, number][] = [behind === undefined ? [this.#text(at), at + 1] : ["path", behind]];
    for (let [name, next] = names[0]!; names.length < 8; names.push([name, next])) {
      if (this.#text(next) !== "." || this.#tokens[next + 1]?.kind !== "name") break;
      name += `.${this.#text(next + 1)}`;
      next += 2;
    }
    for (const [whole, end] of names.toReversed()) {
      const found = this.#meaning(whole, end, at);
      if (found) return found;
    }
    return undefined;
  }

  #meaning(name: string, end: number, at: number): Found | undefined {
    const open = this.#text(end);
    const place = placeNamed(name);
    if (place !== undefined) return [valueOf([place]), behindEmpty(this.#tokens, end)];
    const around = this.#ofContext(name, end);
    if (around) return around;
    if (/^[[{]$/.test(open) && (ENVIRONMENT.test(name) || name === "Dir")) {
      if (!/^[\]}]$/.test(this.#text(end + 2))) return undefined;
      const key = this.#text(end + 1);
      return name === "Dir" ? [valueOf([key]), end + 3] : this.#ofEnvironment(key, end + 3);
    }
    const [, key] = /^process\.env\.(\w+)$/.exec(name) ?? [];
    if (key !== undefined) return this.#ofEnvironment(key, end);
    if (open === "(" || this.#isCalledWithoutBrackets(name, end))
      return this.#called(name, open === "(" ? end + 1 : end);
    return this.#variable(name, end, at);
  }

  /** The value of a name of the code's own file, or of the arguments that the code gets. */
  #ofContext(name: string, end: number): Found | undefined {
    const isFile = OF_FILE.test(name);
    if (isFile || OF_FOLDER.test(name)) {
      const { file } = this.#context;
      return file === undefined ? undefined : [valueOf([isFile ? file : folderOf(file)]), end];
    }
    const [, before] = ARGUMENTS.find(([names]) => names.test(name)) ?? [];
    if (before === undefined && name !== "shift") return undefined;
    const { given } = this.#context;
    if (before !== undefined && given) return this.#indexed([...Array<string>(before).fill(""), ...given], end);
    return name === "shift" && given?.[0] !== undefined ? [valueOf([given[0]]), end] : undefined;
  }

  /** Whether a function of Perl or Ruby is called without brackets: `glob "$dir/*"`. */
  #isCalledWithoutBrackets(name: string, end: number): boolean {
    return name === "glob" && this.#tokens[end]?.kind === "text";
  }

  #ofEnvironment(key: string, end: number): Found | undefined {
    if (OF_HOME.test(key)) return [valueOf(["~"]), end];
    const value = this.#context.variable?.(key);
    return value ? [valueOf([value]), end] : undefined;
  }

  /** An item or a part of a list: `argv[1]`, `argv[1:]`, `argv.slice(2)`; else the list. */
  #indexed(texts: readonly string[], end: number): Found | undefined {
    const from = this.#text(end) === "." && this.#text(end + 1) === "slice" ? end + 2 : end;
    if (!/^[[(]$/.test(this.#text(from))) return [valueOf(texts, true), end];
    const [, number, colon] =
      /^\[?\(?(\d{0,2})(:?)/.exec(
        this.#tokens
          .slice(from, from + 3)
          .map(({ text }) => text)
          .join(""),
      ) ?? [];
    const { end: behind } = argumentsAt(this.#tokens, from + 1);
    if (number === undefined || number === "") return [valueOf(texts, true), behind];
    const isPart = colon === ":" || from > end;
    const taken = isPart ? texts.slice(Number(number)) : texts.slice(Number(number), Number(number) + 1);
    return taken.length === 0 ? undefined : [valueOf(taken, isPart), behind];
  }

  #called(name: string, from: number): Found | undefined {
    const isOpen = this.#text(from - 1) === "(";
    if (readsEnvironment(name)) {
      const [, other] = argumentsAt(this.#tokens, from);
      const end = behindBracket(this.#tokens, from);
      const known = this.#ofEnvironment(this.#text(from), end);
      if (known) return known;
      const value = other === undefined ? undefined : this.#valueAt(other);
      return value && [value, end];
    }
    if (ITEMS.test(name)) {
      const value = this.expression(from)?.[0];
      return value && [value, behindBracket(this.#tokens, from)];
    }
    if (isPathCall(name)) {
      const [values, next] = isOpen ? this.#arguments(from) : this.#single(from);
      const value = combined(values, (texts) => pathOfCall(name, texts));
      if (value === undefined) return undefined;
      const isList = SAME.test(name) && values[0]?.isList;
      const paths = SAME.test(name) ? value.texts.map((text) => this.#some(text)) : value.texts;
      // `os.walk` gives a folder, then unknown names of folders and files.
      return [walks(name) ? { texts: [...paths, SOME, SOME], isList: true } : valueOf(paths, isList), next];
    }
    const value = (this.#outer ?? this).#returned(name.replace(/^.*\./s, ""));
    return value && [value, behindBracket(this.#tokens, from)];
  }

  #returned(name: string): Value | undefined {
    const { returns = [] } = this.#names.functions.get(name) ?? {};
    return anyOfValues(returns.flatMap((at) => this.#valueAt(at) ?? []));
  }

  #single(from: number): [Value[], number] {
    const [value, next] = this.expression(from) ?? [undefined, from];
    return [value ? [value] : [], next];
  }

  /** The values of a call's arguments up to the first unknown one, and the index after the closing bracket. */
  #arguments(from: number): [Value[], number] {
    const values: Value[] = [];
    let at = from;
    for (;;) {
      const value = this.expression(at);
      const sign = value && this.#text(value[1]);
      if (!value || (sign !== "," && sign !== ")")) break;
      values.push(value[0]);
      at = value[1] + 1;
      if (sign === ")") return [values, at];
    }
    // An unknown argument becomes an unknown name (`{}`) after the known ones.
    if (values.length > 0 && this.#tokens[at]?.kind !== "text") values.push(valueOf([SOME]));
    return [values, behindBracket(this.#tokens, at)];
  }

  #variable(name: string, end: number, at: number): Found | undefined {
    // A member is known by its name alone: `self.root`, `this.root`.
    const member = /^(?:self|this)\.(\w+)$/.exec(name)?.[1];
    if (name.includes(".") && member === undefined) return undefined;
    const value = this.#outer ? this.#outer.#bound(name, member, this.#outerAt) : this.#bound(name, member, at);
    if (value === undefined) return undefined;
    if (this.#text(end) !== "[" || !value.isList) return [value, end];
    const [first] = argumentsAt(this.#tokens, end + 1);
    const key = this.#text(first ?? end);
    if (/^\d+$/.test(key)) return this.#indexed(value.texts, end);
    const { end: behind } = argumentsAt(this.#tokens, end + 1);
    const keyed = value.keys?.indexOf(key) ?? -1;
    return [valueOf(keyed === -1 ? value.texts : [value.texts[keyed]!]), behind];
  }

  #bound(name: string, member: string | undefined, at: number): Value | undefined {
    const all = this.#names.variables.get(member === undefined ? name : `.${member}`) ?? [];
    const binding = lastBefore(at, all) ?? all[0];
    if (binding) return this.#valueOf(binding);
    return member === undefined ? undefined : this.#returned(member);
  }

  #valueOf(binding: Binding): Value | undefined {
    if (this.#known.has(binding)) return this.#known.get(binding);
    // Set before the value is computed, so that a variable whose value names itself has none.
    this.#known.set(binding, undefined);
    const { from, isLoop, place, member, until = Number.POSITIVE_INFINITY } = binding;
    const before = this.#until;
    this.#until = until;
    const values = from.flatMap((one) => {
      if (member !== undefined) return this.#memberAt(one, member) ?? [];
      const value = this.#valueAt(one);
      if (value === undefined) return [];
      if (place !== undefined && value.isList) return ofPlace(value, place, isLoop === true) ?? [];
      return isLoop ? valueOf(value.texts) : value;
    });
    this.#until = before;
    const value = anyOfValues(values);
    this.#known.set(binding, value);
    return value;
  }

  #memberAt(from: number, member: string): Value | undefined {
    const name = [0, 1, 2].map((at) => this.#text(from + at)).join("");
    if (/^process\.env$/.test(name)) return this.#ofEnvironment(member, from)?.[0];
    const value = this.expression(from)?.[0];
    const at = value?.keys?.indexOf(member) ?? -1;
    return at === -1 ? undefined : valueOf([value!.texts[at]!]);
  }

  /** Applies methods of a path or a list that return another one. */
  #methods([start, from]: Found): Found {
    let [value, at] = [start, from];
    while (this.#text(at) === "." && at < this.#until) {
      const name = this.#text(at + 1);
      const isCall = this.#text(at + 2) === "(";
      const end = isCall ? behindBracket(this.#tokens, at + 3) : at + 2;
      const next = this.#method(value, name, isCall ? at + 3 : undefined);
      if (next === undefined) break;
      [value, at] = [next, end];
    }
    return [value, at];
  }

  /** @param from the index of the first argument; `undefined` if the method is not called */
  #method(value: Value, name: string, from: number | undefined): Value | undefined {
    if (SAME_METHOD.test(name)) return value;
    if (name === "keys") return value.keys && valueOf(value.keys, true);
    if (/^(?:parent|dirname)$/.test(name)) return valueOf(value.texts.map(folderOf), value.isList);
    if (from === undefined) return undefined;
    return (
      (value.isList ? this.#methodOfList(value, name, from) : this.#methodOfText(value, name, from)) ??
      this.#joined(value, name, from)
    );
  }

  #methodOfList(value: Value, name: string, from: number): Value | undefined {
    if (/^(?:values|items|concat|flat|slice)$/.test(name)) return value;
    if (/^(?:map|flatMap)$/.test(name)) return this.#mapped(from);
    if (name === "join") return valueOf([value.texts.join(" ")]);
    return name === "get" ? valueOf(value.texts) : undefined;
  }

  #methodOfText(value: Value, name: string, from: number): Value | undefined {
    if (name === "iterdir" || name === "children") return valueOf(value.texts.map((text) => joined([text, SOME])));
    if (name === "split")
      return valueOf(
        value.texts.flatMap((text) => text.split(/[\s,]+/)),
        true,
      );
    if (name === "format") return this.#formatted(value, this.#listOf(from), /\{\w*\}/, 0)?.[0];
    if (name !== "join" || !/^\s*$/.test(value.texts[0] ?? "x")) return undefined;
    const list = this.expression(from)?.[0];
    return list && valueOf([list.texts.join(value.texts[0])]);
  }

  /** The paths that `.joinpath(…)`, `.glob(…)` and the like make of a path, or of each path of a list. */
  #joined(value: Value, name: string, from: number): Value | undefined {
    if (!/^(?:r?glob|joinpath|joinPath|join)$/.test(name)) return undefined;
    const [values] = this.#arguments(from);
    if (values.length === 0) return undefined;
    const deep = name === "rglob" ? ["**"] : [];
    const paths = combined([valueOf(value.texts), ...values], ([first = "", ...rest]) =>
      this.#some(joined([first, ...deep, ...rest])),
    );
    return paths && valueOf(paths.texts, value.isList);
  }

  /** The list that `….map(x => EXPRESSION)` makes. */
  #mapped(from: number): Value | undefined {
    const end = behindBracket(this.#tokens, from);
    const arrow = this.#tokens.findIndex(
      ({ text, kind }, at) => at >= from && at < end && kind !== "text" && text === "=>",
    );
    const value = arrow === -1 ? undefined : this.#valueAt(arrow + 1);
    return value && valueOf(value.texts, true);
  }

  #listOf(from: number): Value {
    return valueOf(
      this.#arguments(from)[0].flatMap(({ texts }) => texts[0] ?? []),
      true,
    );
  }

  /** A text with the values of a list, or one value, in its places. */
  #formatted({ texts }: Value, { texts: given }: Value, places: RegExp, next: number): Found | undefined {
    const left = [...given];
    const fill = (text: string) => text.replace(new RegExp(places, "g"), (whole) => left.shift() ?? whole);
    return [valueOf(texts.slice(0, 1).map(fill)), next];
  }

  /** The pattern as given or, if the code selects files, with `{}` (unknown names) in place of a last `*`. */
  #some(pattern: string): string {
    return this.#tests ? someOf(pattern) : pattern;
  }

  /** A quoted text with the values of known variables. */
  #filled({ text, prefix, quote }: Token, at: number): Value | undefined {
    const isFormat = /f/i.test(prefix);
    if ((quote === "'" && !isFormat) || !/[{$]/.test(text)) return valueOf([text]);
    const places = isFormat ? /\{([^{}]{1,80})\}/g : IN_TEXT;
    const parts: Value[] = [];
    let end = 0;
    for (const { index, 0: whole, 1: one, 2: two, 3: three } of text.matchAll(places)) {
      const inner = new PathsInCode(tokensOf(one ?? two ?? three ?? ""), this.#context, this.#outer ?? this, at);
      inner.#depth = this.#depth + 1;
      const value = inner.#valueAt(0);
      parts.push(valueOf([text.slice(end, index)]), value === undefined ? valueOf([whole]) : spread(value));
      end = index + whole.length;
    }
    return combined([...parts, valueOf([text.slice(end)])], (texts) => texts.join(""));
  }
}

/** Expressions in a text: `${x}` and `#{x}`, `$x` and `$ENV{X}`, `{$x}`, `@{[…]}`. */
const IN_TEXT = /[#$]\{([^{}]{1,80})\}|(\$ENV\{\w{1,40}\}|[$@][A-Za-z_]\w{0,40})|\{(\$\w{1,40})\}/g;

/** A list in a text stands there as its items with blanks between these. */
function spread(value: Value): Value {
  return value.isList ? valueOf([value.texts.join(" ")]) : value;
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
