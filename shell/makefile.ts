import { inShell } from "../kit/in-shell.ts";
import { Budget } from "./budget.ts";
import { expandMake, MAKE_STEPS, type MakeScope } from "./expand-make.ts";

/** A rule of a makefile: its prerequisites and the lines of its recipe, both as written. */
interface Rule {
  readonly target: string;
  readonly needs: string;
  readonly lines: string[];
}

/** The rules and variables of a makefile, read with the assignments of a command. */
export interface Makefile {
  readonly rules: readonly Rule[];
  readonly scope: MakeScope;
  /** The commands of a shell by which the recipes get variables: `export X=…`, `. ./.env`. */
  readonly setUp: readonly string[];
  /** All lines of a recipe run in one shell. */
  readonly isOneShell: boolean;
}

const ASSIGNMENT = /^\s*(?:(export|override|private)\s+)*([A-Za-z_][\w.-]*)\s*(\?|\+|!|:{1,3})?=\s*(.*)$/;
const RULE = /^([^\s:#=][^:=#]*?)\s*::?(?!=)\s*([^;#]*)(?:;(.*))?/;
const CONDITION = /^\s*(ifeq|ifneq|ifdef|ifndef)\b\s*(.*)$/;
/** The most files that one makefile includes. */
const MOST_INCLUDED = 20;

/** Parses a makefile. @param read returns the text of an included file; `set` are the assignments of the command */
export function parseMakefile(
  text: string,
  set: ReadonlyMap<string, string>,
  read: (file: string) => string | undefined,
): Makefile {
  const reader = new Reader(set, read);
  reader.read(text);
  return reader.result();
}

class Reader {
  readonly #set: ReadonlyMap<string, string>;
  readonly #read: (file: string) => string | undefined;
  readonly #variables = new Map<string, string>();
  readonly #rules: Rule[] = [];
  readonly #setUp: string[] = [];
  readonly #exported = new Set<string>();
  readonly #scope: MakeScope;
  /** For each condition that is open: whether the present branch is read, and whether one was read before. */
  readonly #branches: { isRead: boolean; wasRead: boolean }[] = [];
  #open: readonly Rule[] = [];
  #isOneShell = false;
  #included = 0;

  constructor(set: ReadonlyMap<string, string>, read: (file: string) => string | undefined) {
    this.#set = set;
    this.#read = read;
    const budget = new Budget(undefined, MAKE_STEPS);
    this.#scope = { variable: (name) => set.get(name) ?? this.#variables.get(name), budget };
  }

  result(): Makefile {
    const exported = this.#exported.has("*") ? this.#variables.keys() : this.#exported;
    const exports = [...exported, ...this.#set.keys()].flatMap((name) => {
      const value = this.#scope.variable(name);
      return value === undefined || !/^\w+$/.test(name)
        ? []
        : [`export ${name}="${this.#expand(value).replaceAll('"', String.raw`\"`)}"`];
    });
    return {
      rules: this.#rules,
      scope: this.#scope,
      setUp: [...this.#setUp, ...new Set(exports)],
      isOneShell: this.#isOneShell,
    };
  }

  #expand(text: string): string {
    return expandMake(text, this.#scope);
  }

  read(text: string): void {
    let defined: string | undefined;
    for (const line of text.replace(/\\\r?\n\s*/g, " ").split(/\r?\n/)) {
      if (defined !== undefined) {
        if (/^\s*endef\b/.test(line)) defined = undefined;
        else
          this.#variables.set(
            defined,
            [this.#variables.get(defined), line].filter((one) => one !== undefined).join("\n"),
          );
        continue;
      }
      if (this.#isOfCondition(line) || this.#branches.some(({ isRead }) => !isRead)) continue;
      [, defined] = /^\s*define\s+([\w.-]+)/.exec(line) ?? [];
      if (defined !== undefined) this.#variables.delete(defined);
      else if (line.startsWith("\t") && this.#open.length > 0) for (const rule of this.#open) rule.lines.push(line);
      else this.#readLine(line.trim());
    }
  }

  #isOfCondition(line: string): boolean {
    const [, word, rest = ""] = CONDITION.exec(line) ?? [];
    const last = this.#branches.at(-1);
    if (word !== undefined) {
      const isRead = this.#holds(word, rest);
      this.#branches.push({ isRead, wasRead: isRead });
    } else if (/^\s*endif\b/.test(line)) this.#branches.pop();
    else if (last && /^\s*else\b/.test(line)) {
      const [, other, test = ""] = CONDITION.exec(line.replace(/^\s*else\b/, "")) ?? [];
      last.isRead = !last.wasRead && (other === undefined || this.#holds(other, test));
      last.wasRead ||= last.isRead;
    } else return false;
    return true;
  }

  #holds(word: string, rest: string): boolean {
    if (word.endsWith("def")) return (this.#scope.variable(rest.trim()) !== undefined) === (word === "ifdef");
    const [, one = "", other = ""] =
      /^\(\s*(.*?)\s*,\s*([^,]*?)\s*\)\s*(?:#.*)?$/.exec(rest) ?? /^["'](.*?)["']\s+["'](.*?)["']/.exec(rest) ?? [];
    // A variable of the environment, which the expansion leaves as `${X}`, counts as empty.
    const [left, right] = [one, other].map((part) =>
      this.#expand(part)
        .replace(/\$\{\w+\}/g, "")
        .trim(),
    );
    return (left === right) === (word === "ifeq");
  }

  #readLine(line: string): void {
    const [, , name, sign, value = ""] = ASSIGNMENT.exec(line) ?? [];
    if (name !== undefined) {
      if (/^(?:override\s+)?export\b/.test(line)) this.#exported.add(name);
      return this.#assign(name, sign, value.replace(/(?:^|\s)#.*$/, "").trim());
    }
    const [, exported] = /^export\b\s*(.*)$/.exec(line) ?? [];
    if (exported !== undefined)
      return (exported === "" ? ["*"] : exported.split(/\s+/)).forEach((one) => this.#exported.add(one));
    const [, files] = /^[-s]?include\s+(.*)$/.exec(line) ?? [];
    if (files !== undefined) return this.#include(this.#expand(files).split(/\s+/));
    const [, targets, needs = "", same] = RULE.exec(line) ?? [];
    if (targets === undefined) return;
    if (targets === ".ONESHELL") this.#isOneShell = true;
    this.#open = this.#expand(targets)
      .split(/\s+/)
      .map((target) => ({ target, needs, lines: same === undefined ? [] : [same] }));
    for (const rule of this.#open) this.#rules.push(rule);
  }

  #assign(name: string, sign: string | undefined, value: string): void {
    const before = this.#variables.get(name);
    if (sign === "?" && before !== undefined) return;
    const whole = sign === "+" && before !== undefined ? `${before} ${value}` : value;
    // A value that names its own variable is expanded at once, as `:=` is.
    this.#variables.set(name, sign?.startsWith(":") ? this.#expand(whole).replaceAll("$", "$$$$") : whole);
  }

  /** Reads included makefiles. A file of variables such as `.env` is left to the shell, whose commands may use these. */
  #include(files: readonly string[]): void {
    for (const file of files) {
      if ((this.#included += 1) > MOST_INCLUDED) return;
      if (/(?:^|\/)\.env[^/]*$|\.env$/.test(file))
        this.#setUp.push(`set -a; . ${inShell(file.includes("/") ? file : `./${file}`)}; set +a`);
      else {
        const text = this.#read(file);
        if (text !== undefined) this.read(text);
      }
    }
    this.#open = [];
  }
}
