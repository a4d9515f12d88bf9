import type { Token } from "./code-tokens.ts";
import { argumentsAt, openingBefore } from "./token-places.ts";
import { functionsOf, type CodeFunction } from "./functions-in-code.ts";

const LOOPS = /^(?:forEach|map|each|each_line|flatMap|filter)$/;

/** The most tokens between `with` and `as`. */
const LONGEST_WITH = 40;

/** The value that a variable gets: an expression, an item of a list, or the items of lists one by one. */
export interface Binding {
  readonly at: number;
  /** The index of the first token of each expression whose value the variable may get, or of the list of a loop. */
  readonly from: readonly number[];
  readonly isLoop?: true;
  /** The index of the dot behind the list of a loop: `list.map(x => …)`. */
  readonly until?: number;
  /** The place of the variable among the names that the expression or the loop sets. */
  readonly place?: number;
  /** The name of the member that the variable gets: `const { HOME } = process.env`. */
  readonly member?: string;
}

/** The names that code sets, and its functions. */
export interface Names {
  /** The bindings of each variable in the order of the code. Members of an object stand here as `.name`. */
  readonly variables: ReadonlyMap<string, readonly Binding[]>;
  readonly functions: ReadonlyMap<string, CodeFunction>;
}

/** Finds assignments, loops and parameters of functions. */
export function namesOf(tokens: readonly Token[]): Names {
  const functions = functionsOf(tokens);
  const bindings = new Bindings(tokens);
  bindings.read();
  for (const { at, parameters, calls } of functions.values())
    for (const [index, { name, isRest }] of parameters.entries()) {
      const from = calls.flatMap((call) => argumentsAt(tokens, call)[index] ?? []);
      if (from.length > 0) bindings.add(name, { at, from, ...(isRest && { isLoop: true }) });
    }
  for (const all of bindings.found.values()) all.sort((one, other) => one.at - other.at);
  return { variables: bindings.found, functions };
}

class Bindings {
  readonly #tokens: readonly Token[];
  readonly found = new Map<string, Binding[]>();

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  #text(at: number): string {
    return this.#tokens[at]?.text ?? "";
  }

  read(): void {
    for (let at = 0; at < this.#tokens.length; at += 1) {
      const { kind, text: name } = this.#tokens[at]!;
      if (name === "=") this.#bindAssigned(at);
      else if (/^(?:in|of)$/.test(name) && kind === "name") this.#bindLoop(at);
      else if (/^(?:for|foreach|map|grep)$/.test(name)) this.#bindPerl(at);
      if (this.#text(at - 1) === "." && (LOOPS.test(name) || name === "foreach" || name === "on")) this.#bindBlock(at);
      else if (name === "as" && this.#tokens[at + 1]?.kind === "name") {
        // Matches `foreach (glob('x') as $f)`.
        const open = openingBefore(this.#tokens, at);
        if (/^foreach$/.test(this.#text(open - 1)))
          this.add(this.#text(at + 1), { at, from: [open + 1], isLoop: true });
        // Python: `with open(x) as f`.
        const start = this.#tokens.findLastIndex(
          ({ text, kind }, index) => index < at && kind === "name" && text === "with",
        );
        if (start !== -1 && at - start < LONGEST_WITH) this.add(this.#text(at + 1), { at, from: [start + 1] });
      }
    }
  }

  /** Binds `name = …`, `self.name = …`, `const { name } = …`, `a, b = …` and `my ($a, $b) = …`. */
  #bindAssigned(at: number): void {
    const from = [at + 1];
    const before = this.#tokens[at - 1];
    if (before === undefined) return;
    // `name: Type = …`
    if (before.kind === "name" && this.#text(at - 2) === ":" && this.#tokens[at - 3]?.kind === "name")
      return this.add(this.#text(at - 3), { at: at - 3, from });
    if (before.kind === "name" && this.#text(at - 2) !== ",") {
      const isMember = this.#text(at - 2) === ".";
      return this.add(isMember ? `.${before.text}` : before.text, { at: at - 1, from });
    }
    if (/^[}\])]$/.test(before.text)) {
      const open = openingBefore(this.#tokens, at - 1);
      if (!/^(?:const|let|var|my|our)$/.test(this.#text(open - 1))) return;
      return this.#bindSeveral(at, open + 1, at - 1, before.text === "}");
    }
    let start = at - 1;
    while (this.#tokens[start - 2]?.kind === "name" && this.#text(start - 1) === ",") start -= 2;
    // In the parameters of a function, `a, b = 1` sets `b` alone.
    const isParameter = /^[(,[]$/.test(this.#text(start - 1));
    if (isParameter) this.add(before.text, { at: at - 1, from });
    else if (start < at - 1) this.#bindSeveral(at, start, at, false);
  }

  #bindSeveral(at: number, start: number, end: number, isObject: boolean): void {
    let place = 0;
    for (let index = start; index < end; index += 1) {
      const { kind, text } = this.#tokens[index]!;
      if (text === ",") place += 1;
      if (kind !== "name" || this.#text(index + 1) === ":") continue;
      const member = this.#text(index - 1) === ":" ? this.#text(index - 2) : text;
      this.add(text, { at, from: [at + 1], ...(isObject ? { member } : { place }) });
    }
  }

  /** Binds the variables of `for f in …`, `for root, dirs, files in os.walk(…)` or `for (const f of …)`. */
  #bindLoop(at: number): void {
    const names: string[] = [];
    let back = at - 1;
    for (; back >= 0 && at - back < 10 && this.#tokens[back]!.text !== "for"; back -= 1) {
      const { kind, text } = this.#tokens[back]!;
      if (kind === "name" && !/^(?:const|let|var)$/.test(text)) names.unshift(text);
    }
    if (this.#tokens[back]?.text !== "for") return;
    const isSeveral = names.length > 1;
    for (const [place, name] of names.entries())
      this.add(name, { at, from: [at + 1], isLoop: true, ...(isSeveral && { place }) });
  }

  /** Binds the variable of Perl's `for my $f (…)`, and `$_` of `for (…)` and `map { … } …`. */
  #bindPerl(at: number): void {
    if (/^(?:map|grep)$/.test(this.#text(at)) && this.#text(at + 1) === "{") {
      const from = argumentsAt(this.#tokens, at + 2).end;
      return this.add("$_", { at, from: [from], isLoop: true });
    }
    const name = this.#text(at + 1) === "my" ? at + 2 : at + 1;
    if (this.#text(name).startsWith("$") && this.#text(name + 1) === "(")
      return this.add(this.#text(name), { at, from: [name + 1], isLoop: true });
    if (this.#text(at + 1) === "(") this.add("$_", { at, from: [at + 1], isLoop: true });
  }

  /** Binds the variable of `….forEach(f => …)` or `….each { |f| … }`. */
  #bindBlock(at: number): void {
    // Ruby's `File.foreach("list") { |f| … }` has its list in brackets, Node's `lines.on("line", f => …)` its event.
    const isCall = this.#text(at) === "foreach" && this.#text(at + 1) === "(";
    if (this.#text(at) === "on" && this.#text(at + 2) !== "line") return;
    const behind = isCall ? argumentsAt(this.#tokens, at + 2).end : this.#text(at) === "on" ? at + 3 : at + 1;
    const name = this.#tokens
      .slice(behind, behind + 5)
      .find(({ kind, text }) => kind === "name" && !/^(?:do|function|async)$/.test(text));
    const start = this.#startBefore(at - 1);
    if (!name || start === undefined) return;
    this.add(name.text, { at, from: [start], isLoop: true, ...(!isCall && { until: at - 1 }) });
  }

  add(name: string, binding: Binding): void {
    const all = this.found.get(name);
    if (all) all.push(binding);
    else this.found.set(name, [binding]);
  }

  /** The index of the first token of the call in front of a dot; `undefined` if it is not found. */
  #startBefore(dot: number): number | undefined {
    let at = dot - 1;
    if (this.#text(at) === "]") {
      const open = openingBefore(this.#tokens, at);
      return /^%?[wW]$/.test(this.#text(open - 1)) ? open - 2 : open;
    }
    for (let calls = 0; calls < 8; calls += 1) {
      if (this.#text(at) === ")") at = openingBefore(this.#tokens, at);
      if (this.#text(at) === "(") at -= 1;
      if (this.#text(at - 1) !== "." || at < 2) break;
      at -= 2;
    }
    return this.#tokens[at]?.kind === "punctuation" ? undefined : at;
  }
}
