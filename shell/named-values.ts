import { remembered } from "../kit/remembered.ts";
import { environmentValue, linesOf, type CodeContext } from "./code-context.ts";
import { argumentValues, onlyArgument, textAt, type Expressions, type Found } from "./expressions.ts";
import { SOME, someBelow } from "./found-by.ts";
import { ARGUMENTS, ENVIRONMENT, ITEMS, OF_FILE, OF_FOLDER, OF_INPUT, READS_FILE, SAME } from "./path-functions.ts";
import { folderOf, isPathCall, pathOfCall, placeNamed, readsEnvironment, someOf, walks } from "./path-functions.ts";
import { argumentsAt, behindBracket, behindEmpty, behindRequire } from "./token-places.ts";
import { combined, itemsAt, valueOf, type Value } from "./values-in-code.ts";
import type { VariablesInCode } from "./variables-in-code.ts";

/** The most names with dots between these that are one name. */
const MOST_NAMES = 8;

/** The values of calls of known functions, of names of the home folder and the like, and of variables. */
export class NamedValues {
  readonly #code: Expressions;
  readonly #variables: VariablesInCode;
  readonly #context: CodeContext;
  readonly #place: number | undefined;

  /** @param place the index in the surrounding code, if this code stands inside a string; its variables are meant */
  constructor(code: Expressions, variables: VariablesInCode, context: CodeContext, place: number | undefined) {
    this.#code = code;
    this.#variables = variables;
    this.#context = context;
    this.#place = place;
  }

  #text(at: number): string {
    return textAt(this.#code, at);
  }

  /** The value of the longest known name at an index: of `a.b.c`, then `a.b`, then `a`. */
  at(at: number): Found | undefined {
    const { tokens } = this.#code;
    const behind = behindRequire(tokens, at);
    const [first, end] = behind === undefined ? [this.#text(at), at + 1] : ["path", behind];
    if (this.#text(end) !== ".") return this.#meaning(first, end, at);
    const names: [string, number][] = [[first, end]];
    for (let [name, next] = names[0]!; names.length < MOST_NAMES; names.push([name, next])) {
      if (this.#text(next) !== "." || tokens[next + 1]?.kind !== "name") break;
      name += `.${this.#text(next + 1)}`;
      next += 2;
    }
    for (const [name, next] of names.toReversed()) {
      const found = this.#meaning(name, next, at);
      if (found) return found;
    }
    return undefined;
  }

  #meaning(name: string, end: number, at: number): Found | undefined {
    const found = isOfSurroundings(name) ? this.#ofSurroundings(name, end) : undefined;
    if (found) return found;
    const open = this.#text(end);
    if (/^[[{]$/.test(open) && (ENVIRONMENT.test(name) || name === "Dir")) {
      if (!/^[\]}]$/.test(this.#text(end + 2))) return undefined;
      const key = this.#text(end + 1);
      return name === "Dir" ? [valueOf([key]), end + 3] : this.#ofEnvironment(key, end + 3);
    }
    if (open === "(" || this.#isCalledWithoutBrackets(name, end))
      return this.#called(name, open === "(" ? end + 1 : end);
    return this.#variable(name, end, at);
  }

  /** The value of a name of a folder, of the code's own file, or of the arguments that the code gets. */
  #ofSurroundings(name: string, end: number): Found | undefined {
    const place = placeNamed(name);
    if (place !== undefined) return [valueOf([place]), behindEmpty(this.#code.tokens, end)];
    const [, key] = OF_NODE.exec(name) ?? [];
    if (key !== undefined) return this.#ofEnvironment(key, end);
    if (OF_INPUT.test(name)) {
      const value = this.#context.fed && this.#linesOf(this.#context.fed);
      return value && [value, behindEmpty(this.#code.tokens, end)];
    }
    const isFile = OF_FILE.test(name);
    if (isFile || OF_FOLDER.test(name)) {
      const { file } = this.#context;
      return file === undefined ? undefined : [valueOf([isFile ? file : folderOf(file)]), end];
    }
    const { given } = this.#context;
    const [, before] = ARGUMENTS.find(([names]) => names.test(name)) ?? [];
    if (before !== undefined && given) return this.#indexed([...Array<string>(before).fill(""), ...given], end);
    return name === "shift" && given?.[0] !== undefined ? [valueOf([given[0]]), end] : undefined;
  }

  /** Whether a function of Perl or Ruby is called without brackets: `glob "$dir/*"`. */
  #isCalledWithoutBrackets(name: string, end: number): boolean {
    return name === "glob" && this.#code.tokens[end]?.kind === "text";
  }

  #ofEnvironment(key: string, end: number): Found | undefined {
    const value = environmentValue(this.#context, key);
    return value && [value, end];
  }

  /** An item or a part of a list: `argv[1]`, `argv[1:]`, `argv.slice(2)`; else the list. */
  #indexed(texts: readonly string[], end: number): Found | undefined {
    const { tokens } = this.#code;
    const from = this.#text(end) === "." && this.#text(end + 1) === "slice" ? end + 2 : end;
    if (!/^[[(]$/.test(this.#text(from))) return [valueOf(texts, true), end];
    const inside = [from, from + 1, from + 2].map((at) => this.#text(at)).join("");
    const [, number, colon] = /^\[?\(?(\d{0,2})(:?)/.exec(inside) ?? [];
    const { end: behind } = argumentsAt(tokens, from + 1);
    if (number === undefined || number === "") return [valueOf(texts, true), behind];
    const items = itemsAt(texts, Number(number), colon === ":" || from > end);
    return items && [items, behind];
  }

  #called(name: string, from: number): Found | undefined {
    const { tokens } = this.#code;
    if (readsEnvironment(name)) return this.#environmentRead(from);
    if (ITEMS.test(name)) {
      const value = this.#code.expression(from)?.[0];
      return value && [value, behindBracket(tokens, from)];
    }
    if (READS_FILE.test(name)) {
      const found = this.#linesRead(from);
      if (found) return found;
    }
    if (isPathCall(name)) return this.#pathOf(name, from);
    const value = this.#variables.returnedBy(name.replace(/^.*\./s, ""));
    return value && [value, behindBracket(tokens, from)];
  }

  /** The variable that `os.getenv("X", "usual")` reads, or its usual value. */
  #environmentRead(from: number): Found | undefined {
    const { tokens } = this.#code;
    const [, other] = argumentsAt(tokens, from);
    const end = behindBracket(tokens, from);
    const known = this.#ofEnvironment(this.#text(from), end);
    if (known) return known;
    const value = other === undefined ? undefined : this.#code.valueAt(other);
    return value && [value, end];
  }

  /** The lines of a file that code opens to read it, or of its input. */
  #linesRead(from: number): Found | undefined {
    const { tokens } = this.#code;
    const [path, ...modes] = argumentsAt(tokens, from);
    if (path === undefined || modes.some((at) => /^[wax]\+?b?$/.test(this.#text(at)))) return undefined;
    const isInput = this.#text(path) === "0" || /^(?:\/dev\/stdin|php:\/\/stdin)$/.test(this.#text(path));
    const [file] = isInput ? [] : (this.#code.expression(path)?.[0].texts ?? []);
    const { fed = [] } = this.#context;
    const value = isInput ? this.#linesOf(fed) : file === undefined ? undefined : this.#code.linesOfFile(file);
    return value && [value, behindBracket(tokens, from)];
  }

  /** Lines as values. If the code tests names, some files of each folder are meant. */
  #linesOf(texts: readonly string[]): Value | undefined {
    const value = linesOf(texts);
    return value && this.#code.tests ? { ...value, texts: value.texts.map(someBelow) } : value;
  }

  #pathOf(name: string, from: number): Found | undefined {
    const isOpen = this.#text(from - 1) === "(";
    const [values, next] = isOpen ? argumentValues(this.#code, from) : onlyArgument(this.#code, from);
    const value = combined(values, (texts) => pathOfCall(name, texts));
    if (value === undefined) return undefined;
    const isSame = SAME.test(name);
    const paths = isSame && this.#code.tests ? value.texts.map(someOf) : value.texts;
    // `os.walk` gives a folder, then unknown names of folders and files.
    if (walks(name)) return [{ texts: [...paths, SOME, SOME], isList: true }, next];
    return [valueOf(paths, isSame && values[0]?.isList), next];
  }

  #variable(name: string, end: number, at: number): Found | undefined {
    // A member is known by its name alone: `self.root`, `this.root`.
    const member = /^(?:self|this)\.(\w+)$/.exec(name)?.[1];
    if (name.includes(".") && member === undefined) return undefined;
    const value = this.#variables.valueOf(name, member, this.#place ?? at);
    if (value === undefined) return undefined;
    return this.#text(end) === "[" && value.isList ? this.#itemOf(value, end) : [value, end];
  }

  /** The item of a list or a dictionary that an index or a key selects; without a known key, any of the items. */
  #itemOf({ texts, keys }: Value, end: number): Found | undefined {
    const { 0: first, end: behind } = argumentsAt(this.#code.tokens, end + 1);
    const key = this.#text(first ?? end);
    if (/^\d+$/.test(key)) return this.#indexed(texts, end);
    const keyed = keys?.indexOf(key) ?? -1;
    return [valueOf(keyed === -1 ? texts : [texts[keyed]!]), behind];
  }
}

/** The name of a variable of the environment in code of Node. */
const OF_NODE = /^process\.env\.(\w+)$/;

/** Whether a name means a folder, the code's own file, an argument or a variable of the environment in some language. */
function isOfSurroundings(name: string): boolean {
  const known = KNOWN.get(name);
  if (known !== undefined) return known;
  const patterns = [OF_NODE, OF_FILE, OF_FOLDER, OF_INPUT, ...ARGUMENTS.map(([names]) => names)];
  const is = placeNamed(name) !== undefined || name === "shift" || patterns.some((one) => one.test(name));
  KNOWN.set(name, is);
  return is;
}

/** The answers for the last names: code uses few names, and each of these often. */
const KNOWN = remembered<string, boolean>(5000);
