/** @file Formats of values that are known: digests, addresses, certificates, tables, and pairs in Base64. */

import { pattern } from "../../kit/word-pattern.ts";
import type { NamedValue } from "./named-value.ts";
import type { Promised } from "./promised.ts";

/** The digests with which a public key is named, and the number of their bytes. */
const DIGESTS = { MD5: 16, SHA1: 20, SHA256: 32, SHA384: 48, SHA512: 64 };
const PAIR = "[0-9a-f]{2}";

/**
 * The fingerprint of a public key, as ssh prints it: the name of a digest, and so many bytes in Base64 or in pairs of
 * hex digits. The pairs of MD5 may also stand alone, or at the end of a name.
 */
export const FINGERPRINT = new RegExp(
  `^(?:${[
    ...Object.entries(DIGESTS).map(
      ([name, bytes]) =>
        `${name}:(?:[A-Za-z0-9+/]{${Math.ceil((bytes * 4) / 3)}}={0,2}|(?:${PAIR}:){${bytes - 1}}${PAIR})`,
    ),
    `(?:${PAIR}:){${DIGESTS.MD5 - 1}}${PAIR}`,
    String.raw`[\w.-]{0,200}[.-](?:${PAIR}_){${DIGESTS.MD5 - 1}}${PAIR}`,
  ].join("|")})$`,
);

/** Binary data: control characters or their escapes. */
export const BYTES = /[\0-\x08\x0e-\x1f]|\\x[018-9a-f][0-9a-f]/i;

/** A user and a password of Contribsys. */
export const CONTRIBSYS = /^[0-9a-f]{8}:[0-9a-f]{8}$/;

/**
 * Words with dots between them, letters beyond ASCII, or blanks between words; in a URL's query blanks and letters are
 * percent-encoded: `value%20with%20spaces`.
 */
export const TEXT = /^[a-z-]+(?:\.[a-z-]+)+$|[^\0-\x7f]|%(?:20|[89A-Fa-f][0-9A-F])/;

/** Whether a value has signs that headers and forms cannot carry, so that it is no token. */
export function isTable(value: string): boolean {
  return value.length >= 24 && /[<>[\]{}^`]/.test(value);
}

/** The address of a wallet or a contract on Ethereum. */
export const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/**
 * Whether a value is the id by which gpg calls a public key: eight hex digits under any name of a key, or a longer part
 * of the fingerprint behind an option for several keys, as `--recv-keys` and `--send-keys` are. An environment variable is no such option.
 */
export function isOfGpg({ promised, head, name, place }: NamedValue): boolean {
  if (promised.kind !== "api-key") return false;
  return (
    /^[0-9A-F]{8}$/.test(head) ||
    (promised.strength === "hint" &&
      !place.constant &&
      name.endsWith("keys") &&
      /^[0-9A-F]{16}(?:[0-9A-F]{24})?$/.test(head))
  );
}

/** The beginning of a text with an id or a fingerprint of a key for gpg, in one word. */
export const GPG_ID = /^(?:[0-9A-F]{16}|[0-9A-F]{40})(?![0-9A-Za-z])/;

/** Whether a value is a certificate or a public key: in PEM, Base64 of PEM or of DER, or as ssh writes a key. */
export function isPublicFormat(value: string): boolean {
  return PUBLIC.test(value);
}

const PUBLIC = pattern()`
    ^(?:LS0tLS1CRUdJTiB(?:DRVJUSUZJQ0FUR|QVUJMSUMg)|-----BEGIN[ ](?:CERTIFICATE|PUBLIC)|
    AAAA(?:B3NzaC1|C3NzaC1|E2VjZHNh|G3NrLWVjZHNh|GnNrLXNza)|
    M(?:FkwEwYHKoZIzj0CAQ|HYwEAYHKoZIzj0CAQ|CowBQYDK2Vw|IG[ef]MA0GCSqGSIb3DQEBAQUA|II[BC]IjAN[A-Z]gkqhkiG9w0BAQEF))
  `;

/**
 * Known texts that are no secrets: a line of /etc/passwd without a hash, a token's prefix without the token, the
 * alphabet of an encoding, text in a script that has no blanks between words.
 */
export const OTHER_FORMAT = pattern()`
    ^[\w-]+:[x*!]?:\d+:\d+:|
    ^[A-Za-z]{1,12}(?:[_-][A-Za-z]{1,12}){0,2}[_-]$|
    ^[+/_.-]*(?:[0-9]{10})?(?:ABCDEFGHIJKLMNOPQRSTUVWXYZ|abcdefghijklmnopqrstuvwxyz)+(?:0123456789|234567)?
    [^A-Za-z0-9]*$|(?:[\u0e00-\u0eff\u3040-\ud7af\uf900-\ufaff].*){4}
  `;

/** Whether a value is the encrypted value of a SealedSecret: Base64 that begins with the length of an RSA block. */
export function isSealed(value: string): boolean {
  return value.length > 680 && /^Ag[A-D][A-Za-z0-9+/]+={0,2}$/.test(value);
}

/** Whether a value is Base64 of `user:password`, under a name like `auth` or `_auth`. */
export function isBasicPair(promised: Promised, value: string): boolean {
  if (promised.kind !== "secret" || !/^[A-Za-z0-9+/]{10,}={0,2}$/.test(value)) return false;
  return /^[\x21-\x7e]{1,64}:[\x21-\x7e]{4,}$/.test(Buffer.from(value, "base64").toString("latin1"));
}
