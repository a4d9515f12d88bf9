import { join, relative, sep } from "node:path";

import ignore, { type Ignore } from "ignore";

import type { Fingerprint } from "./fingerprint.ts";
import { readText } from "./read-text.ts";

/** What the project says is to be left out of an audit. */
export interface AllowRules {
  /** Whether a path, absolute or relative to the root with slashes, is left out. */
  isLeftOut(path: string): boolean;
  readonly kinds: readonly string[];
  readonly values: readonly Fingerprint[];
}

/**
 * Reads `.snapveilignore` and secretlint's `.secretlintignore` at the root: a path pattern a line as in `.gitignore`, and
 * in ours also `kind:NAME` and `hmac:SALT:DIGEST`. Missing files say nothing.
 */
export function readAllowRules(root: string): AllowRules {
  const own = readLines(join(root, ".snapveilignore"));
  const rules: Ignore = ignore().add(own.filter((line) => !/^(?:kind|hmac):/.test(line))).add(readLines(join(root, ".secretlintignore")));
  const named = (prefix: string) => own.filter((line) => line.startsWith(prefix)).map((line) => (line.slice(prefix.length).split(/\s/)[0] ?? ""));
  return {
    isLeftOut(path) {
      const below = path.startsWith(root) ? relative(root, path).split(sep).join("/") : path;
      return ignore.isPathValid(below) && rules.ignores(below);
    },
    kinds: named("kind:"),
    values: named("hmac:").filter((line) => /^[0-9a-f]+:[0-9a-f]{32}$/.test(line)),
  };
}

function readLines(file: string): string[] {
  return (readText(file) ?? "").split(/\r?\n/);
}
