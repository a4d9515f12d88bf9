import { pattern } from "../../kit/word-pattern.ts";
import { ALNUM, DASH, DIGIT, flagsAt, LETTER, runEnd, UNDERSCORE } from "../charset.ts";
import { isRandom } from "../judge/is-random.ts";
import { promiseOf } from "../judge/promise-of.ts";
import { isCommonPassword } from "../judge/common-password.ts";
import { isPlaceholder } from "../judge/placeholder.ts";
import { isPublishedValue } from "../judge/published-value.ts";
import { LEAST } from "./marks.ts";
import type { NamedValue } from "./named-values.ts";

const MOST = 8192;

/** Names that mean a secret in files of credentials. In other files they say little. */
const CREDENTIALS = pattern("i")`
    ^(?:.*:)?_?(?:auth|authtoken|password|identitytoken|registrytoken|oauth_token|client-key-data|id-token|
    refresh-token|access-token|token|private_key|client_secret)$
  `;

/**
 * The secrets in a named value that are rare enough to be searched for in any text: the value itself, the password in a
 * URL, both parts of a login in base64. Empty if the name does not mean a secret, or the value is common in texts.
 */
export function secretsIn({ name, value }: NamedValue, names: ReadonlySet<string>): string[] {
  if (value.length < LEAST || value.length > MOST) return [];
  const address = passwordOf(value);
  if (address !== undefined)
    return [address, decoded(address)].filter((one) => one !== undefined && isTelling(one, names)) as string[];
  if (!isSecretName(name, value)) return [];
  const login = /^_?auth$/i.test(name.slice(name.lastIndexOf(":") + 1)) ? passwordOfLogin(value) : undefined;
  return [value, login].filter((one) => one !== undefined && isTelling(one, names)) as string[];
}

function isSecretName(name: string, value: string): boolean {
  if (CREDENTIALS.test(name)) return true;
  const promised = promiseOf(name);
  if (promised === undefined) return false;
  // The id of a session or a client is in every transcript and gives no access.
  if (promised.strength === "hint")
    return value.length >= 16 && isRandom(value) && !/session|sid|client|\bid\b|app|(?:^|_)ID(?:_|$)/i.test(name);
  return promised.exact || isRandom(value);
}

/** Whether a value is rare enough to be searched for: words, names, paths, addresses, numbers and templates are not. */
export function isTelling(value: string, names: ReadonlySet<string>): boolean {
  if (value.length < LEAST || value.length > MOST || names.has(value.toLowerCase())) return false;
  if (value.startsWith("/")) return false; // a path; seen before any pattern is compiled
  if (isPlainlyRandom(value)) return !isPublishedValue(value);
  if (/[\r\n\0]/.test(value) || isPlaceholder(value) || isCommonPassword(value) || isPublishedValue(value))
    return false;
  // numbers, dates, versions, addresses
  if (/^[\d.,:+/ _-]+$/.test(value)) return /^\d{10,}$/.test(value) && !/^(\d)\1+$/.test(value);
  if (/^(?:~|\.{0,2}|[A-Za-z]:|\$\{?\w+\}?)[\\/]|^[\w.-]+(?:[\\/][\w.-]+)+[\\/]?$/.test(value) && !isRandomPart(value))
    return false; // paths
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return false; // addresses; `secretsIn` took their passwords
  if (/^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$|^[\w-]+(?:\.[\w-]+)*:\d{1,5}$|^[a-z][\w-]*(?:\.[a-z][\w-]*)+$/i.test(value))
    return isRandom(value) && !value.includes("@"); // mail, host:port, names with dots
  return !isWords(value);
}

/**
 * Whether a value is a random key: its letters and digits have no order, and no part is a filler or from a manual. No
 * pattern is used, since each hook would have to compile it.
 */
function isPlainlyRandom(value: string): boolean {
  return (
    runEnd(value, 0, ALNUM | UNDERSCORE | DASH, value.length) === value.length &&
    isRandom(value) &&
    hasInnerDigit(value) &&
    !FILLERS.some((filler) => value.includes(filler))
  );
}

/** Whether a digit stands before a letter: words have their digits at the end. */
function hasInnerDigit(value: string): boolean {
  for (let at = 1; at < value.length; at++)
    if (flagsAt(value, at) & LETTER && flagsAt(value, at - 1) & DIGIT) return true;
  return false;
}

/** The fillers, from the patterns of `isPlaceholder`, that consist of letters and digits. */
const FILLERS = ["xxxxxx", "XXXXXX", "_____", "00000000", "EXAMPLE", "ABC-DEF"];

/**
 * Whether a value is one word, or a few words and numbers with signs between them: `postgres`, `us-east-1`,
 * `admin2024`. Four words without a number are a passphrase.
 */
function isWords(value: string): boolean {
  const parts = value.replace(/[.!]$/, "").split(/[-_. ]/);
  if (!parts.every((part) => /^(?:(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)\d{0,4}|\d{1,4})$/.test(part)) || isRandom(value))
    return false;
  if (parts.some((part) => /\d/.test(part))) return !/[A-Z][a-z]+\d{2,}/.test(value);
  return parts.length < 4;
}

/** Whether a value with slashes is a key in base64 and not a path: one of the parts between the slashes is random. */
function isRandomPart(value: string): boolean {
  return (
    value.length >= 20 &&
    !/^[~.]?\//.test(value) &&
    value.split(/[\\/]/).some((part) => part.length >= 8 && isRandom(part))
  );
}

/** The password of `scheme://user:password@host`, also with an `@` in it. */
function passwordOf(value: string): string | undefined {
  return value.includes("://") ? /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]*:(.+)@[^@\s]*$/i.exec(value)?.[1] : undefined;
}

function passwordOfLogin(value: string): string | undefined {
  const login = /^[A-Za-z0-9+/]+={0,2}$/.test(value) ? Buffer.from(value, "base64").toString("utf8") : "";
  const colon = login.indexOf(":");
  return colon === -1 || /[^\x20-\x7e]/.test(login) ? undefined : login.slice(colon + 1);
}

function decoded(value: string): string | undefined {
  try {
    const plain = decodeURIComponent(value);
    return plain === value ? undefined : plain;
  } catch {
    return undefined;
  }
}
