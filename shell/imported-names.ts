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
      // Python: `from os import remove as rm, unlink`.
      const module = moduleNamed(text(at + 1));
      let end = at + 3;
      while (tokens[end] && (/^[(,]$/.test(text(end)) || !tokens[end]!.before.includes("\n") || text(end - 1) === "("))
        end += 1;
      if (module !== undefined) add(tokens.slice(at + 3, end), "as", module, names);
      continue;
    }
    const isRequire = /^(?:require|import)$/.test(word) && text(at + 1) === "(";
    const module = moduleNamed(text(isRequire ? at + 2 : at + 1));
    if ((word !== "from" && !isRequire) || module === undefined) continue;
    // JavaScript: `import { rm as del } from "fs"`, `const { rm: del } = require("fs").promises`.
    const close = text(at - 1) === "}" ? at - 1 : text(at - 2) === "}" ? at - 2 : text(at - 3) === "}" ? at - 3 : -1;
    const open = tokens.findLastIndex((token, index) => index < close && token.text === "{");
    if (close !== -1 && open !== -1) add(tokens.slice(open + 1, close), isRequire ? ":" : "as", module, names);
  }
  return names;
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
