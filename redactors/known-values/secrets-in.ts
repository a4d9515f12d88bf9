import { pattern } from "../../kit/word-pattern.ts";
import { ALNUM, DASH, DIGIT, flagsAt, LETTER, runEnd, UNDERSCORE } from "../charset.ts";
import { isRandom } from "../judge/is-random.ts";
import { judgeKey } from "../judge/judge-key.ts";
import { isCommonPassword } from "../judge/common-password.ts";
import { isPlaceholder } from "../judge/placeholder.ts";
import { isPublishedValue } from "../judge/published-value.ts";
import { LEAST } from "./marks.ts";
import type { NamedValue } from "./named-values.ts";

const MOST = 8192;

/** Names under which files of credentials keep secrets, and which say little elsewhere. */
const CREDENTIALS = pattern("i")`
    ^(?:.*:)?_?(?:auth|authtoken|password|identitytoken|registrytoken|oauth_token|client-key-data|id-token|
    refresh-token|access-token|token|private_key|client_secret)$
  `;

/**
 * The secrets of a named value that can be looked for in any text: the value itself, the password in an address, both
 * parts of a login in base64. None if the name does not speak of a secret, or texts are full of the value.
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
  const key = judgeKey(name);
  if (key === undefined) return false;
  // A session's or client's id goes through every transcript and opens nothing.
  if (key.strength === "hint")
    return value.length >= 16 && isRandom(value) && !/session|sid|client|\bid\b|app|(?:^|_)ID(?:_|$)/i.test(name);
  return key.exact || isRandom(value);
}

/** Whether a value stands out in a text: words, names, paths, addresses, numbers and templates do not. */
export function isTelling(value: string, names: ReadonlySet<string>): boolean {
  if (value.length < LEAST || value.length > MOST || names.has(value.toLowerCase())) return false;
  if (value.startsWith("/")) return false; // a path: told before the patterns below are made
  if (isPlainlyRandom(value)) return !isPublishedValue(value);
  if (/[\r\n\0]/.test(value) || isPlaceholder(value) || isCommonPassword(value) || isPublishedValue(value))
    return false;
  // numbers, dates, versions, addresses
  if (/^[\d.,:+/ _-]+$/.test(value)) return /^\d{10,}$/.test(value) && !/^(\d)\1+$/.test(value);
  if (/^(?:~|\.{0,2}|[A-Za-z]:|\$\{?\w+\}?)[\\/]|^[\w.-]+(?:[\\/][\w.-]+)+[\\/]?$/.test(value) && !isRandomPart(value))
    return false; // paths
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return false; // addresses; their passwords are taken out before
  if (/^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$|^[\w-]+(?:\.[\w-]+)*:\d{1,5}$|^[a-z][\w-]*(?:\.[a-z][\w-]*)+$/i.test(value))
    return isRandom(value) && !value.includes("@"); // mail, host:port, names with dots
  return !isWords(value);
}

/**
 * Whether a value is a random key, judged without the patterns below: each hook would have to compile them. Its letters
 * and digits have no order, and no part is a filler or out of a manual.
 */
function isPlainlyRandom(value: string): boolean {
  return (
    runEnd(value, 0, ALNUM | UNDERSCORE | DASH, value.length) === value.length &&
    isRandom(value) &&
    hasInnerDigit(value) &&
    !FILLERS.some((filler) => value.includes(filler))
  );
}

/** Whether a digit stands inside a value: words and numbers end with their digits. */
function hasInnerDigit(value: string): boolean {
  for (let at = 1; at < value.length; at++)
    if (flagsAt(value, at) & LETTER && flagsAt(value, at - 1) & DIGIT) return true;
  return false;
}

/** The fillers of `isPlaceholder` in letters and digits. */
const FILLERS = ["xxxxxx", "XXXXXX", "_____", "00000000", "EXAMPLE", "ABC-DEF"];

/**
 * Whether a value is one word, or a few with something between them, numbers among them or at the end: `postgres`,
 * `us-east-1`, `admin2024`. Four words and no number are a passphrase.
 */
function isWords(value: string): boolean {
  const parts = value.replace(/[.!]$/, "").split(/[-_. ]/);
  if (!parts.every((part) => /^(?:(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)\d{0,4}|\d{1,4})$/.test(part)) || isRandom(value))
    return false;
  if (parts.some((part) => /\d/.test(part))) return !/[A-Z][a-z]+\d{2,}/.test(value);
  return parts.length < 4;
}

/** Keys in base64 have slashes too. */
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
