import { pattern } from "../../kit/word-pattern.ts";
import type { Confidence } from "../finding.ts";
import { hasOwnShape } from "./has-own-shape.ts";
import { isCode } from "./is-code.ts";
import { isManualWord, isPlaceholder, OPAQUE } from "./placeholder.ts";
import { isJoinedWords, isWordsAndNumber } from "./made-up-word.ts";
import { isRandom } from "./is-random.ts";
import type { KeyClass } from "./judge-name.ts";
import {
  isLoneWord,
  isMisnested,
  isMixed,
  isNamedPassword,
  isPassphrase,
  isRunOfWords,
  isSigns,
  isTyped,
  isTypedKind,
  isLabel,
  judgePassword,
} from "./typed-values.ts";
import { traitsOf, type Place, type Traits } from "./value-traits.ts";

/** How sure it is that this value under this key is a secret; `undefined` where it is not. */
export function judgeValue(key: KeyClass, value: string, place: Place): Confidence | undefined {
  const length = value.length;
  const head = value.length > 256 ? value.slice(0, 256) : value;
  if (length < 4 || isLabel(head)) return undefined;
  // User and password as Contribsys hands them out.
  if (key.strength !== "hint" && /^[0-9a-f]{8}:[0-9a-f]{8}$/.test(head)) return "medium";
  if (place.quoted && key.exact && isSalt(head)) return "low";
  if (isNamedPassword(key, head, place)) return "low";
  if (isPlaceholder(head) || (place.quoted && isManualWord(head))) return undefined;
  if (isFilledIn(head) || (key.strength !== "password" && isText(head))) return undefined;
  if (isSealed(value) || (key.kind === "token" && ADDRESS.test(head)) || ACCOUNT.test(head)) return undefined;
  if (TYPE.test(head) || BEGINNING.test(head) || isAlphabet(head) || isProse(head)) return undefined;
  if (/\s/.test(head))
    return key.seed && /^[a-z]{3,8}(?: [a-z]{3,8}){11,23}$/.test(head)
      ? "medium"
      : isPassphrase(key, head, place)
        ? "low"
        : undefined;
  if (isBasicPair(key, head)) return "medium";
  if (key.strength === "secret" && length === 88 && KEY_64.test(head)) return "medium";
  if (key.strength === "password" && key.exact && isWordsAndNumber(head)) return "medium";
  if (isTypedKind(key) && key.exact && (place.quoted || place.data) && isJoinedWords(head)) return "low";
  if (
    !place.quoted &&
    isCode(head) &&
    !isMisnested(head) &&
    !(place.data && /^-[\w-]{20,}$/.test(head) && isRandom(head)) &&
    !(MEMBER.test(head) && !head.startsWith("this.") && isRandom(head.slice(head.indexOf(".") + 1)))
  )
    return undefined;
  if (hasOwnShape(head) || PATTERN.test(head) || (MEDIA_TYPE.test(head) && !isRandom(head))) return undefined;

  const traits = traitsOf(head);
  if (isSigns(key, traits, head, place)) return "low";
  if (traits.digits === head.length) return judgeNumber(key, value, place);
  if (key.strength === "hint") return key.exact ? judgeHint(traits, head, key, place) : undefined;
  // The length and alphabet of AWS's secret keys.
  if (
    length === 40 &&
    key.strength === "secret" &&
    /^[A-Za-z0-9+/]{40}$/.test(head) &&
    /[a-z]/.test(head) &&
    /[A-Z]/.test(head) &&
    traits.digits > 0
  )
    return "medium";
  // What gpg calls a key.
  if (key.kind === "api-key" && /^[0-9A-F]{8}$/.test(head)) return undefined;
  // Named by several words: `new Key("dlm_cross_region_copy_cmk")`.
  if (key.strength !== "password" && /^[a-z]+(?:_[a-z]+){2,}$/.test(head)) return undefined;
  const random = isRandom(head);
  if (random && length >= 8 && (length >= 12 || traits.digits > 0)) return "medium";
  // A word in a language whose letters follow each other in another way looks made up.
  if (random && length >= 8 && (place.data || place.assigned === true || traits.dashes === 0)) return "low";
  if (PATH.test(head)) return undefined;
  const hex = length >= 16 && traits.hex === length && traits.digits > 0;
  if (hex || UUID.test(head)) return "medium";
  if (key.strength === "secret") {
    if (length >= 12 && traits.digits >= 3 && traits.special >= 2) return "medium";
    if (!key.exact) return undefined;
    if (isMixed(traits, head, place)) return "low";
    if (
      isTyped(traits, head, place) ||
      (isTypedKind(key) && isLoneWord(head, place)) ||
      (place.quoted && isRunOfWords(head))
    )
      return "low";
    if (length >= 15 && place.quoted && MADE_UP.test(head) && traits.special === 0) return "low";
    return length >= 16 && traits.digits >= 4 && traits.letters >= 4 && place.data ? "low" : undefined;
  }
  if (!key.exact) return undefined;
  if (isRunOfWords(head) && (place.quoted || place.data)) return "low";
  return judgePassword(traits, head, place);
}

/** A template that code fills in, with nothing made up around the places: `sb-${host}-token`. */
function isFilledIn(value: string): boolean {
  if (!value.includes("${") && !value.includes("#{")) return false;
  const rest = value.replace(/[$#]\{[^}]*\}/g, "");
  return rest.length < value.length && (rest.length < 8 || !isRandom(rest));
}

/**
 * Words with dots between them, letters beyond ASCII, or blanks between words, as they are or as a query has them:
 * `value%20with%20spaces`.
 */
function isText(value: string): boolean {
  if (value.includes(".") && /^[a-z-]+(?:\.[a-z-]+)+$/.test(value)) return true;
  return /[^\0-\x7f]/.test(value) || (value.includes("%") && /%(?:20|[89A-F][0-9A-F])/i.test(value));
}

/** A wallet or a contract on Ethereum: what a chain calls a token has one. */
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** A line of /etc/passwd that holds no hash: `root:x:0:0:…`. */
const ACCOUNT = /^[\w-]+:[x*!]?:\d+:\d+:/;

/** What a SealedSecret holds: the length of an RSA key's block, and the block. It is meant to be published. */
function isSealed(value: string): boolean {
  return value.length > 680 && /^Ag[A-D][A-Za-z0-9+/]+={0,2}$/.test(value);
}

/** Text in a script that is written without blanks: Chinese, Japanese, Thai and their kin. */
function isProse(value: string): boolean {
  let letters = 0;
  for (let i = 0; i < value.length; i++) if (isUnspaced(value.charCodeAt(i))) letters += 1;
  return letters >= 4;
}

function isUnspaced(code: number): boolean {
  return code >= 0xe00 && (code < 0xf00 || (code >= 0x3040 && code < 0xd7b0) || (code >= 0xf900 && code < 0xfb00));
}

/** Of all kinds of characters, as WordPress makes its salts; a blank may be among them. */
function isSalt(value: string): boolean {
  if (
    value.length < 32 ||
    value.length > 128 ||
    value.includes(OPAQUE) ||
    /[^\0-\x7f].*[^\0-\x7f].*[^\0-\x7f]/.test(value)
  )
    return false;
  const traits = traitsOf(value);
  if (traits.special < 8 || traits.digits < 2 || traits.letters < 8 || NO_SALT.test(value)) return false;
  const signs = new Set(value.replace(/[\w\s]/g, "")).size;
  // Chance writes `{a3}`, `(x)` and `%s` as well, but no template has signs of so many kinds, and no list of parameters
  // of six.
  return (
    signs >= 10 ||
    (signs >= 6 && !/\{\w*\}|<\w+>|%[sd](?!\w)|\(\w*\)|\s.*\s.*\s.*\s/.test(value) && !PATTERN.test(value))
  );
}

/** Templates, code, sentences and regular expressions. */
const NO_SALT = pattern()`
    ^ [+?:&|]|\$?\{[A-Za-z_.]{3,}\}|[$#]\{\[?[A-Za-z_][\w.:]{2,}[[(,]|\{\{.*\}\}|=> |function|return|
    (?:\s.*){5}|\(\?[:=!<]|\\[\w.^$(<|]|\[\^[^\]]{1,20}\][+*{]|\[(?:a-z|A-Z|0-9)|\]\{\d|^\^.*\$$|</\w
  `;

/** Base64 of `user:password` under a name like `auth` or `_auth`. */
function isBasicPair(key: KeyClass, value: string): boolean {
  if (key.kind !== "secret" || value.length < 12 || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return false;
  return /^[\x21-\x7e]{1,64}:[\x21-\x7e]{4,}$/.test(Buffer.from(value, "base64").toString("latin1"));
}

function judgeNumber(key: KeyClass, value: string, place: Place): Confidence | undefined {
  // Ten and thirteen digits that start with 1 are moments in time.
  if (/^1[0-9]{9}$|^1[0-9]{12}$|^(\d)\1+$/.test(value)) return undefined;
  if (key.strength === "password")
    return value.length >= 6 && value.length <= 20 && place.quoted && !/^12345678?9?0?$/.test(value)
      ? "low"
      : undefined;
  return key.strength === "secret" && key.exact && value.length >= 12 && value.length <= 64 ? "low" : undefined;
}

/** A weak name asks for a value that is nothing but a key: long, mixed, no digest, no UUID. */
function judgeHint(traits: Traits, value: string, key: KeyClass, place: Place): Confidence | undefined {
  // Of a session, as `sesn_…`: its name, not what opens it.
  if (key.kind === "secret" && RECORD.test(value)) return undefined;
  // What Docker calls a secret.
  if (key.kind === "token" && /^[a-z0-9]{25}$/.test(value)) return undefined;
  // `FOO_KEY=<hex>` in an environment is no digest.
  if (
    place.constant &&
    key.kind === "api-key" &&
    traits.hex === value.length &&
    value.length >= 32 &&
    traits.digits > 0
  )
    return "low";
  if (
    key.kind === "api-key" &&
    value.length >= 20 &&
    traits.hex === value.length &&
    traits.digits > 2 &&
    traits.letters > 2 &&
    place.owned?.()
  )
    return "low";
  if (key.kind !== "secret" && isDigest(traits, value) && (place.quoted || place.data || place.owned?.())) return "low";
  // 64 bytes in base64: what Azure hands out for its stores.
  if (key.kind === "api-key" && value.length === 88 && KEY_64.test(value) && isRandom(value)) return "low";
  const least =
    key.kind === "api-key" && traits.digits > 1 && place.owned?.() === true && traits.special === 0 ? 15 : 20;
  if (value.length < least || traits.digits < 1 || traits.letters < 4 || traits.special > 2) return undefined;
  if (traits.hex + traits.dashes === value.length || traits.dashes * 6 > value.length) return undefined;
  return isRandom(value) && !PATH.test(value) && !/[:@]/.test(value) ? "low" : undefined;
}

const KEY_64 = /^[A-Za-z0-9+/]{86}==$/;
const RECORD = /^(?!sess|auth|seed|salt|code|live|test)[a-z]{4,9}_[A-Za-z0-9]{12,}$|^[a-z]{1,4}(?:-[0-9a-f]{6,}){2,}$/;

/** As long as the digests that keys most often look like, or a UUID. */
function isDigest(traits: Traits, value: string): boolean {
  return (
    UUID.test(value) ||
    (traits.hex === value.length &&
      traits.digits > 0 &&
      (value.length === 24 || value.length === 32 || value.length === 40 || value.length === 64))
  );
}

/** What a value is, where it is not the value: `typeof password === "string"`. */
const TYPE = /^(?:string|number|boolean|object|function|symbol|bigint|undefined)$/;

/** The letters of an encoding in their order: what a decoder is made from. */
function isAlphabet(value: string): boolean {
  return (
    (value.includes("ABCDEFGHIJKLMNOPQRSTUVWXYZ") || value.includes("abcdefghijklmnopqrstuvwxyz")) &&
    ALPHABET.test(value)
  );
}

const ALPHABET = pattern()`
    ^[+/_.-]*(?:[0-9]{10})?(?:ABCDEFGHIJKLMNOPQRSTUVWXYZ|abcdefghijklmnopqrstuvwxyz)+(?:0123456789|
    234567)?[+/_.=~\\-]*$
  `;

/** A regular expression. */
const PATTERN = /\[[^\]]*\w-\w[^\]]*\][+*{|)$]|\\[dwsb][+*{]|\\[(<]|\(\?[:=!<]|\.\*/;

/** What tests and manuals fill keys of the right length with: rows of one letter, of letters, of digits. */
const MADE_UP = /([A-Za-z])\1{7}|abcdef|ABCDEF|012345|123456|qwerty/;

/** What records have for a key, too. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `a.b`, which may also be a token of two parts. */
const MEMBER = /^[\w$]+\.[\w$]+$/;

/** How tokens of a kind begin, without one. */
const BEGINNING = /^[A-Za-z]{1,12}(?:[_-][A-Za-z]{1,12}){0,2}[_-]$/;

const MEDIA_TYPE = /^[A-Za-z]+\/[A-Za-z0-9.+-]+$/;

const PATH = /^(?:\.{0,2}|~)\/|^[A-Za-z]:\\|^[\w.-]+(?:\/[\w.-]+){2,}$/;
