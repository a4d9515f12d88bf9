import ignore from "ignore";
import { createHmac, randomBytes } from "node:crypto";

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

/**
 * A secret's fingerprint: `SALT:DIGEST`. The salt stands beside the digest, so a fingerprint can be checked anywhere
 * and says nothing about the secret unless it can be guessed: a password that is easy to guess is easy to confirm.
 */
export type Fingerprint = string;

export function newSalt(): string {
  return randomBytes(12).toString("hex");
}

export function fingerprintOf(value: string, salt: string): Fingerprint {
  return `${salt}:${createHmac("sha256", salt).update(value).digest("hex").slice(0, 32)}`;
}

/** Whether a fingerprint is this value's. */
export function isFingerprintOf(value: string, fingerprint: Fingerprint): boolean {
  return fingerprintOf(value, fingerprint.slice(0, fingerprint.indexOf(":"))) === fingerprint;
}
