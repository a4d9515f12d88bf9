import { pattern } from "../../kit/word-pattern.ts";
import type { Confidence } from "../finding.ts";
import { hasOwnShape, isCode } from "./harmless-shapes.ts";
import { isManualWord, isPlaceholder, OPAQUE } from "./placeholder.ts";
import { isFourWords, isJoinedWords, isWordRow, isWordsAndNumber } from "./made-up-word.ts";
import { isRandom } from "./is-random.ts";
import { isMadeUpCode, isScrambledWord } from "./scrambled-word.ts";
import type { KeyClass } from "./judge-name.ts";
import {
  isLabel,
  isLoneWord,
  isMixed,
  isNamedPassword,
  isPassphrase,
  isRunOfWords,
  isSigns,
  isTyped,
  isTypedKind,
  judgePassword,
} from "./typed-values.ts";
import { traitsOf, type ValueContext, type Traits } from "./value-traits.ts";

/** How sure it is that this value under this key is a secret; `undefined` if it is no secret. */
export function judgeValue(key: KeyClass, value: string, place: ValueContext): Confidence | undefined {
  const isScrambled = place.scrambled ?? (key.strength === "password" && place.quoted && isScrambledWord(value));
  if (isScrambled && key.exact && key.strength !== "hint" && key.kind !== "token") return "medium";
  const head = value.slice(0, 256);
  // Bytes of another format, which a text spells.
  if (value.length < 4 || isLabel(head) || BYTES.test(head)) return undefined;
  if (key.strength !== "hint" && CONTRIBSYS.test(head)) return "medium";
  if (place.quoted && key.exact && isSalt(head)) return signsIn(head) >= 10 && head.length >= 48 ? "medium" : "low";
  if (isNamedPassword(key, head, place)) return "low";
  if (isPlaceholder(head) || (place.quoted && isManualWord(head))) return undefined;
  if (OTHER.test(head) || (key.strength !== "password" && TEXT.test(head)) || isSealed(value)) return undefined;
  if (key.kind === "token" && (ADDRESS.test(head) || (head.length >= 24 && !OF_TOKEN.test(head)))) return undefined;
  if (/\s/.test(head)) return isPassphrase(key, head, place) ? "low" : undefined;
  if (isBasicPair(key, head)) return "medium";
  if (key.strength === "secret" && KEY_64.test(value)) return "medium";
  if (key.strength === "password" && key.exact && isWordsAndNumber(head)) return "medium";
  if (isTypedKind(key) && key.exact && (place.quoted || place.data) && isJoinedWords(head)) return "low";
  if (key.strength === "password" && key.exact && isWordRow(head) && (place.data || isFourWords(head))) return "low";
  if (!place.quoted && isCode(head) && !isMadeUpCode(head, place)) return undefined;
  // The id of a key for gpg.
  if (key.kind === "api-key" && /^[0-9A-F]{8}$/.test(head)) return undefined;
  if (hasOwnShape(head) || PATTERN.test(head)) return undefined;

  const traits = traitsOf(head);
  if (isSigns(key, traits, head, place)) return "low";
  if (traits.digits === head.length) return judgeNumber(key, value, place);
  if (key.strength === "hint") return key.exact ? judgeHint(traits, head, key, place) : undefined;
  return judgeShape(key, traits, head, place) ?? (key.exact ? judgeTyped(key, traits, head, place) : undefined);
}

const BYTES = /[\0-\x08\x0e-\x1f]|\\x[018-9a-f][0-9a-f]/i;

/** How sure it is that a machine made a value: by its length and alphabet, or since it is random. */
function judgeShape(key: KeyClass, traits: Traits, value: string, place: ValueContext): Confidence | undefined {
  const { length } = value;
  // The length and alphabet of AWS's secret keys.
  if (key.strength === "secret" && /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9+/]{40}$/.test(value)) return "medium";
  // Names of several words: `new Key("dlm_cross_region_copy_cmk")`.
  if (key.strength !== "password" && /^[a-z]+(?:_[a-z]+){2,}$|^[A-Z]+(?:[_.][A-Z]+)+$/.test(value)) return undefined;
  const random = isRandom(value);
  if (random && (length >= 12 || traits.digits > 0)) return "medium";
  // A word in a language whose letters follow each other in another way looks made up.
  if (random && (place.data || place.assigned === true || traits.dashes === 0)) return "low";
  if (UUID.test(value) || (length >= 16 && traits.hex === length && traits.digits > 0)) return "medium";
  return key.strength === "secret" && length >= 12 && traits.digits >= 3 && traits.special >= 2 ? "medium" : undefined;
}

function judgeTyped(key: KeyClass, traits: Traits, value: string, place: ValueContext): Confidence | undefined {
  const { length } = value;
  if (PATH.test(value)) return undefined;
  if (key.strength === "password")
    return isRunOfWords(value) && (place.quoted || place.data) ? "low" : judgePassword(traits, value, place);
  const isOne =
    isMixed(traits, value, place) ||
    isTyped(traits, value, place) ||
    (isTypedKind(key) && isLoneWord(value, place)) ||
    (place.quoted && (isRunOfWords(value) || (length >= 15 && MADE_UP.test(value) && traits.special === 0))) ||
    (place.data && length >= 16 && traits.digits >= 4 && traits.letters >= 4);
  return isOne ? "low" : undefined;
}

/** A user and a password as Contribsys hands them out. */
const CONTRIBSYS = /^[0-9a-f]{8}:[0-9a-f]{8}$/;

/**
 * Words with dots between them, letters beyond ASCII, or blanks between words, as they are or as a query has them:
 * `value%20with%20spaces`.
 */
const TEXT = /^[a-z-]+(?:\.[a-z-]+)+$|[^\0-\x7f]|%(?:20|[89A-Fa-f][0-9A-F])/;

/** A token goes into a header or a form; tables of parsers, which name tokens as well, have every sign. */
const OF_TOKEN = /^[^<>[\]{}^`]*$/;

/** A wallet or a contract on Ethereum: a token of a chain has such an address. */
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/**
 * A line of /etc/passwd that holds no hash; how tokens of a kind begin, without one; the letters of an encoding in
 * their order; text in a script that is written without blanks.
 */
const OTHER = pattern()`
    ^[\w-]+:[x*!]?:\d+:\d+:|^LS0tLS1CRUdJTiBDRVJUSUZJQ0FUR|^LS0tLS1CRUdJTiBQVUJMSUMg|
    ^[A-Za-z]{1,12}(?:[_-][A-Za-z]{1,12}){0,2}[_-]$|
    ^[+/_.-]*(?:[0-9]{10})?(?:ABCDEFGHIJKLMNOPQRSTUVWXYZ|abcdefghijklmnopqrstuvwxyz)+(?:0123456789|234567)?
    [+/_.=~\\-]*$|(?:[\u0e00-\u0eff\u3040-\ud7af\uf900-\ufaff].*){4}
  `;

/** Whether a value is a SealedSecret's, which may be published: it begins with the length of an RSA key's block. */
function isSealed(value: string): boolean {
  return value.length > 680 && /^Ag[A-D][A-Za-z0-9+/]+={0,2}$/.test(value);
}

/** Whether a value is a salt as WordPress makes it, of all kinds of characters; a blank may be among them. */
function isSalt(value: string): boolean {
  if (value.length < 32 || value.length > 128 || value.includes(OPAQUE) || NO_SALT.test(value)) return false;
  const traits = traitsOf(value);
  if (traits.special < 8 || traits.digits < 2 || traits.letters < 8) return false;
  const signs = signsIn(value);
  // Chance writes `{a3}`, `(x)` and `%s` as well, but no template has signs of so many kinds, and no list of parameters
  // has six.
  return (
    signs >= 10 ||
    (signs >= 6 && !/\{\w*\}|<\w+>|%[sd](?!\w)|\(\w*\)|\s.*\s.*\s.*\s/.test(value) && !PATTERN.test(value))
  );
}

/** The number of different signs in a value. */
function signsIn(value: string): number {
  return new Set(value.replace(/[\w\s]/g, "")).size;
}

/** Templates, code, sentences and regular expressions. */
const NO_SALT = pattern()`
    ^ [+?:&|]|\$?\{[A-Za-z_.]{3,}\}|[$#]\{\[?[A-Za-z_][\w.:]{2,}[[(,]|\{\{.*\}\}|=> |function|return|
    (?:\s.*){5}|\(\?[:=!<]|\\[\w.^$(<|]|\[\^[^\]]{1,20}\][+*{]|\[(?:a-z|A-Z|0-9)|\]\{\d|^\^.*\$$|</\w|
    (?:[^\0-\x7f].*){3}
  `;

/** Whether a value is Base64 of `user:password`, under a name like `auth` or `_auth`. */
function isBasicPair(key: KeyClass, value: string): boolean {
  if (key.kind !== "secret" || !/^[A-Za-z0-9+/]{10,}={0,2}$/.test(value)) return false;
  return /^[\x21-\x7e]{1,64}:[\x21-\x7e]{4,}$/.test(Buffer.from(value, "base64").toString("latin1"));
}

function judgeNumber(key: KeyClass, value: string, place: ValueContext): Confidence | undefined {
  // Ten and thirteen digits that start with 1 are moments in time.
  if (/^1(?:\d{9}|\d{12})$|^(\d)\1+$|^12345678?9?0?$/.test(value)) return undefined;
  if (key.strength === "password")
    return (place.quoted || (place.data && key.exact)) && value.length >= 6 && value.length <= 20 ? "low" : undefined;
  return key.strength === "secret" && key.exact && value.length >= 12 && value.length <= 64 ? "low" : undefined;
}

/** How sure a value is under a weak name: it has to be nothing but a key: long, mixed, no digest, no UUID. */
function judgeHint(traits: Traits, value: string, key: KeyClass, place: ValueContext): Confidence | undefined {
  // The name of a session, `sesn_…`, does not open it; nor does the id of a secret in Docker.
  if (key.kind === "secret" ? RECORD.test(value) : key.kind === "token" && /^[a-z0-9]{25}$/.test(value))
    return undefined;
  const isKey = key.kind === "api-key";
  if (isKey && OF_CACHE.test(value)) return undefined;
  const isHex = traits.hex === value.length && traits.digits > 0;
  // `FOO_KEY=<hex>` in an environment is no digest, nor is the key of a named service.
  if (isKey && isHex && ((place.constant && value.length >= 32) || (value.length >= 20 && place.owned?.())))
    return "low";
  if (key.kind !== "secret" && isDigest(value) && (place.quoted || place.data || place.owned?.())) return "low";
  // 64 bytes in base64, the keys of Azure's stores.
  if (isKey && KEY_64.test(value) && isRandom(value)) return "low";
  const least = isScattered(value) ? 16 : isKey && traits.digits > 1 && place.owned?.() === true ? 15 : 20;
  if (value.length < least || traits.digits < 1 || traits.letters < 4 || traits.special > 2) return undefined;
  if (traits.hex + traits.dashes === value.length || traits.dashes * 6 > value.length) return undefined;
  return isRandom(value) && !PATH.test(value) && !/[:@]/.test(value) ? "low" : undefined;
}

/** Whether a value has letters of both cases and several digits among them, without a sign: no name, and no digest. */
function isScattered(value: string): boolean {
  return /^(?=(?:.*\d){2})(?=.*[g-z])(?=.*[A-Z])(?!0x)[A-Za-z0-9]{16,}$/.test(value) && isRandom(value);
}

/** The key of a cache, as a job of CI prints it: names of the cached things, and a digest. */
const OF_CACHE = /^(?:[A-Za-z][\w.]*-){2,8}[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

const KEY_64 = /^[A-Za-z0-9+/]{86}==$/;
const RECORD = /^(?!sess|auth|seed|salt|code|live|test)[a-z]{4,9}_[A-Za-z0-9]{12,}$|^[a-z]{1,4}(?:-[0-9a-f]{6,}){2,}$/;

/** Whether a value is as long as the digests that keys most often look like, or a UUID. */
function isDigest(value: string): boolean {
  return UUID.test(value) || /^(?=.*\d)(?:[0-9a-f]{24}|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/i.test(value);
}

const PATTERN = /^\^\(.*\)\$$|\[[^\]]*\w-\w[^\]]*\][+*{|)$]|\\[dwsb][+*{]|\\[(<]|\(\?[:=!<]|\.\*/;

/** Fillers of tests and manuals for keys of the right length: rows of one letter, of letters, of digits. */
const MADE_UP = /([A-Za-z])\1{7}|abcdef|ABCDEF|012345|123456|qwerty/;

/** A UUID: a record's key may look so as well as a secret's. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const PATH = /^(?:\.{0,2}|~)\/|^[A-Za-z]:\\|^[\w.-]+(?:\/[\w.-]+){2,}$/;
