import ignore from "ignore";

import { isFingerprintOf } from "./fingerprint.ts";

/** What a list of allowances says. */
export interface Allowances {
  /** Whether a path, relative to the root with slashes, is left out. */
  isLeftOut(path: string): boolean;
  /** Whether this value, found as this kind, is no secret. */
  allows(kind: string, value: string): boolean;
}

/**
 * Reads lines as `.snapveilignore` has them: a path pattern a line as in `.gitignore`, `kind:NAME`, or
 * `hmac:SALT:DIGEST`.
 * @param patterns further lines, path patterns all of them
 */
export function parseAllowLines(lines: readonly string[], patterns: readonly string[] = []): Allowances {
  const rules = ignore()
    .add(lines.filter((line) => !/^(?:kind|hmac):/.test(line)))
    .add(patterns);
  const named = (prefix: string) =>
    lines.filter((line) => line.startsWith(prefix)).map((line) => line.slice(prefix.length).split(/\s/)[0] ?? "");
  const kinds = named("kind:");
  const values = named("hmac:").filter((line) => /^[0-9a-f]+:[0-9a-f]{32}$/.test(line));
  return {
    isLeftOut: (path) => ignore.isPathValid(path) && rules.ignores(path),
    allows: (kind, value) => kinds.includes(kind) || values.some((fingerprint) => isFingerprintOf(value, fingerprint)),
  };
}
