import ignore from "ignore";

import { allowedValues, isAboutValues } from "./fingerprints.ts";

/** Paths that are not searched, and values that are no secrets. */
export interface Allowances {
  isLeftOut(path: string): boolean;
  /** Whether this value, found as this kind, is no secret. */
  allows(kind: string, value: string): boolean;
}

/**
 * Parses lines as `.snapveilignore` has them: a path pattern a line as in `.gitignore`, `kind:NAME`, or
 * `hmac:SALT:DIGEST`.
 * @param patterns further lines, path patterns all of them
 */
export function parseAllowLines(lines: readonly string[], patterns: readonly string[] = []): Allowances {
  const rules = ignore()
    .add(lines.filter((line) => !isAboutValues(line)))
    .add(patterns);
  return {
    isLeftOut: (path) => ignore.isPathValid(path) && rules.ignores(path),
    allows: allowedValues(lines),
  };
}
