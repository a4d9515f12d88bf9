import ignore from "ignore";

import { allowedValues, isAboutValues } from "./fingerprints.ts";

/** The user's exceptions: paths that are not searched, and values that are no secrets. */
export interface Allowances {
  isLeftOut(path: string): boolean;
  /** Whether the user allows a value that was found as a secret of this kind. */
  allows(kind: string, value: string): boolean;
}

/**
 * Parses lines as `.snapveilignore` has them: each is a path pattern as in `.gitignore`, `kind:NAME`, or
 * `hmac:SALT:DIGEST`.
 * @param patterns further path patterns
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
