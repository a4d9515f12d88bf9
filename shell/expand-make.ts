import { Budget } from "./budget.ts";
import { joined } from "./path-functions.ts";

/** The values that stand for the references in a makefile's text. */
export interface MakeScope {
  /** The unexpanded value of a variable of the makefile or of the command. */
  variable(name: string): string | undefined;
  /** The value of `$@`, `$<`, `$^` and `$*` in a recipe. */
  automatic?(name: string): string;
  readonly depth?: number;
  /** Limits the characters that are read and made; absent: each text has its own budget. */
  readonly budget?: Budget;
}

const DEEPEST = 20;
/** The most characters that are read and made for one makefile. */
export const MAKE_STEPS = 8_000_000;
/** Variables that make itself sets, in the form of a shell. */
const OF_MAKE: Readonly<Record<string, string>> = {
  RM: "rm -f",
  MAKE: "make",
  CURDIR: "$PWD",
  SHELL: "sh",
  PWD: "$PWD",
};

/**
 * Expands the references of make in a text for a shell: `$(X)` becomes the variable's value, `$$` becomes `$`, and
 * `$(shell …)` becomes `$(…)`. A variable that the makefile does not set becomes `${X}`, since make takes it from the
 * environment.
 * @throws TooMuchScript if the variables make too much of one another
 */
export function expandMake(text: string, given: MakeScope): string {
  const { depth = 0, budget = new Budget(undefined, MAKE_STEPS) } = given;
  if (!text.includes("$") || depth > DEEPEST) return text;
  const scope = { ...given, budget };
  budget.spend(text.length);
  let expanded = "";
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== "$") {
      expanded += text[at]!;
      continue;
    }
    const next = text[at + 1] ?? "";
    if (next === "$") expanded += "$";
    else if (next === "(" || next === "{") {
      const end = closing(text, at + 1);
      expanded += reference(text.slice(at + 2, end), { ...scope, depth: depth + 1 });
      at = end;
      continue;
    } else if (/[@<^*%?+]/.test(next)) expanded += scope.automatic?.(next) ?? "";
    else expanded += valueOf(next, { ...scope, depth: depth + 1 });
    at += 1;
  }
  budget.spend(expanded.length);
  return expanded;
}

/** The index of the bracket that closes the one at `open`. */
function closing(text: string, open: number): number {
  const [opens, closes] = text[open] === "(" ? ["(", ")"] : ["{", "}"];
  let level = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === opens) level += 1;
    else if (text[at] === closes && (level -= 1) === 0) return at;
  }
  return text.length;
}

function valueOf(name: string, scope: MakeScope): string {
  const value = scope.variable(name);
  if (value !== undefined) return expandMake(value, scope);
  return OF_MAKE[name] ?? (/^[A-Za-z_]\w*$/.test(name) ? `\${${name}}` : "");
}

function reference(inside: string, scope: MakeScope): string {
  const [, name, rest = ""] = /^([a-z-]+)\s+(.*)$/s.exec(inside) ?? [];
  const make = name === undefined ? undefined : FUNCTIONS[name];
  if (make) return make(parted(rest), scope);
  if (/^[@<^*%?+][DF]?$/.test(inside)) return scope.automatic?.(inside) ?? "";
  // `$(FILES:.c=.o)`
  const [, variable, from, to = ""] = /^([\w.-]+):([^=]*)=(.*)$/s.exec(inside) ?? [];
  if (variable !== undefined) return patternReplaced(from!, to, valueOf(variable, scope), scope);
  return valueOf(expandMake(inside, scope).trim(), scope);
}

/** The arguments of a function, which stand between commas outside of brackets. */
function parted(text: string): string[] {
  const parts = [""];
  let level = 0;
  for (const sign of text) {
    if (/[({]/.test(sign)) level += 1;
    if (/[)}]/.test(sign)) level -= 1;
    if (sign === "," && level === 0) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts;
}

type MakeFunction = (parts: readonly string[], scope: MakeScope) => string;

function wordsIn(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** A function that changes each word of its last argument. */
function eachWord(make: (word: string, given: readonly string[]) => string): MakeFunction {
  return (parts, scope) => {
    const given = parts.map((part) => expandMake(part, scope));
    const words = wordsIn(given.at(-1) ?? "");
    scope.budget?.spend(words.length * (given.length > 1 ? given[0]!.length : 0));
    return words.map((word) => make(word, given)).join(" ");
  };
}

function patternReplaced(from: string, to: string, text: string, { budget }: MakeScope): string {
  budget?.spend(wordsIn(text).length * to.length);
  const [start = "", end] = from.includes("%") ? from.split("%") : ["", from];
  return wordsIn(text)
    .map((word) =>
      word.startsWith(start) && word.endsWith(end!)
        ? (to.includes("%") || from.includes("%") ? to : `%${to}`).replace("%", () =>
            word.slice(start.length, word.length - end!.length),
          )
        : word,
    )
    .join(" ");
}

/** The functions of make whose result names files or commands. Any other function gives nothing. */
const FUNCTIONS: Readonly<Record<string, MakeFunction>> = {
  shell: (parts, scope) => `$(${expandMake(parts.join(","), scope)})`,
  call: ([name = "", ...given], scope) => {
    const values = given.map((one) => expandMake(one, scope));
    const variable = (one: string) =>
      /^\d$/.test(one) ? (one === "0" ? name : (values[Number(one) - 1] ?? "")) : scope.variable(one);
    return valueOf(name.trim(), { ...scope, variable });
  },
  foreach: ([name = "", list = "", body = ""], scope) =>
    wordsIn(expandMake(list, scope))
      .map((word) =>
        expandMake(body, { ...scope, variable: (one) => (one === name.trim() ? word : scope.variable(one)) }),
      )
      .join(" "),
  // Both branches are read, since a shell may have to run to know which one is meant.
  if: ([, one = "", other = ""], scope) =>
    [one, other]
      .map((part) => expandMake(part, scope))
      .join(" ")
      .trim(),
  or: (parts, scope) => expandMake(parts.find((part) => expandMake(part, scope).trim() !== "") ?? "", scope),
  and: (parts, scope) => expandMake(parts.at(-1) ?? "", scope),
  value: ([name = ""], scope) => scope.variable(name.trim()) ?? "",
  subst: (parts, scope) => {
    const [from = "", to = "", text = ""] = parts.map((part) => expandMake(part, scope));
    if (from === "") return text;
    const pieces = text.split(from);
    scope.budget?.spend(pieces.length * to.length);
    return pieces.join(to);
  },
  patsubst: (parts, scope) => {
    const [from = "", to = "", text = ""] = parts.map((part) => expandMake(part, scope));
    return patternReplaced(from.trim(), to.trim(), text, scope);
  },
  addprefix: eachWord((word, [prefix = ""]) => prefix + word),
  addsuffix: eachWord((word, [suffix = ""]) => word + suffix),
  abspath: eachWord((word) => joined(["$PWD", word])),
  realpath: eachWord((word) => joined(["$PWD", word])),
  dir: eachWord((word) => (word.includes("/") ? word.replace(/[^/]*$/, "") : "./")),
  notdir: eachWord((word) => word.replace(/^.*\//, "")),
  basename: eachWord((word) => word.replace(/\.[^./]*$/, "")),
  wildcard: eachWord((word) => word),
  sort: eachWord((word) => word),
  strip: eachWord((word) => word),
  filter: eachWord((word) => word),
  "filter-out": eachWord((word) => word),
  firstword: (parts, scope) => wordsIn(expandMake(parts.join(","), scope))[0] ?? "",
  lastword: (parts, scope) => wordsIn(expandMake(parts.join(","), scope)).at(-1) ?? "",
  info: () => "",
  warning: () => "",
  error: () => "",
  eval: () => "",
};
