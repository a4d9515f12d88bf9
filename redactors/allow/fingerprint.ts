import { createHmac, randomBytes } from "node:crypto";

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
