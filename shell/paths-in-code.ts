import { inQuotes, tokensOf, type Token } from "./code-tokens.ts";
import {
  HOME,
  ENVIRONMENT,
  READS_ENVIRONMENT,
  OF_HOME,
  HERE,
  JOINS,
  SAME,
  NAMES,
  PATHS,
  WALK,
  SAME_METHOD,
} from "./path-functions.ts";
import { bindingsOf, type Binding } from "./bindings-in-code.ts";
import { SOME } from "./found-by.ts";

/** Expressions in expressions, and variables in variables. */
const DEEPEST = 12;
/** How code tests a file before it does something with it. */
const TESTS = /^(?:if|unless|filter|select|reject|grep|match|endswith|\?)$/;

type Found = readonly [value: string, next: number];

/**
 * Code in which each expression of a path stands as one text in quotes, as far as the code itself tells: variables,
 * `path.join(os.homedir(), 'x')`, `Path.home() / 'x'`, f-strings, and loops over the files of a folder.
 */
export function withPlainPaths(code: string): string {
  return new Paths(tokensOf(code)).written();
}

function joinedSome(path: string): string {
  return path === "~" ? `~/${SOME}` : path + SOME;
}

/** Folders and names with slashes between them; a later one that begins at the top stands alone. */
function joined(parts: readonly string[]): string {
  return parts.reduce((path, part) => {
    if (/^[/~]/.test(part) || path === "") return part;
    return part === "" ? path : `${path.replace(/(?<=.)\/+$/, "").replace(/^\/$/, "")}/${part}`;
  });
}

class Paths {
  readonly #tokens: readonly Token[];
  readonly #bindings: ReadonlyMap<string, readonly Binding[]>;
  /** The variables of the code around a text that holds this one. */
  readonly #outer: ((name: string) => string | undefined) | undefined;
  /** All names of a folder are some, where the code tests them. */
  readonly #tests: boolean;
  #depth = 0;

  constructor(tokens: readonly Token[], outer?: (name: string) => string | undefined) {
    this.#tokens = tokens;
    this.#outer = outer;
    this.#tests = tokens.some(({ text }) => TESTS.test(text));
    this.#bindings = bindingsOf(tokens);
  }

  written(): string {
    let text = "";
    for (let at = 0; at < this.#tokens.length; ) {
      const token = this.#tokens[at]!;
      const found = this.#mayBegin(at) ? this.expression(at) : undefined;
      if (found && (found[1] > at + 1 || found[0] !== token.text || token.prefix !== "")) {
        text += token.before + inQuotes(found[0]);
        at = found[1];
      } else {
        text += token.before + token.source;
        at += 1;
      }
    }
    return text;
  }

  /** A name before `=` is set, one behind a dot is another's, and a keyword begins nothing. */
  #mayBegin(at: number): boolean {
    const [before, token, next] = [this.#tokens[at - 1]?.text, this.#tokens[at]!, this.#tokens[at + 1]?.text];
    if (token.kind === "text") return true;
    if (token.kind === "name")
      return (
        before !== "." && !/^(?:for|def|function|as|import|from)$/.test(before ?? "") && next !== "=" && next !== ":"
      );
    // Behind a name stand the arguments of a call.
    return token.text === "(" && !/^[\w$)\]]+$/.test(before ?? "");
  }

  /** `a + b`, `a / b`, and `a . b` of PHP and Perl. */
  expression(from: number): Found | undefined {
    if (this.#depth > DEEPEST) return undefined;
    this.#depth += 1;
    const first = this.#primary(from);
    let value = first && this.#methods(first);
    while (value) {
      const sign = this.#tokens[value[1]]?.text ?? "";
      if (!/^[+/.]$/.test(sign)) break;
      const [at, isDot] = [value[1] + 1, sign === "."];
      const behind = this.#tokens[at];
      if (isDot && behind?.kind !== "text" && !/^(?:\$|getenv$)/.test(behind?.text ?? "")) break;
      const right = this.#primary(at);
      const next = right && this.#methods(right);
      if (!next) {
        // An unknown part of a path is some name.
        if (sign === "+" && /^[~/.\w][^\s]*$/.test(value[0])) value = [joinedSome(value[0]), this.#operandEnd(at)];
        break;
      }
      value = [sign === "/" ? joined([value[0], next[0]]) : value[0] + next[0], next[1]];
    }
    this.#depth -= 1;
    return value;
  }

  /** The place behind an operand that is not understood. */
  #operandEnd(from: number): number {
    let depth = 0;
    for (let at = from; at < this.#tokens.length && at - from < 60; at += 1) {
      const { text, before } = this.#tokens[at]!;
      if (/^[([{]$/.test(text)) depth += 1;
      else if (/^[)\]}]$/.test(text) && depth-- === 0) return at;
      else if (depth === 0 && (/^[,;]$/.test(text) || before.includes("\n"))) return at;
    }
    return from;
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

  /** A call of a known function, the home folder, or a variable. */
  #named(at: number): Found | undefined {
    const required = this.#required(at);
    let next = required ?? at;
    let name = required === undefined ? this.#tokens[at]!.text : "path";
    if (required === undefined) next += 1;
    const names: [string, number][] = [[name, next]];
    while (this.#tokens[next]?.text === "." && this.#tokens[next + 1]?.kind === "name" && names.length < 8) {
      name += `.${this.#tokens[next + 1]!.text}`;
      next += 2;
      names.push([name, next]);
    }
    for (const [whole, end] of names.toReversed()) {
      const found = this.#meaning(whole, end, at);
      if (found) return found;
    }
    return undefined;
  }

  /** `require('os')` stands for its module. */
  #required(at: number): number | undefined {
    const [name, open, text, close] = this.#tokens.slice(at, at + 4);
    return name?.text === "require" && open?.text === "(" && text?.kind === "text" && close?.text === ")"
      ? at + 4
      : undefined;
  }

  #meaning(name: string, end: number, at: number): Found | undefined {
    const open = this.#tokens[end]?.text;
    if (HOME.test(name)) return ["~", this.#behindEmpty(end)];
    if (HERE.test(name)) return [".", this.#behindEmpty(end)];
    if (/^[[{]$/.test(open ?? "") && (ENVIRONMENT.test(name) || name === "Dir")) {
      const key = this.#tokens[end + 1]?.text ?? "";
      if (!/^[\]}]$/.test(this.#tokens[end + 2]?.text ?? "")) return undefined;
      if (name === "Dir") return [key, end + 3];
      return OF_HOME.test(key) ? ["~", end + 3] : undefined;
    }
    if (open === "(") return this.#called(name, end + 1);
    return name.includes(".") ? undefined : this.#variable(name, end, at);
  }

  #called(name: string, from: number): Found | undefined {
    const isKnown = [READS_ENVIRONMENT, JOINS, SAME, NAMES, PATHS, WALK].some((one) => one.test(name));
    const [values, next] = isKnown ? this.#arguments(from) : [[], from];
    const [first] = values;
    if (first === undefined) return undefined;
    if (READS_ENVIRONMENT.test(name)) return OF_HOME.test(first) ? ["~", next] : undefined;
    if (JOINS.test(name)) return values.length > 1 || /path$/i.test(name) ? [joined(values), next] : undefined;
    if (SAME.test(name)) return [this.#some(first), next];
    if (PATHS.test(name)) return [joined([first, SOME]), next];
    return [NAMES.test(name) ? SOME : first, next];
  }

  /** The values of a call up to the first that is not known, and the place behind its bracket. */
  #arguments(from: number): [string[], number] {
    const values: string[] = [];
    let at = from;
    for (let isKnown = true; isKnown; ) {
      const value = this.expression(at);
      isKnown = value !== undefined && /^[,)]$/.test(this.#tokens[value[1]]?.text ?? "");
      if (!isKnown || !value) break;
      values.push(value[0]);
      at = value[1];
      if (this.#tokens[at]?.text === ")") return [values, at + 1];
      at += 1;
    }
    // An unknown part is some name in the folder before it.
    if (values.length > 0 && this.#tokens[at]?.kind !== "text") values.push(SOME);
    return [values, this.#closing(at)];
  }

  /** The place behind the bracket that closes a call. */
  #closing(from: number): number {
    let depth = 1;
    for (let at = from; at < this.#tokens.length && at - from < 200; at += 1) {
      const { text } = this.#tokens[at]!;
      if (text === "(") depth += 1;
      else if (text === ")" && --depth === 0) return at + 1;
    }
    return from;
  }

  #variable(name: string, end: number, at: number): Found | undefined {
    const value = this.#outer ? this.#outer(name) : this.#valueAt(name, at);
    return value === undefined ? undefined : [value, end];
  }

  #valueAt(name: string, at: number): string | undefined {
    const all = this.#bindings.get(name) ?? [];
    const binding = all.findLast((one) => one.at < at) ?? all[0];
    if (!binding) return undefined;
    if (!binding.known) {
      // A variable that is made of itself has no value yet.
      binding.known = { value: undefined };
      const value = (binding.isLoop ? this.#list(binding.from) : undefined) ?? this.expression(binding.from)?.[0];
      binding.known = { value };
    }
    return binding.known.value;
  }

  /** `['/etc', '/usr']` → `{/etc,/usr}` */
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

  /** Methods of a path that give another one. */
  #methods([start, from]: Found): Found {
    let [value, at] = [start, from];
    while (this.#tokens[at]?.text === ".") {
      const name = this.#tokens[at + 1]?.text ?? "";
      const isCall = this.#tokens[at + 2]?.text === "(";
      if (SAME_METHOD.test(name)) at = isCall ? this.#closing(at + 3) : at + 2;
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

  #behindEmpty(at: number): number {
    return this.#tokens[at]?.text === "(" && this.#tokens[at + 1]?.text === ")" ? at + 2 : at;
  }

  /** A pattern of all files means some of them where the code tests each. */
  #some(pattern: string): string {
    return this.#tests ? pattern.replace(/(?:^|(?<=\/))(?:\*\*\/)?\*{1,2}(?:\.\*)?$/, SOME) : pattern;
  }

  /** The text in quotes with known variables in their places. */
  #filled({ text, prefix, quote }: Token, at: number): string {
    const isFormat = /f/i.test(prefix);
    if ((quote === "'" && !isFormat) || !/[{$]/.test(text)) return text;
    return text.replace(
      isFormat ? /\{([^{}]{1,80})\}/g : /[#$]\{([^{}]{1,80})\}|(\$ENV\{HOME\}|\$[A-Za-z_]\w{0,40})|\{(\$\w{1,40})\}/g,
      (whole, ...[one, two, three]: (string | undefined)[]) => {
        const variable = (name: string) => (this.#outer ? this.#outer(name) : this.#valueAt(name, at));
        return new Paths(tokensOf(one ?? two ?? three ?? ""), variable).expression(0)?.[0] ?? whole;
      },
    );
  }
}
