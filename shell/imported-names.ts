import type { Token } from "./code-tokens.ts";

/** Modules whose functions work on files, by the name that stands before the functions here. */
const MODULES: readonly (readonly [module: RegExp, name: string])[] = [
  [/^(?:node:)?fs(?:\/promises)?$|^fs-extra$|^graceful-fs$/, "fs."],
  [/^(?:os|posix)$/, "os."],
  [/^shutil$/, "shutil."],
];

/**
 * Gives functions that are imported from a module of files the name that these have there, so that one pattern finds
 * each call: of `from os import remove as rm`, `rm(x)` becomes `os.remove(x)`; of `const { rm } = require("fs")`,
 * `fs.rm(x)`.
 */
export function withImportedNames(tokens: readonly Token[]): readonly Token[] {
  const names = importedNames(tokens);
  if (names.size === 0) return tokens;
  return tokens.map((token, at) => {
    const name = token.kind === "name" ? names.get(token.text) : undefined;
    const isCalled = tokens[at + 1]?.text === "(" && !/^(?:\.|def|function)$/.test(tokens[at - 1]?.text ?? "");
    return name !== undefined && isCalled ? { ...token, text: name, source: name } : token;
  });
}

function importedNames(tokens: readonly Token[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const text = (at: number) => tokens[at]?.text ?? "";
  for (const [at, { text: word, kind }] of tokens.entries()) {
    if (kind !== "name") continue;
    if (word === "from" && text(at + 2) === "import") {
      const module = moduleNamed(text(at + 1));
      if (module !== undefined) add(namesBehind(tokens, at + 3), "as", module, names);
      continue;
    }
    const isRequire = /^(?:require|import)$/.test(word) && text(at + 1) === "(";
    const module = moduleNamed(text(isRequire ? at + 2 : at + 1));
    if ((word === "from" || isRequire) && module !== undefined)
      add(namesBefore(tokens, at), isRequire ? ":" : "as", module, names);
  }
  return names;
}

/** The names that Python imports: `from os import remove as rm, unlink`. @param start the place behind `import` */
function namesBehind(tokens: readonly Token[], start: number): readonly Token[] {
  const isFurther = ({ text, before }: Token, at: number) =>
    /^[(,]$/.test(text) || !before.includes("\n") || tokens[at - 1]?.text === "(";
  let end = start;
  while (tokens[end] && isFurther(tokens[end]!, end)) end += 1;
  return tokens.slice(start, end);
}

/**
 * The names that JavaScript imports: `import { rm as del } from "fs"`, `const { rm: del } = require("fs").promises`.
 * @param at the place of `from`, `require` or `import`
 */
function namesBefore(tokens: readonly Token[], at: number): readonly Token[] {
  const close = [at - 1, at - 2, at - 3].find((place) => tokens[place]?.text === "}");
  if (close === undefined) return [];
  const open = tokens.findLastIndex(({ text }, index) => index < close && text === "{");
  return open === -1 ? [] : tokens.slice(open + 1, close);
}

function moduleNamed(name: string): string | undefined {
  return MODULES.find(([module]) => module.test(name))?.[1];
}

function add(list: readonly Token[], as: string, module: string, names: Map<string, string>): void {
  for (const [at, { kind, text }] of list.entries()) {
    if (kind !== "name" || text === "as" || list[at - 1]?.text === as) continue;
    const given = list[at + 1]?.text === as ? list[at + 2]!.text : text;
    names.set(given, module + text);
  }
}
