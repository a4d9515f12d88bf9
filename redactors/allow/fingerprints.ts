import { loadBuiltin } from "../../kit/load-builtin.ts";

/**
 * A secret's fingerprint, `SALT:DIGEST`. It holds its salt, so anybody can test whether a value has this fingerprint.
 * The secret cannot be computed from it, but it can be guessed, and an easy password is soon guessed.
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

/** The line that allows a value, for the settings or for `.snapveilignore`. */
export function lineFor(value: string, salt: string): string {
  return `hmac:${fingerprintOf(value, salt)}`;
}

/** Whether a value has this fingerprint. */
export function isFingerprintOf(value: string, fingerprint: Fingerprint): boolean {
  return fingerprintOf(value, fingerprint.slice(0, fingerprint.indexOf(":"))) === fingerprint;
}

/**
 * Whether a line allows values and not a path: `kind:NAME` or `hmac:SALT:DIGEST`, perhaps with a remark behind a blank.
 */
export function isAboutValues(line: string): boolean {
  return /^(?:kind|hmac):/.test(line);
}

/** Returns a function that returns whether the `kind:` and `hmac:` lines among `lines` allow a value of a kind. */
export function allowedValues(lines: readonly string[]): (kind: string, value: string) => boolean {
  const named = (prefix: string) =>
    lines.filter((line) => line.startsWith(prefix)).map((line) => line.slice(prefix.length).split(/\s/)[0] ?? "");
  const kinds = named("kind:");
  const values = named("hmac:").filter((line) => /^[0-9a-f]+:[0-9a-f]{32}$/.test(line));
  return (kind, value) => kinds.includes(kind) || values.some((fingerprint) => isFingerprintOf(value, fingerprint));
}
