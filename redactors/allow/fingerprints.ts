import { loadBuiltin } from "../../kit/load-builtin.ts";

/**
 * A secret's fingerprint: `SALT:DIGEST`. The salt stands beside the digest, so a fingerprint can be checked anywhere
 * and says nothing about the secret unless it can be guessed: a password that is easy to guess is easy to confirm.
 */
export type Fingerprint = string;

// The module is loaded at the first secret: most hooks find none.
const crypto = () => loadBuiltin<typeof import("node:crypto")>("node:crypto");

/** Twelve random bytes in hex. */
export function newSalt(): string {
  return crypto().randomBytes(12).toString("hex");
}

/** `SALT:DIGEST`: 128 bits of the value's HMAC-SHA-256, in hex. */
export function fingerprintOf(value: string, salt: string): Fingerprint {
  return `${salt}:${crypto().createHmac("sha256", salt).update(value).digest("hex").slice(0, 32)}`;
}

/** The line that allows a value. */
export function lineFor(value: string, salt: string): string {
  return `hmac:${fingerprintOf(value, salt)}`;
}

/** Whether the fingerprint is that of this value. */
export function isFingerprintOf(value: string, fingerprint: Fingerprint): boolean {
  return fingerprintOf(value, fingerprint.slice(0, fingerprint.indexOf(":"))) === fingerprint;
}

/** A line that allows values and no path: `kind:NAME`, or `hmac:SALT:DIGEST`, and a word about it behind a blank. */
export function isAboutValues(line: string): boolean {
  return /^(?:kind|hmac):/.test(line);
}

/** Tells whether such lines allow a value that was found as a certain kind. */
export function allowedValues(lines: readonly string[]): (kind: string, value: string) => boolean {
  const named = (prefix: string) =>
    lines.filter((line) => line.startsWith(prefix)).map((line) => line.slice(prefix.length).split(/\s/)[0] ?? "");
  const kinds = named("kind:");
  const values = named("hmac:").filter((line) => /^[0-9a-f]+:[0-9a-f]{32}$/.test(line));
  return (kind, value) => kinds.includes(kind) || values.some((fingerprint) => isFingerprintOf(value, fingerprint));
}
